/* One table as a page plays it: what stands, what may be done, what the player has in mind.
 *
 * Signals, no DOM. Pointing at pieces and places becomes moves here (choices.ts finds those that
 * match); whatever is not offered is asked of the engine, so that the player hears why not. */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Hint, Place } from '../board/contract'
import {
    isFailed, isHexMap, isRefused, type Answer, type Changed, type Drag, type GameEvent, type Line,
    type Odds, type Piece, type Refused, type State
} from '../umpire/documents'
import { UMPIRE, type News, type Table } from '../umpire/table'
import {
    aims, choicesFor, concerns, Field, meantBy, menuOf, namedIn, NOTHING, onTheSpot, type Choice,
    type Menu
} from './choices'
import { fillForm } from './forms'
import { Replay } from './replay'

/** A move the player is about to make. */
export interface Mind {
    move: string
    at: Place | undefined
    /** Hexes it passes, where it is a path. */
    path: readonly string[]
    /** The same aim, other pieces or another way. */
    others: readonly Choice[]
    changed: readonly Piece[]
    gone: readonly string[]
    events: readonly GameEvent[]
    /** Why it comes no nearer to where the player pointed. */
    because: { para: string; text: string } | undefined
    /** null: not yet counted. */
    odds: Odds | null
    given: string
    measure: string
}
export interface NotDone {
    at: Place | undefined; move: string; para: string; text: string
    /** The table lets the umpire insist on it. */
    mayInsist: boolean
}
export interface Question { at: Place | undefined; choices: readonly Choice[] }

/** On a bare table a second click this near to the first means the same place (micrometres). */
const SAME_PLACE = 8000

const plainMind = (move: string): Mind => ({
    move, at: undefined, path: [], others: [], changed: [], gone: [], events: [],
    because: undefined, odds: null, given: '', measure: ''
})

const draggedMind = (drag: Drag, at: Place): Mind => ({
    ...plainMind(drag.move), at, changed: drag.changed, gone: drag.gone, events: drag.events,
    because: drag.because
})

/** Where on a bare table the piece would stand. */
export function ghostOf(mind: Mind): { x: number; y: number } | undefined {
    const base = mind.changed.find(piece => piece.base)?.base
    return base && mind.at?.x !== undefined ? { x: base.x, y: base.y } : undefined
}

/** Does chance or a reckoning follow, so that the player should look before he leaps? */
export const isRisky = (odds: Odds) =>
    Boolean(odds.dice) || odds.rows.length > 1 ||
    odds.events.some(e => e.kind === 'modifier' || e.kind === 'looked')

export class Play {
    readonly now: ReadonlySignal<State>
    readonly lines: ReadonlySignal<readonly Line[]>
    readonly replay: Replay
    readonly menu = signal<Menu>(NOTHING)
    readonly picked = signal<ReadonlySet<string>>(new Set())
    readonly mind = signal<Mind | null>(null)
    readonly question = signal<Question | null>(null)
    readonly refusal = signal<NotDone | null>(null)
    /** The engine or the server failed; not the player's fault. */
    readonly trouble = signal<string | null>(null)
    readonly up = signal(true)
    /** Whose eyes: 0, 1 or UMPIRE. Cover: whom the screen must be handed to first. */
    readonly eyes = signal<number>(UMPIRE)
    readonly cover = signal<string | null>(null)
    /** Moves that risk nothing are made at once when they are pointed at a second time, or
     *  dropped; with this even they wait for the button. */
    readonly confirmAll = signal(false)
    /** The first line the player has not seen happen. */
    readonly since = signal(0)
    readonly busy = signal(false)
    /** A piece is being dragged. */
    readonly held = signal(false)
    /** Odds of the die that players must type in. */
    readonly awaited = signal<Odds | null>(null)

    private readonly now_: Signal<State>
    private readonly lines_: Signal<readonly Line[]>
    private readonly stops: (() => void)[] = []
    private readonly humans: ReadonlySet<string>
    /** Counts what was asked, so that late answers to old questions are dropped. */
    private asked = 0

