/* Playing: pieces are picked, places pointed at, and a move comes to mind; then it is made.
 *
 * Generic over all games: choices.ts finds the offers that picked pieces and a place can mean. One
 * is in mind at once, several are asked about, and what is not offered is put to the engine, so
 * that the player hears the sentence and the paragraph at the place. */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Hint, Place } from '../board/contract'
import {
    isFailed, isHexMap, isRefused, type Answer, type AskAnswer, type Drag, type Refused, type State
} from '../umpire/documents'
import type { Table } from '../umpire/table'
import { umpire } from '../umpire/umpire'
import {
    ableIn, aims, asTyped, choicesFor, isBare, meantBy, onlyActor, onTheSpot, ownPieces, waysTo, type Choice
} from './choices'
import { onlyAble, onlyEnd, opens, type Onward } from './fold'
import { fillForm, hasPath, partsOf } from './forms'
import { aimHints, lastHints, mindHints, wrongHints } from './hints'
import {
    draggedMind, ghostOf, isRisky, placeText, plainMind, samePlace, SENSIBLY, type Mind, type Waste
} from './intent'
import { toldText } from './names'
import { saysOf } from './saying'
import { Seat, type Standing } from './seat'
import { futileWaste, goalWaste, idleWaste, nextSide, voidWaste } from './waste'

/** A piece dropped this near to where it stood was not meant to move (micrometres). */
const NUDGE = 1000

export interface NotDone {
    at: Place | undefined; move: string; para: string; text: string
    /** The table lets players insist on it, as a ruling. */
    mayInsist: boolean
}
/** An attack on somebody out of reach, as a question of the game's: what would come of it. */
export interface Thought {
    piece: string; enemy: string; question: string; inputs: Record<string, string>; answer: AskAnswer
}
export interface Question { at: Place | undefined; choices: readonly Choice[] }

/** Pieces with their kind and their states in words, as the list of forces has them. */
function withKinds(state: State): State {
    const forces = new Map(state.forces?.map(force => [force.id, force]))
    return forces.size === 0 ? state : { ...state, pieces: state.pieces.map(piece => {
        const force = forces.get(piece.id)
        return !force ? piece : { ...piece, says: force.state ?? '',
                                  ...(force.type ? { type: force.type } : {}) }
    }) }
}

export class Play extends Seat {
    readonly picked = signal<ReadonlySet<string>>(new Set())
    readonly mind = signal<Mind | null>(null)
    readonly question = signal<Question | null>(null)
    readonly refusal = signal<NotDone | null>(null)
    /** What an attack would come to that cannot be made yet. */
    readonly thought = signal<Thought | null>(null)
    /** A piece is being dragged. */
    readonly held = signal(false)
    /** What was pointed at before anybody to act on it was picked. */
    readonly aimed = signal<Place | null>(null)

    /** Who did not act in the step that was just closed; it can still be taken back. */
    readonly passed = signal<Waste | null>(null)

    /** A move is being looked at, or made: what is clicked meanwhile comes after it. */
    private deciding: Promise<unknown> | null = null
    readonly isDeciding = signal(false)

    /** The side that has named somebody whose doings are asked since. */
    private opening: string | undefined
    /** Where somebody goes who has just been named. */
    private onward: Onward | undefined
    /** Something was taken back: what would be said by itself is not said again. */
    private tookBack = false

    /** Counts what was meant, so that late answers to what is no longer meant are dropped. */
    private meant = 0

    private constructor(table: Table, standing: Standing,
                        private readonly confirmAll: ReadonlySignal<boolean>) {
        super(table, standing)
    }

    /** Moves that risk and waste nothing, and can be taken back, are made at once; with confirmAll
     *  even they wait for the button. */
    static async open(table: Table, confirmAll: ReadonlySignal<boolean> = signal(false)):
        Promise<Answer<Play>> {
        const standing = await Seat.look(table)
        if (isFailed(standing) || isRefused(standing))
            return standing
        const play = new Play(table, standing, confirmAll)
        await play.sitDown()
        return play
    }

    // ---- what is shown -----------------------------------------------------------------------

