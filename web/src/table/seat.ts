/* A seat at a table: what stands, what was played, what may be done, and whose eyes look at it.
 *
 * Signals, no DOM. It listens to the table's news and asks anew what is offered. What the player
 * points at and has in mind is play.ts. */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import {
    isFailed, isRefused, type Answer, type Asked, type Changed, type Line, type Odds, type Refused, type State
} from '../umpire/documents'
import { UMPIRE, type News, type Table } from '../umpire/table'
import { Field, menuOf, NOTHING, type Choice, type Menu } from './choices'
import { Company } from './company'
import { reportFrom } from './news'
import { Replay } from './replay'

/** How a table stands when a player sits down. */
export interface Standing { state: State; lines: readonly Line[] }

/** The sides that are decided at this screen. */
function sidesHere(table: Table, state: State): string[] {
    // A teacher seats the learner now here, now there: nobody else looks on, and nothing is handed over.
    return table.holds ? [] : table.plan.sides.filter(side =>
        table.mayDecide({ ...state, turn: { ...state.turn, kind: 'decision', side } }))
}

/** Can this table be looked at with other eyes? Only where the engine is in the page. */
const hasEyes = (table: Table) => table.plan.secrets && table.run !== undefined

/** Ask with the eyes of another side; the question is put at once, so that nobody else has them. */
function withEyes<T>(table: Table, side: number, ask: () => Promise<T>): Promise<T> {
    const before = table.side
    table.see(side)
    const asked = ask()
    table.see(before)
    return asked
}

/** Odds as they were asked for: what was supposed, what is counted. */
export interface Awaited { odds: Odds; given: string; measure: string }

export abstract class Seat {
    readonly now: ReadonlySignal<State>
    readonly lines: ReadonlySignal<readonly Line[]>
    readonly replay: Replay
    readonly menu = signal<Menu>(NOTHING)
    /** The engine or the server failed; not the player's fault. */
    readonly trouble = signal<string | null>(null)
    readonly up = signal(true)
    /** Whose eyes: 0, 1 or UMPIRE. */
    readonly eyes: ReadonlySignal<number>
    /** The side the screen must be handed to before anything is shown. */
    readonly cover = signal<string | null>(null)
    /** The first line that happened after the player's last move. */
    readonly since: Signal<number>
    readonly busy = signal(false)
    /** More has happened than is told so far. */
    readonly telling = signal(false)
    /** The side that asks whether it may take back its last decision; and that it was answered with no. */
    readonly undoAsked = signal<string | null>(null)
    readonly undoRefused = signal<'no' | 'withdrawn' | null>(null)
    /** Those at a table of the server. */
    company: Company | undefined
    /** Is that side decided at this screen? */
    isHere = (side: string) => this.humans.has(side)
    /** Odds of the die that players must type in. */
    readonly awaited = signal<Awaited | null>(null)

    private readonly now_: Signal<State>
    private readonly lines_: Signal<readonly Line[]>
    private readonly eyes_: Signal<number>
    private readonly stops: (() => void)[] = []
    private readonly humans: ReadonlySet<string>
    /** Lines as each pair of eyes saw them, with what followed, which is told only once. */
    private readonly seen = new Map<number, readonly Line[]>()
    private refreshed = 0
    /** What may be done is being asked anew until this is through. */
    protected fresh: Promise<void> = Promise.resolve()

    protected constructor(readonly table: Table, { state, lines }: Standing) {
        this.now = this.now_ = signal(state)
        this.lines = this.lines_ = signal(lines)
        this.eyes = this.eyes_ = signal(table.side)
        this.since = signal(lines.length)
        this.replay = new Replay(table, this.now_, this.lines_)
        this.humans = new Set(sidesHere(table, state))
    }

    /** With one player at the screen it is his; with two it is nobody's until one sits down. */
    protected static async look(table: Table): Promise<Answer<Standing>> {
        const state = await table.state()
        if (isFailed(state))
            return state
        const here = sidesHere(table, state)
        if (hasEyes(table) && here.length === 1)
            table.see(table.plan.sides.indexOf(here[0]!))
        const [own, lines] = await Promise.all([table.state(), table.lines(0)])
        return isFailed(own) ? own : isFailed(lines) ? lines : { state: own, lines: lines.lines }
    }