    private constructor(readonly table: Table, state: State, lines: readonly Line[]) {
        this.now = this.now_ = signal(state)
        this.lines = this.lines_ = signal(lines)
        this.since.value = lines.length
        this.replay = new Replay(table, this.now_, this.lines_)
        this.humans = new Set(table.plan.sides.filter(side =>
            table.mayDecide({ ...state, turn: { ...state.turn, kind: 'decision', side } })))
    }

    static async open(table: Table): Promise<Answer<Play>> {
        const humans = table.plan.sides.map((side, i) => ({ side, i }))
        const first = await table.state()
        if (isFailed(first) || isRefused(first))
            return first
        const here = humans.filter(({ side }) => table.mayDecide(
            { ...first, turn: { ...first.turn, kind: 'decision', side } }))
        // With one player at the screen it is his; with two it is nobody's until one sits down.
        if (table.plan.secrets && table.side === UMPIRE && here.length === 1)
            table.see(here[0]!.i)
        const [state, lines] = await Promise.all([table.state(), table.lines(0)])
        if (isFailed(state))
            return state as Answer<Play>
        if (isFailed(lines))
            return lines as Answer<Play>
        const play = new Play(table, state, lines.lines)
        play.eyes.value = table.side
        play.stops.push(table.listen(news => play.hear(news)),
                        table.onLink(up => { play.up.value = up }))
        play.coverIfNeeded()
        await play.refresh()
        void table.run?.()
        return play
    }

    close() {
        this.asked++
        this.replay.stop()
        this.stops.forEach(stop => stop())
    }

    // ---- what is shown -----------------------------------------------------------------------

    /** The position on the board: now, or the past that is being watched. */
    readonly shown = computed<State>(() => this.replay.past.value ?? this.now.value)

    /** May this page decide now, at this moment of the game? */
    readonly mayAct = computed(() => {
        const state = this.now.value
        return this.replay.at.value === null && this.cover.value === null && this.up.value &&
            this.table.mayDecide(state) && this.sees(state.turn.side)
    })

    readonly mayTypeDie = computed(() => {
        const { kind } = this.now.value.turn
        return kind === 'die' && this.table.diceTyped && !this.table.watching &&
            this.replay.at.value === null && this.cover.value === null && this.up.value
    })

    private sees(side: string | undefined): boolean {
        return this.eyes.value === UMPIRE || !this.table.plan.secrets ||
            this.table.plan.sides[this.eyes.value] === side
    }

    readonly field = computed(() => {
        const state = this.now.value
        return new Field(state.pieces, state.turn.side)
    })

    /** Pieces with something to do are lit by the board; what is offered decides. */
    readonly board = computed<State>(() => {
        const state = this.shown.value
        if (this.replay.at.value !== null || !this.mayAct.value)
            return state
        const field = this.field.value
        const { choices } = this.menu.value
        const able = new Set(state.pieces.filter(p => field.isOwn(p.id) &&
            (p.can_act || choices.some(c => concerns(field, c, p.id)))).map(p => p.id))
        return { ...state, pieces: state.pieces.map(p =>
            (p.can_act === able.has(p.id) ? p : { ...p, can_act: able.has(p.id) })) }
    })

    readonly spot = computed(() => this.mayAct.value && this.picked.value.size
        ? onTheSpot(this.field.value, this.menu.value, this.picked.value) : [])

    /** What is lit: where the picked may go, whom they may act on, the path in mind. */
    readonly hints = computed<Hint[]>(() => {
        if (this.replay.at.value !== null)
            return this.lastHints(this.replay.at.value - 1)
        const mind = this.mind.value
        const hints: Hint[] = []
        if (this.mayAct.value)
            hints.push(...this.aimHints())
        if (mind) {
            mind.path.forEach(hex => hints.push({ kind: 'path', hex }))
            const ghost = ghostOf(mind)
            if (ghost && !this.held.value) // so that pointing at the ghost is pointing at the move
                hints.push({ kind: 'move', ...ghost })
            for (const id of namedIn(mind.move))
                if (this.field.value.piece(id) && !this.field.value.isOwn(id))
                    hints.push({ kind: 'target', piece: id })
        }
        const wrong = this.refusal.value?.at
        if (wrong)
            hints.push({ kind: 'wrong', ...place(wrong) })
        if (!this.picked.value.size && !mind)
            hints.push(...this.lastHints(this.lines.value.length - 1))
        return hints
    })