    /** Pieces with something to do are lit by the board. What is offered decides: whoever will act later in the
     *  phase, of either side, is not lit while something else is asked. Where moves are free not all are listed. */
    readonly board = computed<State>(() => {
        const state = withKinds(this.shown.value)
        if (!this.mayAct.value)
            return state
        const field = this.field.value
        const isAble = ableIn(field, this.menu.value)
        const free = this.menu.value.families.length > 0
        return { ...state, pieces: state.pieces.map(piece => {
            const able = isAble(piece) || free && piece.can_act && field.isOwn(piece.id)
            return able === piece.can_act ? piece : { ...piece, can_act: able }
        }) }
    })

    /** Of the picked pieces those that act, not those that are acted upon. */
    readonly actors = computed<ReadonlySet<string>>(() => this.aimed.value === null
        ? this.picked.value
        : new Set([...this.picked.value].filter(this.field.value.isOwn)))

    /** What the picked pieces may do; with nobody picked, what the only one who is asked about may do. */
    readonly choices = computed<Choice[]>(() => this.mayAct.value
        ? choicesFor(this.field.value, this.menu.value, this.actors.value.size ? this.actors.value
            : onlyActor(this.field.value, this.menu.value)) : [])

    /** Who could act on what was pointed at first. */
    private readonly helpers = computed<ReadonlySet<string>>(() => {
        const at = this.aimed.value
        return new Set(at && this.mayAct.value ? waysTo(this.field.value, this.menu.value, at)
            .flatMap(c => ownPieces(this.field.value, c)) : [])
    })

    readonly hints = computed<Hint[]>(() => {
        const at = this.replay.at.value
        const mind = this.mind.value
        if (at !== null)
            return lastHints(this.shown.value, this.lines.value, at - 1)
        return [
            ...(this.aimed.value
                ? [...this.helpers.value].map((piece): Hint => ({ kind: 'move', piece }))
                : aimHints(this.field.value, this.now.value, this.choices.value)),
            ...(mind ? mindHints(this.field.value, mind, this.held.value) : []),
            ...wrongHints(this.refusal.value?.at),
            ...(this.picked.value.size || mind ? []
                : lastHints(this.now.value, this.lines.value, this.lines.value.length - 1))
        ]
    })

    // ---- picking -----------------------------------------------------------------------------

    protected override forget() {
        this.meant++
        this.held.value = false
        this.heldAt = null
        this.mind.value = null
        this.question.value = null
        this.refusal.value = null
        this.thought.value = null
        this.aimed.value = null
        this.picked.value = new Set()
    }

    /** Whatever is clicked while a move is being made comes after it: no click is lost. */
    private later(click: () => void): boolean {
        void this.deciding?.then(click)
        return this.deciding !== null
    }

    private decide(deciding: Promise<unknown> | null) {
        this.deciding = deciding
        this.isDeciding.value = deciding !== null
    }

    private decideWith<T>(work: Promise<T>): Promise<T> {
        const deciding = work.finally(() => {
            if (this.deciding === deciding)
                this.decide(null)
        })
        this.decide(deciding)
        return deciding
    }

    /** One step back: refusal, question, move in mind, then the picked pieces. */
    cancel() {
        this.meant++
        this.decide(null)
        this.thought.value = null
        this.onward = undefined
        if (this.refusal.value)
            this.refusal.value = null
        else if (this.question.value && !this.aimed.value)
            this.question.value = null
        else if (this.mind.value && !this.aimed.value)
            this.mind.value = null
        else
            this.forget()
    }

    /** A piece was pointed at. It acts, or is acted upon, or joins those that act on something. */
    pick(id: string, add: boolean) {
        if (this.later(() => this.pick(id, add)))
            return
        const picked = this.picked.peek()
        if (!add && this.joins(id))
            return
        if (!add && picked.size && !picked.has(id) && this.meansTarget(id)) {
            this.point(this.placeOf(id))
            return
        }
        if (!add && this.mayAct.peek() && this.isForeign(id) && !this.hasOwnPicked() &&
            this.aimAt(this.placeOf(id)))
            return
        if (!add && picked.size === 1 && picked.has(id)) {
            this.pickAgain(id)
            return
        }
        const next = new Set(add ? picked : [])
        if (!next.delete(id))
            next.add(id)
        // What it can do is said in the panel: a box would lie over those it may act upon.
        batch(() => {
            this.forget()
            this.picked.value = next
        })
    }