    protected async sitDown() {
        this.stops.push(this.table.listen(news => this.hear(news)),
                        this.table.onLink(up => { this.up.value = up }))
        const shared = this.table.shared
        if (shared) {
            this.company = new Company(shared, why => { this.trouble.value = why })
            this.stops.push(() => this.company?.close())
        }
        if (shared)
            this.stops.push(shared.onUndo((by, no) => batch(() => {
                this.undoAsked.value = by
                this.undoRefused.value = no ?? null
            })))
        await this.rememberFor(0)
        this.coverIfNeeded()
        await this.refresh()
        void this.table.run?.()
    }

    close() {
        this.refreshed++
        this.replay.stop()
        this.stops.forEach(stop => stop())
    }

    /** Whatever the player had in mind is over. */
    protected abstract forget(): void
    protected abstract refuse(said: { para: string; text: string }): void
    /** What may be done is known anew. */
    protected abstract offered(): void

    // ---- what is shown -----------------------------------------------------------------------

    /** The position on the board: now, or the past that is being watched. */
    readonly shown = computed<State>(() => this.replay.past.value ?? this.now.value)

    readonly field = computed(() => new Field(this.now.value.pieces, this.now.value.turn.side))

    private readonly isOpen = computed(() =>
        this.replay.at.value === null && this.cover.value === null && this.up.value)

    /** How people ended it, where no rule did: given up, or drawn. */
    readonly ended = computed<string | null>(() => {
        const last = this.lines.value.at(-1)
        const said = last?.kind === 'note' ? /^over: (.*)$/.exec(last.comment ?? '')?.[1] : undefined
        return said !== undefined && this.now.value.turn.kind !== 'over' ? said : null
    })

    /** How the rules let whoever decides here give up; else the table does. */
    readonly yields = computed<Choice | undefined>(() => this.menu.value.yields[0])

    /** Give up for the side of this screen. */
    async resign() {
        const side = this.ownSide.value ?? this.now.value.turn.side
        const said = this.yields.value?.move
        if (said !== undefined)
            await this.change(() => this.table.move(said, false, this.lines.peek().length))
        else if (this.company)
            await this.company.resign()
        else if (side !== undefined)
            await this.change(() => this.table.resign!(side))
    }

    /** May this page decide now, at this moment of the game? */
    readonly mayAct = computed(() => {
        const state = this.now.value
        if (this.ended.value !== null || this.telling.value)
            return false
        const side = this.table.plan.sides[this.eyes.value]
        return this.isOpen.value && this.table.mayDecide(state) &&
            (!hasEyes(this.table) || side === undefined || side === state.turn.side)
    })

    readonly mayTypeDie = computed(() => this.isOpen.value && this.table.diceTyped &&
        !this.table.watching && this.now.value.turn.kind === 'die')

    /** A computer in this page is about to decide. */
    readonly isThinking = computed(() => {
        const { turn } = this.now.value
        return this.replay.at.value === null && this.table.computers === true &&
            turn.kind === 'decision' && this.humans.size > 0 && !this.humans.has(turn.side ?? '')
    })

    /** The one side that is played at this screen, where it is only one. */
    readonly ownSide = computed<string | undefined>(() => {
        const sides = [...this.humans]
        return sides.length === 1 ? sides[0] : undefined
    })

    /** The first line that is told of now: of the others' turn, where one side is played here; else as `since`. */
    readonly reported = computed<number>(() => {
        const own = this.ownSide.value
        return own === undefined ? this.since.value : Math.min(this.since.value,
            reportFrom(this.lines.value, side => side === own))
    })

    // ---- news --------------------------------------------------------------------------------

    private hear(news: News) {
        batch(() => {
            this.lines_.value = [...this.lines_.value.slice(0, news.from), ...news.lines]
            this.now_.value = news.state
            this.telling.value = news.more ?? false
            this.since.value = news.since ?? Math.min(this.since.value, news.from)
            this.menu.value = NOTHING
            this.awaited.value = null
            this.forget()
            this.coverIfNeeded()
        })
        void this.rememberFor(news.from)
        this.fresh = this.refresh()
    }

    /** Ask anew what may be done. */
    private async refresh() {
        const refreshed = ++this.refreshed
        if (this.mayTypeDie.peek())
            await this.countAwaited('', '')
        if (!this.mayAct.peek()) {
            this.menu.value = NOTHING
            return
        }
        const offers = await this.told(() => this.table.offers())
        if (!offers || isRefused(offers) || refreshed !== this.refreshed)
            return
        this.menu.value = menuOf(this.table.plan, offers)
        this.offered()
    }