    private aimHints(): Hint[] {
        const field = this.field.value
        const hexes = new Set<string>()
        const pieces = new Set<string>()
        for (const choice of choicesFor(field, this.menu.value, this.picked.value)) {
            const aim = aims(field, choice)
            aim.hexes.forEach(hex => hexes.add(hex))
            aim.pieces.forEach(id => pieces.add(id))
        }
        const held = new Set(this.now.value.pieces
            .filter(p => p.hex && p.side !== field.side).map(p => p.hex))
        return [...[...hexes].map((hex): Hint => ({ kind: held.has(hex) ? 'target' : 'move', hex })),
                ...[...pieces].map((piece): Hint => ({ kind: 'target', piece }))]
    }

    private lastHints(line: number): Hint[] {
        const lines = this.lines.value
        let at = Math.min(line, lines.length - 1)
        while (at >= 0 && lines[at]!.kind !== 'move')
            at--
        const state = this.shown.value
        const known = new Set(state.pieces.map(p => p.id))
        const map = this.table.plan.map
        const names = at >= 0 ? namedIn(lines[at]!.text ?? '') : []
        return names.flatMap((name): Hint[] =>
            known.has(name) ? [{ kind: 'last', piece: name }]
                : map && isHexMap(map) && /^\d{4}$/.test(name) ? [{ kind: 'last', hex: name }] : [])
    }

    // ---- news --------------------------------------------------------------------------------

    private hear(news: News) {
        batch(() => {
            this.lines_.value = [...this.lines_.value.slice(0, news.from), ...news.lines]
            this.now_.value = news.state
            this.since.value = Math.min(this.since.value, news.from)
            this.menu.value = NOTHING
            this.awaited.value = null
            this.forget()
            this.coverIfNeeded()
        })
        void this.refresh()
    }

    /** Ask anew what may be done. */
    private async refresh() {
        const asked = ++this.asked
        if (this.mayTypeDie.peek())
            await this.countAwaited('', '')
        if (!this.mayAct.peek()) {
            this.menu.value = NOTHING
            return
        }
        const offers = await this.told(() => this.table.offers())
        if (offers && !isRefused(offers) && asked === this.asked)
            this.menu.value = menuOf(offers)
    }

    /** A call whose failure is told to the player and not thrown. */
    private async told<T extends object>(call: () => Promise<Answer<T>>):
        Promise<T | Refused | undefined> {
        try {
            const answer = await call()
            if (!isFailed(answer))
                return answer
            this.trouble.value = answer.error.text
        } catch (error) {
            this.trouble.value = error instanceof Error ? error.message : String(error)
        }
        return undefined
    }

    /** A call that may well fail, and then is done without. */
    private async quietly<T extends object>(call: () => Promise<Answer<T>>):
        Promise<T | undefined> {
        try {
            const answer = await call()
            return isFailed(answer) || isRefused(answer) ? undefined : answer
        } catch {
            return undefined
        }
    }

    // ---- secrets at one screen ---------------------------------------------------------------

    /** Two players at one screen and something hidden: between them the screen is covered. */
    private coverIfNeeded() {
        const { plan } = this.table
        const { turn } = this.now_.value
        if (!plan.secrets || this.humans.size < 2 || turn.kind === 'over') {
            this.cover.value = null
            return
        }
        if (turn.kind === 'decision' && turn.side && this.humans.has(turn.side) &&
            plan.sides.indexOf(turn.side) !== this.eyes.value)
            this.cover.value = turn.side
    }