    /** Something was pointed at before anybody who acts on it: all ways there are. */
    private aimAt(at: Place): boolean {
        const ways = waysTo(this.field.peek(), this.menu.peek(), at)
            .filter(c => ownPieces(this.field.peek(), c).length)
        if (!ways.length)
            return false
        batch(() => {
            this.forget()
            this.aimed.value = at
            if (at.piece !== undefined)
                this.picked.value = new Set([at.piece])
        })
        if (ways.length === 1 && this.isForeign(at.piece))
            this.choose(ways[0]!, at)
        else
            this.ask(ways, at)
        return true
    }

    /** One's own piece, when something is aimed at already: it acts too, or no longer. */
    private joins(id: string): boolean {
        const at = this.aimed.peek() ?? this.target()
        const field = this.field.peek()
        if (!at || !this.mayAct.peek() || !field.isOwn(id))
            return false
        const own = new Set([...this.picked.peek()].filter(field.isOwn))
        if (!own.delete(id))
            own.add(id)
        const { meant, others } = meantBy(field, choicesFor(field, this.menu.peek(), own), own, at)
        if (!meant.length || !own.size)
            return false
        batch(() => {
            this.aimed.value = at
            this.picked.value = new Set([...own, ...(at.piece === undefined ? [] : [at.piece])])
            this.mind.value = null
        })
        this.consider(meant, others, at)
        return true
    }

    /** The enemy that the move in mind, or the question, is about. */
    private target(): Place | null {
        const at = this.mind.peek()?.at ?? this.question.peek()?.at
        const isHeld = (hex: string | undefined) => hex !== undefined &&
            this.now.peek().pieces.some(p => p.hex === hex && this.isForeign(p.id))
        return at && (this.isForeign(at.piece) || isHeld(at.hex)) ? at : null
    }

    /** The one picked piece was pointed at again: what it may do where it stands, or let go. */
    private pickAgain(id: string) {
        const mind = this.mind.peek()
        const spot = onTheSpot(this.field.peek(), this.choices.peek(), this.picked.peek())
        if (mind && samePlace(mind.at, this.placeOf(id)))
            void this.commitPlain()
        else if (!mind && !this.question.peek() && spot.length)
            this.ask(spot, this.placeOf(id))
        else
            this.forget()
    }

    private hasOwnPicked(): boolean {
        const picked = [...this.picked.peek()]
        return picked.length > 0 && picked.every(this.field.peek().isOwn)
    }

    private isForeign(id: string | undefined): id is string {
        return id !== undefined && !this.field.peek().isOwn(id)
    }

    private meansTarget(id: string): boolean {
        return this.mayAct.peek() && this.isForeign(id) && this.hasOwnPicked()
    }

    private placeOf(id: string): Place {
        const piece = this.now.peek().pieces.find(p => p.id === id)
        return { piece: id, ...(piece?.hex ? { hex: piece.hex } : {}),
                 ...(piece?.base ? { x: piece.base.x, y: piece.base.y } : {}) }
    }

    /** What each of these ways may lead to, and what that promises. */
    async promised(ways: readonly Choice[]) {
        return Promise.all(ways.map(async ({ move }) => {
            const odds = await this.quietly(() => this.table.odds(move, SENSIBLY))
            return { odds, promise: odds?.chance }
        }))
    }

    /** Of these moves those that bring a goal of one's own nearer by themselves, and what happens with them. */
    async counting(ways: readonly Choice[]) {
        const seen = await Promise.all(ways.map(async choice => ({
            choice, seen: await this.quietly(() => this.table.preview(choice.move)) })))
        return seen.flatMap(({ choice, seen }) => !seen?.goal ? [] : [{ choice, goal: seen.goal,
            happens: seen.events.map(e => e.says || e.text).at(-1) ?? saysOf(choice) }])
    }

    /** Let these be seen: they are picked, and what was in mind is left. */
    show(ids: readonly string[]) {
        batch(() => {
            this.forget()
            this.picked.value = new Set(ids)
        })
    }

    // ---- pointing ----------------------------------------------------------------------------