    async countAwaited(given: string, measure: string) {
        const odds = await this.told(() => this.table.odds(null, given, measure))
        if (!odds)
            this.awaited.value = null
        else if (isRefused(odds)) // what was supposed cannot be
            this.trouble.value = odds.refused.text
        else
            this.awaited.value = { odds, given, measure }
    }

    /** A call whose failure is told to the player and not thrown. */
    protected async told<T extends object>(call: () => Promise<Answer<T>>):
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
    protected async quietly<T extends object>(call: () => Promise<Answer<T>>):
        Promise<T | undefined> {
        try {
            const answer = await call()
            return isFailed(answer) || isRefused(answer) ? undefined : answer
        } catch {
            return undefined
        }
    }

    // ---- secrets at one screen ---------------------------------------------------------------

    /** What every pair of eyes saw of the lines from there on, for when they look. */
    private async rememberFor(from: number) {
        if (!hasEyes(this.table))
            return
        await Promise.all([UMPIRE, 0, 1].map(async side => {
            const lines = await withEyes(this.table, side,
                                         () => this.quietly(() => this.table.lines(from)))
            const before = this.seen.get(side) ?? []
            if (lines)
                this.seen.set(side, [...before.slice(0, from), ...lines.lines])
        }))
    }

    /** Two players at one screen and something hidden: between them the screen is covered. */
    private coverIfNeeded() {
        const { plan } = this.table
        const { kind, side } = this.now_.value.turn
        if (!hasEyes(this.table) || this.humans.size < 2 || kind === 'over')
            this.cover.value = null
        else if (kind === 'decision' && side !== undefined && this.humans.has(side) &&
                 plan.sides.indexOf(side) !== this.eyes.value)
            this.cover.value = side
    }

    /** Views to choose from: none while somebody at this screen could be cheated by looking. */
    readonly views = computed<number[]>(() => {
        const free = this.now.value.turn.kind === 'over' || this.humans.size === 0
        return hasEyes(this.table) && free ? [UMPIRE, 0, 1] : []
    })

    /** Whoever the screen was handed to has sat down; or a view was chosen. */
    async see(side: number) {
        this.table.see(side)
        const state = await this.told(() => this.table.state())
        if (!state || isRefused(state))
            return
        batch(() => {
            this.eyes_.value = side
            this.cover.value = null
            this.now_.value = state
            this.lines_.value = this.seen.get(side) ?? this.lines_.value
            this.forget()
        })
        await this.replay.refresh()
        await this.refresh()
    }

    // ---- changes -----------------------------------------------------------------------------

    /** Make a change; false: it was refused (which is told) or failed. `goesOn`: it belongs to the one before. */
    protected async change(call: () => Promise<Answer<Changed | Asked>>,
                           refused = (said: Refused['refused']) => this.refuse(said), goesOn = false) {
        if (this.busy.peek())
            return false
        this.busy.value = true
        if (!goesOn)
            this.since.value = this.lines.peek().length
        const said = await this.told(call)
        this.busy.value = false
        if (said && isRefused(said))
            refused(said.refused)
        return said !== undefined && !isRefused(said)
    }

    async typeDie(face: number) {
        if (this.mayTypeDie.peek())
            await this.change(() => this.table.die(face))
    }

    async note(words: string) {
        await this.change(() => this.table.note(words))
    }

    /** Take back one decision of the player's. A server takes back what computers decided since by
     *  itself, or asks whoever sits elsewhere; in this page they are taken back one by one. */
    async undo() {
        const back = () => this.change(() => this.table.undo())
        if (this.table.shared) {
            await back()
            return
        }
        const isOthers = () => {
            const { kind, side } = this.now.peek().turn
            return kind === 'decision' && this.humans.size > 0 && !this.humans.has(side ?? '')
        }
        let went = await back()
        while (went && isOthers())
            went = await back()
        if (isOthers())
            void this.table.run?.()
    }

    /** May this page answer whoever asks to take back? */
    readonly mayGrant = computed(() => {
        const by = this.undoAsked.value
        return by !== null && !this.table.watching && !this.humans.has(by)
    })

    async grant(yes: boolean) {
        const shared = this.table.shared
        const said = shared && await this.told(() => shared.grant(yes))
        if (said && isRefused(said))
            this.refuse(said.refused)
    }

    async closeGame() {
        const shared = this.table.shared
        if (shared)
            await this.change(() => shared.closeGame())
    }
}