    /** Views a player may choose from now: of his own side only, until the game is over. */
    readonly views = computed<number[]>(() => {
        const { plan } = this.table
        const free = this.now.value.turn.kind === 'over' || this.humans.size === 0
        return plan.secrets && free && this.table.run ? [UMPIRE, 0, 1] : []
    })

    /** Whoever the screen was handed to has sat down; or a view was chosen. */
    async see(side: number) {
        this.table.see(side)
        const [state, lines] = await Promise.all([
            this.told(() => this.table.state()), this.told(() => this.table.lines(0))])
        if (!state || !lines || isRefused(state) || isRefused(lines))
            return
        batch(() => {
            this.eyes.value = side
            this.cover.value = null
            this.now_.value = state
            // What a line led to is told once; a masked line is no longer what it was.
            this.lines_.value = lines.lines.map((line, i) => {
                const known = this.lines_.value[i]
                return line.events.length || !known || line.secret ? line
                    : { ...line, events: known.secret ? [] : known.events }
            })
            this.forget()
        })
        await this.replay.refresh()
        await this.refresh()
    }

    // ---- picking -----------------------------------------------------------------------------

    /** Drop what is in mind; picked pieces too. */
    private forget() {
        this.mind.value = null
        this.question.value = null
        this.refusal.value = null
        this.picked.value = new Set()
    }

    /** One step back: refusal, question, move in mind, then the picked pieces. */
    cancel() {
        this.asked++
        if (this.refusal.value)
            this.refusal.value = null
        else if (this.question.value)
            this.question.value = null
        else if (this.mind.value)
            this.mind.value = null
        else
            this.picked.value = new Set()
    }

    pick(id: string, add: boolean) {
        const at = this.placeOf(id)
        const picked = this.picked.peek()
        if (!add && picked.size && !picked.has(id) && this.meansTarget(id)) {
            this.point(at)
            return
        }
        if (!add && picked.size === 1 && picked.has(id)) {
            this.again(at)
            return
        }
        const next = new Set(add ? picked : [])
        if (add && picked.has(id))
            next.delete(id)
        else
            next.add(id)
        batch(() => {
            this.mind.value = null
            this.question.value = null
            this.refusal.value = null
            this.picked.value = next
        })
        const spot = this.spot.peek()
        const all = this.mayAct.peek()
            ? choicesFor(this.field.peek(), this.menu.peek(), next) : []
        if (next.size && spot.length && all.length === spot.length)
            this.consider(spot, [], this.placeOf(id))
    }

    /** The one picked piece was pointed at again: what it may do where it stands, or let go. */
    private again(at: Place) {
        const mind = this.mind.peek()
        if (mind && !mind.path.length) {
            void this.commit()
            return
        }
        const spot = this.spot.peek()
        if (!mind && !this.question.peek() && spot.length)
            this.consider(spot, [], at)
        else
            this.forget()
    }

    private meansTarget(id: string): boolean {
        const field = this.field.peek()
        return this.mayAct.peek() && !field.isOwn(id) &&
            [...this.picked.peek()].every(field.isOwn)
    }

    private placeOf(id: string): Place {
        const piece = this.now.peek().pieces.find(p => p.id === id)
        return { piece: id, ...(piece?.hex ? { hex: piece.hex } : {}),
                 ...(piece?.base ? { x: piece.base.x, y: piece.base.y } : {}) }
    }

    // ---- pointing ----------------------------------------------------------------------------

    /** A place was pointed at. */
    point(at: Place) {
        if (!this.mayAct.peek())
            return
        const mind = this.mind.peek()
        if (mind && (samePlace(mind.at, at) || samePlace(ghostOf(mind), at))) {
            void this.commitPlain()
            return
        }
        const { meant, others } = meantBy(this.field.peek(), this.menu.peek(),
                                          this.picked.peek(), at)
        if (meant.length)
            this.consider(meant, others, at)
        else if (this.picked.peek().size && [...this.picked.peek()].every(this.field.peek().isOwn))
            void this.tryFor(at, false)
        else
            this.cancel()
    }