    /** A place was pointed at. */
    point(at: Place) {
        if (this.later(() => this.point(at)))
            return
        const mind = this.mind.peek()
        if (!this.mayAct.peek()) {
            this.cancel()
            return
        }
        if (at.piece !== undefined && this.field.peek().isOwn(at.piece) && this.joins(at.piece))
            return
        if (mind && (samePlace(mind.at, at) || samePlace(ghostOf(mind), at))) {
            void this.commitPlain()
            return
        }
        const { meant, others } = meantBy(this.field.peek(), this.choices.peek(),
                                          this.picked.peek(), at)
        if (meant.length)
            this.consider(meant, others, at)
        else if (this.hasOwnPicked())
            void this.tryFor([...this.picked.peek()], at)
        else if (!this.aimAt(at))
            this.cancel()
    }

    isBare(): boolean {
        const { map } = this.table.plan
        return map !== undefined && !isHexMap(map)
    }

    /** Nothing offered leads there: the engine says how near one comes, and why no nearer. */
    private async tryFor(pieces: string[], at: Place, heading?: number) {
        const meant = ++this.meant
        this.thought.value = null
        if (this.isForeign(at.piece) && pieces[0] !== undefined)
            void this.thinkOf(pieces[0], at.piece)
        const drag = this.isForeign(at.piece) && !this.isBare() ? undefined
            : await this.drag(pieces, placeText(at, heading))
        if (meant !== this.meant)
            return
        if (!drag || isRefused(drag) && !drag.refused.para) {
            await this.tryForms(pieces, at)
        } else if (isRefused(drag)) {
            this.refuse(drag.refused, at)
        } else if (drag.because && !this.isBare()) {
            this.refuse(drag.because, at)
        } else {
            this.setMind(this.isOnward(drag.move, at) ? this.onwardMind(drag, { pieces, at, heading })
                : draggedMind(drag, at))
        }
    }

    // ---- decisions that belong together ------------------------------------------------------

    /** Was somebody sent who has only to be named first, and then goes? Whom he would attack is only thought of. */
    private isOnward(move: string, at: Place) {
        return opens(this.menu.peek(), move) && !this.isForeign(at.piece) && !this.table.holds
    }

    /** Named and sent at once: he is seen where he shall go. */
    private onwardMind(drag: Drag, onward: Onward): Mind {
        const { x = 0, y = 0 } = onward.at
        const first = this.field.peek().piece(onward.pieces[0] ?? '')?.base
        const changed = !first ? [] : this.now.peek().pieces.filter(p => onward.pieces.includes(p.id) && p.base)
            .map(p => ({ ...p, base: { ...p.base!, x: p.base!.x + x - first.x, y: p.base!.y + y - first.y } }))
        const short = this.menu.peek().choices.find(c => c.move === drag.move)?.short ?? ''
        return { ...draggedMind(drag, onward.at), short, changed, onward }
    }

    /** What may be done is known: whoever was named goes on, or is picked. */
    protected override offered() {
        const { onward } = this
        if (this.now.peek().turn.side !== this.opening)
            this.opening = undefined
        if (onward && this.opening !== undefined && !this.menu.peek().choices.some(c => c.opens)) {
            this.onward = undefined
            this.picked.value = new Set(onward.pieces)
            void this.tryFor(onward.pieces, onward.at, onward.heading)
                .then(() => this.mind.peek()?.because ? undefined : this.commitPlain())
            return
        }
        const able = this.opening === undefined || this.picked.peek().size ? undefined
            : onlyAble(this.field.peek(), this.menu.peek())
        if (able !== undefined)
            this.picked.value = new Set([able])
    }

    /** May closing words be said for the player? */
    private mayClose() {
        return !this.tookBack && !this.table.holds && !this.confirmAll.peek()
    }

    private say(end: Choice) {
        return this.decideWith(this.change(() => this.table.move(end.move, false, this.lines.peek().length), undefined, true)
            .then(async made => {
                await this.fresh
                return made
            }))
    }

    /** What was said for the player is taken back with what it followed from. */
    override async undo() {
        this.onward = undefined
        this.tookBack = true
        for (let left = Infinity; this.lines.peek().length < left && (left === Infinity || onlyEnd(this.menu.peek()));) {
            left = this.lines.peek().length
            await super.undo()
            await this.fresh
            if (this.table.shared)
                return
        }
    }

    /** Whoever is out of reach today may be attacked tomorrow: with what odds? */
    private async thinkOf(piece: string, enemy: string) {
        const { picked } = this
        const before = picked.peek()
        const asked = await this.quietly(() => this.table.meeting(piece, enemy))
        if (!asked)
            return
        const { game, scenario } = this.table.plan
        const inputs = Object.fromEntries([...asked.inputs.split('\n').filter(Boolean), `scenario=${scenario}`]
            .map(line => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
        const answer = await this.quietly(() => umpire.ask(game, asked.question, inputs))
        const isShown = this.refusal.peek()?.at?.piece === enemy || this.mind.peek()?.at?.piece === enemy ||
            !this.mind.peek() && !this.refusal.peek() && !this.question.peek()
        if (answer?.rows.length && picked.peek() === before && isShown)
            this.thought.value = { piece, enemy, question: asked.question, inputs, answer }
    }

    private async drag(pieces: string[], to: string): Promise<Drag | Refused | undefined> {
        try {
            const answer = await this.table.drag(pieces.join(','), to)
            return isFailed(answer) ? undefined : answer
        } catch {
            return undefined
        }
    }

    /** Write what was probably meant, and hear what the engine says to it. */
    private async tryForms(own: string[], at: Place) {
        const meant = this.meant
        const { plan } = this.table
        const forms = new Set([...this.choices.peek().map(c => c.form),
                               ...this.menu.peek().choices.map(c => c.form), ...plan.verbs])
        const target = this.isForeign(at.piece) ? at.piece : undefined
        for (const form of forms) {
            if (target !== undefined && hasPath(partsOf(plan, form)))
                continue // nobody marches on to the enemy: that is no answer to why he is not attacked
            const move = fillForm(plan, form, { own, target, hex: at.hex })
            const said = move ? await this.told(() => this.table.check(move)) : undefined
            if (meant !== this.meant)
                return
            if (!move || !said || isRefused(said) && !said.refused.para)
                continue
            if (isRefused(said))
                this.refuse(said.refused, at, move)
            else
                this.setMind({ ...plainMind(said.move), at })
            return
        }
        this.refuse({ para: '', text: '' }, at)
    }

    protected override refuse(said: { para: string; text: string; says?: string }, at?: Place, move = '') {
        batch(() => {
            this.mind.value = null
            this.question.value = null
            this.refusal.value = { at, move, para: said.para,
                                   text: toldText(this.table.plan, said),
                                   mayInsist: this.now.value.mode !== 'enforce' && move !== '' }
        })
    }

    // ---- the move in mind --------------------------------------------------------------------

    /** One way: it is in mind. Several: ask which. */
    private consider(meant: readonly Choice[], others: readonly Choice[], at: Place | undefined) {
        if (meant.length === 1)
            this.choose(meant[0]!, at, others)
        else
            this.ask([...meant, ...others], at)
    }

    private ask(choices: readonly Choice[], at: Place | undefined) {
        batch(() => {
            this.mind.value = null
            this.refusal.value = null
            this.question.value = { at, choices }
        })
    }

    /** An offer was chosen: made at once, if nothing is risked and it can be taken back; else it is
     *  in mind, and chosen again it is made. */
    choose(choice: Choice, at?: Place, others: readonly Choice[] = []) {
        const seen = this.lines.peek().length
        // A word that closes what was open when it was clicked must not close what came after.
        if (this.later(() => isBare(choice) && seen !== this.lines.peek().length
            ? undefined : this.choose(choice, at, others)))
            return
        if (this.mind.peek()?.move === choice.move)
            void this.commitPlain()
        else
            this.setMind(this.mindOf(choice, at, others), choice)
    }

    private mindOf(choice: Choice, at?: Place, others: readonly Choice[] = []): Mind {
        return { ...plainMind(choice.move, choice), others, at: at ?? this.aimOf(choice),
                 path: choice.path ? choice.hexes : [],
                 wastes: idleWaste(this.field.peek(), this.menu.peek(), choice) }
    }

    private aimOf(choice: Choice): Place | undefined {
        const { hexes, pieces } = aims(this.field.peek(), choice)
        const piece = pieces[0] ?? choice.pieces[0]
        return hexes.length ? { hex: hexes.at(-1)! } : piece ? this.placeOf(piece) : undefined
    }

    /** A typed line: checked, then in mind; false where it was not understood or not allowed. */
    async type(text: string): Promise<boolean> {
        const line = text.trim()
        const known = asTyped(this.menu.peek().choices, line)
        if (known) {
            if (this.mind.peek()?.move !== known.move)
                this.setMind(this.mindOf(known))
            return true
        }
        const said = await this.told(() => this.table.check(line))
        if (!said)
            return false
        if (isRefused(said))
            this.refuse(said.refused, undefined, line)
        else
            this.setMind(plainMind(said.move))
        return !isRefused(said)
    }

    /** A move comes to mind; `quick`: and is made at once where that can do no harm. */
    private setMind(mind: Mind, quick?: Choice) {
        batch(() => {
            this.question.value = null
            this.refusal.value = null
            this.mind.value = mind
        })
        const thought = this.think(++this.meant, quick)
        // Where somebody else is asked before a move is taken back, it is looked at first.
        if (quick && !this.confirmAll.peek() && !this.table.shared)
            void this.decideWith(thought.then(() => this.makeHarmless(mind.move, quick)))
    }

    private async makeHarmless(move: string, choice: Choice) {
        const isIt = () => this.mind.peek()?.move === move
        const odds = this.mind.peek()?.odds
        if (!isIt() || !odds || isRisky(odds))
            return
        const idle = this.mind.peek()!.wastes
        if (idle && (idle.grave || nextSide(odds) !== this.now.peek().turn.side))
            return // the others would act before it could be taken back
        const wastes = this.table.holds ? undefined // a teacher knows what he asks for
            : await futileWaste(this.table, this.now.peek(), this.menu.peek(), choice).catch(() => undefined)
        if (wastes && isIt())
            this.mind.value = { ...this.mind.peek()!, wastes }
        else if (isIt() && await this.commit())
            this.passed.value = this.table.holds ? null : idle ?? null // a teacher has said what to end
    }

    /** Fill in what the move would do and what it may lead to. */
    private async think(meant: number, choice?: Choice) {
        const mind = this.mind.peek()!
        if (!mind.changed.length)
            await this.preview(mind.move, meant)
        if (meant === this.meant)
            await this.countOdds(meant)
        if (choice && mind.wastes && meant === this.meant)
            await this.lookAtGoals(meant, choice, mind.wastes)
    }

    /** Is something left that the game is won by? */
    private async lookAtGoals(meant: number, choice: Choice, told: Waste) {
        const grave = await goalWaste(this.table, this.field.peek(), this.menu.peek(), choice, told)
            .catch(() => undefined)
        if (grave && meant === this.meant && this.mind.peek())
            this.mind.value = { ...this.mind.peek()!, wastes: grave }
    }

    private async preview(move: string, meant: number) {
        const preview = await this.quietly(() => this.table.preview(move))
        if (preview && meant === this.meant && this.mind.peek())
            this.mind.value = { ...this.mind.peek()!, changed: preview.changed, way: preview.way,
                                shapes: preview.shapes ?? [], gone: preview.gone,
                                events: preview.events,
                                says: preview.says || this.mind.peek()!.says }
    }

    private async countOdds(meant: number) {
        const { move, given, measure } = this.mind.peek()!
        const odds = await this.told(() => this.table.odds(move, given, measure))
        if (!odds || meant !== this.meant || !this.mind.peek())
            return
        if (isRefused(odds)) // what was supposed cannot be
            this.refusal.value = { at: undefined, move: given, ...odds.refused, mayInsist: false }
        else
            this.mind.value = { ...this.mind.peek()!, odds,
                                given: given === SENSIBLY ? odds.given ?? '' : given,
                                wastes: this.mind.peek()!.wastes ?? voidWaste(odds) }
    }

    /** Count anew: other suppositions, other things to count. */
    async suppose(given: string, measure: string) {
        const mind = this.mind.peek()
        if (!mind)
            return
        this.refusal.value = null
        this.mind.value = { ...mind, given, measure }
        await this.countOdds(++this.meant)
    }

    /** Make the move in mind unless it should be looked at first. */
    private async commitPlain() {
        const mind = this.mind.peek()
        if (!mind || mind.wastes || this.confirmAll.peek())
            return
        const odds = mind.odds ?? await this.quietly(() => this.table.odds(mind.move))
        if (this.mind.peek()?.move === mind.move && odds && !isRisky(odds))
            await this.commit()
    }

    /** Make the move in mind. */
    async commit(): Promise<boolean> {
        const mind = this.mind.peek()
        this.onward = mind?.onward
        return mind !== null && await this.make(mind.move, false, mind.at)
    }

    /** Make a refused move all the same, where the table allows it. */
    async insist() {
        const refusal = this.refusal.peek()
        if (refusal?.mayInsist)
            await this.make(refusal.move, true, refusal.at)
    }

    private async make(move: string, insist: boolean, at: Place | undefined): Promise<boolean> {
        if (!this.mayAct.peek())
            return false
        this.passed.value = null
        this.tookBack = false
        const { side } = this.now.peek().turn
        const named = opens(this.menu.peek(), move)
        if (named)
            this.opening = side
        return this.decideWith(this.change(() => this.table.move(move, insist, this.lines.peek().length),
                                           said => this.refuse(said, at, move), !named && this.opening === side)
            .then(async made => {
                await this.fresh
                const end = made && !named && this.opening === side && this.mayClose() && this.mayAct.peek() &&
                    onlyEnd(this.menu.peek())
                if (end) // all who were named have their orders
                    await this.say(end)
                return made
            }))
    }

    // ---- dragging ----------------------------------------------------------------------------

    /** Where the piece is held now, if the engine has not been asked about it yet. */
    private heldAt: { id: string; at: Place; heading: number | undefined } | null = null
    private isFollowing = false

    /** Take a piece in hand; false: it is not the player's to move. */
    private take(id: string): boolean {
        if (!this.mayAct.peek() || !this.field.peek().isOwn(id))
            return false
        if (!this.picked.peek().has(id))
            this.picked.value = new Set([id])
        return true
    }

    /** Those that go along with a dragged piece, itself first. */
    private together(id: string): string[] {
        return [id, ...[...this.picked.peek()].filter(other => other !== id)]
    }

    /** A piece is held over a place. The newest place wins; one question at a time. */
    dragOver(id: string, at: Place, heading?: number) {
        if (!this.take(id))
            return
        this.held.value = true
        this.heldAt = { id, at, heading }
        if (!this.isFollowing)
            void this.follow()
    }

    private async follow() {
        this.isFollowing = true
        while (this.heldAt) {
            const { id, at, heading } = this.heldAt
            this.heldAt = null
            if (this.isBare())
                await this.followBare(id, at, heading)
            else
                await this.followHex(at)
        }
        this.isFollowing = false
    }

    private async followHex(at: Place) {
        const { meant } = meantBy(this.field.peek(), this.choices.peek(), this.picked.peek(), at)
        const choice = meant[0]
        if (!choice) {
            this.mind.value = null
        } else if (choice.move !== this.mind.peek()?.move) {
            this.refusal.value = null
            this.mind.value = { ...plainMind(choice.move, choice), at,
                                path: choice.path ? choice.hexes : [] }
            await this.preview(choice.move, ++this.meant)
        }
    }

    private async followBare(id: string, at: Place, heading: number | undefined) {
        const meant = ++this.meant
        const drag = await this.drag(this.together(id), placeText(at, heading))
        if (!drag || meant !== this.meant)
            return
        if (isRefused(drag) && drag.refused.para)
            this.refuse(drag.refused, at)
        else if (!isRefused(drag))
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
        const picked = this.picked.peek()
        batch(() => {
            this.forget()
            this.picked.value = picked
        })
    }

    /** The piece was let go over a place. */
    async drop(id: string, at: Place, heading?: number) {
        const from = this.placeOf(id)
        this.heldAt = null
        this.held.value = false
        this.mind.value = null
        if (!this.take(id))
            return
        if (samePlace(from, at, NUDGE) && heading === undefined) {
            this.cancel()
            return
        }
        const { meant, others } = meantBy(this.field.peek(), this.choices.peek(),
                                          this.picked.peek(), at)
        if (meant.length)
            this.consider(meant, others, at)
        else
            await this.tryFor(this.together(id), at, heading)
        if (!this.mind.peek()?.because)
            await this.commitPlain()
    }
}