    private isBare(): boolean {
        const map = this.table.plan.map
        return map !== undefined && !isHexMap(map)
    }

    /** Nothing offered leads there: the engine says how near one comes, and why no nearer. */
    private async tryFor(at: Place, dropped: boolean, heading?: number) {
        const asked = ++this.asked
        const target = at.piece && !this.field.peek().isOwn(at.piece)
        const drag = target ? undefined
            : await this.drag([...this.picked.peek()].join(','), placeText(at, heading))
        if (asked !== this.asked)
            return
        if (drag && isRefused(drag)) {
            this.refuse(at, '', drag.refused)
        } else if (drag && this.isBare()) {
            this.setMind(draggedMind(drag, at))
            if (dropped && !drag.because)
                await this.commitPlain()
        } else if (drag?.because) {
            this.refuse(at, '', drag.because)
        } else {
            await this.tryForms(at, asked)
        }
    }

    private async drag(pieces: string, to: string): Promise<Drag | Refused | undefined> {
        try {
            const answer = await this.table.drag(pieces, to)
            return isFailed(answer) ? undefined : answer
        } catch {
            return undefined
        }
    }

    /** Write what was probably meant, and hear what the engine says to it. */
    private async tryForms(at: Place, asked: number) {
        const own = [...this.picked.peek()]
        const offered = choicesFor(this.field.peek(), this.menu.peek(), this.picked.peek())
        const { plan } = this.table
        const forms = [...new Set([...offered.map(c => c.form),
                                   ...this.menu.peek().choices.map(c => c.form), ...plan.verbs])]
        const target = at.piece && !this.field.peek().isOwn(at.piece) ? at.piece : undefined
        for (const form of forms) {
            const move = fillForm(plan, form, { own, target, ...(at.hex ? { hex: at.hex } : {}) })
            if (!move)
                continue
            const said = await this.table.check(move)
            if (asked !== this.asked || isFailed(said))
                return
            if (isRefused(said) && !said.refused.para)
                continue
            if (isRefused(said))
                this.refuse(at, move, said.refused)
            else
                this.setMind({ ...plainMind(said.move), at })
            return
        }
        this.refuse(at, '', { para: '', text: '' })
    }

    private refuse(at: Place | undefined, move: string, said: { para: string; text: string }) {
        batch(() => {
            this.mind.value = null
            this.question.value = null
            this.refusal.value = { at, move, ...said,
                                   mayInsist: this.now.value.mode === 'warn' && move !== '' }
        })
    }

    // ---- the move in mind --------------------------------------------------------------------

    /** One way: it is in mind. Several: ask which. */
    private consider(meant: readonly Choice[], others: readonly Choice[], at: Place | undefined) {
        if (meant.length === 1) {
            this.choose(meant[0]!, at, others)
            return
        }
        batch(() => {
            this.mind.value = null
            this.refusal.value = null
            this.question.value = { at, choices: [...meant, ...others] }
        })
    }

    /** An offer was chosen from a list or a menu; chosen again it is made. */
    choose(choice: Choice, at?: Place, others: readonly Choice[] = []) {
        if (this.mind.peek()?.move === choice.move) {
            void this.commitPlain()
            return
        }
        const where = at ?? this.question.peek()?.at ?? this.aimOf(choice)
        const path = choice.form.includes('{hex-}') ? choice.hexes : []
        this.setMind({ ...plainMind(choice.move), at: where, path, others })
    }

    private aimOf(choice: Choice): Place | undefined {
        const { hexes, pieces } = aims(this.field.peek(), choice)
        const piece = pieces[0] ?? choice.pieces[0]
        return hexes.length ? { hex: hexes.at(-1)! } : piece ? this.placeOf(piece) : undefined
    }

    /** A typed line: checked, then in mind; true where it was understood and allowed. */
    async type(text: string): Promise<boolean> {
        const known = this.menu.peek().choices.find(c => c.move === text.trim())
        if (known) {
            this.choose(known)
            return true
        }
        const said = await this.told(() => this.table.check(text))
        if (!said)
            return false
        if (isRefused(said)) {
            this.refuse(undefined, text.trim(), said.refused)
            return false
        }
        this.setMind(plainMind(said.move))
        return true
    }

    private setMind(mind: Mind) {
        batch(() => {
            this.question.value = null
            this.refusal.value = null
            this.mind.value = mind
        })
        const asked = ++this.asked
        void this.think(mind.move, asked)
    }

    /** Fill in what the move would do and what it may lead to. */
    private async think(move: string, asked: number) {
        if (!this.mind.peek()?.changed.length) {
            const preview = await this.quietly(() => this.table.preview(move))
            if (asked !== this.asked || !this.mind.peek())
                return
            if (preview)
                this.mind.value = { ...this.mind.peek()!, changed: preview.changed,
                                    gone: preview.gone, events: preview.events }
        }
        await this.countOdds(asked)
    }

    private async countOdds(asked: number) {
        const mind = this.mind.peek()
        if (!mind)
            return
        const odds = await this.told(() => this.table.odds(mind.move, mind.given, mind.measure))
        if (asked !== this.asked || !this.mind.peek())
            return
        if (odds && isRefused(odds))
            this.refusal.value = { at: undefined, move: mind.given, ...odds.refused,
                                   mayInsist: false }
        else if (odds)
            this.mind.value = { ...this.mind.peek()!, odds }
    }

    /** Count anew: other suppositions, other things to count. */
    async suppose(given: string, measure: string) {
        const mind = this.mind.peek()
        if (!mind)
            return
        this.refusal.value = null
        this.mind.value = { ...mind, given, measure }
        await this.countOdds(++this.asked)
    }

    /** Make the move in mind unless it should be looked at first. */
    private async commitPlain() {
        const mind = this.mind.peek()
        if (!mind)
            return
        const odds = mind.odds ?? await this.quietly(() => this.table.odds(mind.move))
        if (this.mind.peek()?.move !== mind.move)
            return
        if (odds && !mind.odds)
            this.mind.value = { ...this.mind.peek()!, odds }
        if (!this.confirmAll.peek() && (!odds || !isRisky(odds)))
            await this.commit()
    }

    /** Make the move in mind. */
    async commit() {
        const mind = this.mind.peek()
        if (mind)
            await this.make(mind.move, false, mind.at)
    }

    /** Make a refused move all the same, where the table allows it. */
    async insist() {
        const refusal = this.refusal.peek()
        if (refusal?.mayInsist)
            await this.make(refusal.move, true, refusal.at)
    }

    private async make(move: string, insist: boolean, at: Place | undefined) {
        if (this.busy.peek() || !this.mayAct.peek())
            return
        await this.change(() => this.table.move(move, insist), move, at)
    }

    async typeDie(face: number) {
        if (this.mayTypeDie.peek())
            await this.change(() => this.table.die(face), '', undefined)
    }

    async countAwaited(given: string, measure: string) {
        const odds = await this.quietly(() => this.table.odds(null, given, measure))
        this.awaited.value = odds ?? null
    }

    async note(words: string) {
        await this.change(() => this.table.note(words), '', undefined)
    }

    private async change(call: () => Promise<Answer<Changed>>, move: string,
                         at: Place | undefined): Promise<boolean> {
        if (this.busy.peek())
            return false
        this.busy.value = true
        this.since.value = this.lines.peek().length
        const said = await this.told(call)
        this.busy.value = false
        if (said && isRefused(said))
            this.refuse(at, move, said.refused)
        return said !== undefined && !isRefused(said)
    }

    /** Take back to the player's last decision; what others decided since goes with it. */
    async undo() {
        let back = await this.change(() => this.table.undo(), '', undefined)
        while (back && this.now.peek().turn.kind === 'decision' && this.humans.size &&
               !this.humans.has(this.now.peek().turn.side ?? ''))
            back = await this.change(() => this.table.undo(), '', undefined)
        if (!this.mayAct.peek())
            void this.table.run?.()
    }

    // ---- dragging ----------------------------------------------------------------------------

    private wanted: { at: Place; heading: number | undefined } | null = null
    private dragging = false

    /** A piece is held over a place. The newest place wins; one question at a time. */
    dragOver(id: string, at: Place, heading?: number) {
        if (!this.mayAct.peek() || !this.field.peek().isOwn(id))
            return
        if (!this.picked.peek().has(id))
            this.picked.value = new Set([id])
        this.held.value = true
        this.wanted = { at, heading }
        if (!this.dragging)
            void this.follow()
    }

    private async follow() {
        this.dragging = true
        while (this.wanted) {
            const { at, heading } = this.wanted
            this.wanted = null
            if (this.isBare())
                await this.followBare(at, heading)
            else
                await this.followHex(at)
        }
        this.dragging = false
    }

    private async followHex(at: Place) {
        const { meant } = meantBy(this.field.peek(), this.menu.peek(), this.picked.peek(), at)
        const choice = meant[0]
        const mind = this.mind.peek()
        if (!choice || choice.move === mind?.move) {
            if (!choice)
                this.mind.value = null
            return
        }
        const asked = ++this.asked
        const path = choice.form.includes('{hex-}') ? choice.hexes : []
        this.refusal.value = null
        this.mind.value = { ...plainMind(choice.move), at, path }
        const preview = await this.quietly(() => this.table.preview(choice.move))
        if (preview && asked === this.asked && this.mind.peek()?.move === choice.move)
            this.mind.value = { ...this.mind.peek()!, changed: preview.changed,
                                events: preview.events, gone: preview.gone }
    }

    private async followBare(at: Place, heading: number | undefined) {
        const asked = ++this.asked
        const drag = await this.drag([...this.picked.peek()].join(','), placeText(at, heading))
        if (asked !== this.asked || !drag)
            return
        if (isRefused(drag)) {
            this.refuse(at, '', drag.refused)
            return
        }
        batch(() => {
            this.refusal.value = null
            this.mind.value = draggedMind(drag, at)
        })
    }

    /** Escape on the board, or a drag that ended nowhere. */
    letGo() {
        if (!this.held.peek()) {
            this.cancel()
            return
        }
        this.asked++
        this.wanted = null
        batch(() => {
            this.held.value = false
            this.mind.value = null
            this.refusal.value = null
        })
    }

    /** The piece was let go over a place. */
    async drop(id: string, at: Place, heading?: number) {
        this.wanted = null
        this.held.value = false
        if (!this.mayAct.peek() || !this.field.peek().isOwn(id))
            return
        if (!this.picked.peek().has(id))
            this.picked.value = new Set([id])
        const { meant, others } = meantBy(this.field.peek(), this.menu.peek(),
                                          this.picked.peek(), at)
        this.mind.value = null
        if (!meant.length) {
            await this.tryFor(at, true, heading)
            return
        }
        this.consider(meant, others, at)
        await this.commitPlain()
    }
}

function placeText(at: Place, heading: number | undefined): string {
    return at.hex ?? `${Math.round(at.x ?? 0)},${Math.round(at.y ?? 0)}` +
        (heading === undefined ? '' : `,${heading}`)
}

function place(at: Place): Pick<Hint, 'hex' | 'piece' | 'x' | 'y'> {
    return { ...(at.hex !== undefined ? { hex: at.hex } : {}),
             ...(at.hex === undefined && at.piece !== undefined ? { piece: at.piece } : {}),
             ...(at.hex === undefined && at.x !== undefined && at.y !== undefined
                 ? { x: at.x, y: at.y } : {}) }
}

function samePlace(a: Place | undefined, b: Place): boolean {
    if (!a)
        return false
    if (b.piece !== undefined && a.piece === b.piece)
        return true
    if (a.hex !== undefined || b.hex !== undefined)
        return a.hex === b.hex
    return a.x !== undefined && b.x !== undefined &&
        Math.hypot(a.x - b.x, (a.y ?? 0) - (b.y ?? 0)) < SAME_PLACE
}
