/* A table: what the page needs of one game, wherever it is played.
 *
 * LocalTable is the engine in this page: hot-seat and against the computer, no server. RemoteTable
 * (remote.ts) is a seat at a table of the server. Pages and panels see only `Table`. */
import type {
    Answer, Asked, Changed, Drag, Fields, Line, Lines, Meeting, Odds, Offers, Plan, Preview, Sight, State
} from './documents'
import { isFailed, isRefused } from './documents'
import type { Advice } from '../table/hint'
import { isResult, Pace } from './pace'
import { engineCall, gameOfRecord } from './umpire'

/** Thought that a hint is worth waiting for; a review spends the same, so that the two agree. */
export const HINT_NODES = 2000

/** How a move was said, as sandtable_move counts it. */
const TYPED = 0, INSISTED = 1, CHOSEN = 2

export const UMPIRE = -1
export const PRESENT = -1

/** Told after every change: lines from `from` on are new, the rest is as it was. What the player has not seen yet
 *  begins at `since`, where the table knows better than his last move; `more`: it has happened already what comes next. */
export interface News { from: number; lines: Line[]; state: State; since?: number; more?: boolean }

/** What a table of the server has beside. */
export interface Shared {
    /** Told the side that asks to take back, or null when nobody does any more, and a no if there was one. */
    onUndo(heard: (by: string | null, no?: 'no' | 'withdrawn') => void): () => void
    grant(yes: boolean): Promise<Answer<object>>
    /** Is it closed, and may this seat close it when the game is over? */
    readonly closed: boolean
    readonly mayClose: boolean
    closeGame(): Promise<Answer<Changed>>
    /** Who is there, told anew when somebody comes or goes. */
    onPresence(heard: (who: Presence) => void): () => void
    /** What is said beside the game: all of it so far, the newest last. */
    onSaid(heard: (said: readonly Said[]) => void): () => void
    say(words: string): Promise<Answer<object>>
    /** Told the side that offers a draw, or null when nobody does any more, and a no if there was one. */
    onDraw(heard: (by: string | null, no?: 'no' | 'withdrawn') => void): () => void
    /** Offer one or agree to one; no: decline it, or withdraw one's own. */
    draw(yes: boolean): Promise<Answer<object>>
    resign(): Promise<Answer<Changed>>
    /** Told where the other side has laid another table, and with which token one sits there. */
    onRematch(heard: (asked: Rematch) => void): () => void
    /** Lay the table once more with sides switched; where to sit then. */
    rematch(): Promise<Answer<Rematch>>
}

export interface Presence {
    seats: readonly { name: string; seat: string; present: number }[]
    umpires: number; watchers: number
}
export interface Said { by: string; words: string }
export interface Rematch { by: string; table: string; token: string }

export interface Table {
    readonly plan: Plan
    /** Whose eyes every answer is for: 0, 1, or UMPIRE, who sees all and at a hot-seat plays all. */
    readonly side: number
    /** Look with the eyes of another side from now on; where a server masks, this changes nothing. */
    see(side: number): void
    /** May this page decide now? */
    mayDecide(state: State): boolean
    /** A lesson: it goes on when its words are read, or lets the other side act. */
    holds?(): Held | undefined
    /** Is the awaited die typed in by players? */
    readonly diceTyped: boolean
    readonly watching: boolean

    state(line?: number): Promise<State>
    fields(name: string): Promise<Answer<Fields>>
    offers(prefix?: string): Promise<Offers>
    check(move: string): Promise<Answer<{ move: string }>>
    preview(move: string): Promise<Answer<Preview>>
    /** The legal move of that piece which comes nearest: "0507", "X,Y" or "X,Y,HEADING" (um). */
    drag(piece: string, to: string): Promise<Answer<Drag>>
    /** How a piece shoots, and whether it may at that target ('': nobody in particular). */
    sight(piece: string, target: string): Promise<Answer<Sight>>
    /** The question that an attack of this piece on that one would be, near or far. */
    meeting(piece: string, enemy: string): Promise<Answer<Meeting>>
    odds(move: string | null, given?: string, measure?: string): Promise<Answer<Odds>>
    lines(from: number): Promise<Lines>
    record(): Promise<Answer<{ record: string }>>
    svg(line?: number): Promise<Answer<{ svg: string }>>

    /** `seen`: there were so many lines when it was chosen from what is offered. */
    move(move: string, insist?: boolean, seen?: number): Promise<Answer<Changed>>
    die(face: number): Promise<Answer<Changed>>
    undo(): Promise<Answer<Changed | Asked>>
    note(words: string): Promise<Answer<Changed>>
    /** What may be done after a move of one's own, which is not made. Where it can be had. */
    after?(move: string): Promise<Answer<Offers>>
    /** Three good moves, and how one's own compares, at a glance or thought about; why the last one was made.
     *  Where it can be had. */
    hint?(mine: string, glance?: boolean): Promise<Answer<Advice>>
    why?(): Promise<Answer<Advice>>

    /** Where others sit elsewhere: who asks to take back, and how that is answered; and the end of it all,
     *  after which nothing is taken back and the dice may be recomputed. */
    readonly shared?: Shared
    /** Let dice fall and computers play; a server does so by itself. Once is enough, twice no harm. */
    run?(): Promise<void>
    /** A side gives up; at a server that is `shared`. */
    resign?(side: string): Promise<Answer<Changed>>
    /** How fast things are told, or until somebody here decides at once. */
    readonly tells: Pace
    /** Computers play in this page. */
    readonly computers?: boolean
    /** Called after every change, also those of others; returns how to stop listening. */
    listen(heard: (news: News) => void): () => void
    /** Whether the table can be reached; a local one always can. */
    onLink(heard: (up: boolean) => void): () => void
    close(): void
}

export type Held = 'read' | 'foe'

/** Kinds of computer that the engine has. */
export const LEVELS = ['level:1', 'level:2', 'level:3', 'level:4', 'level:5'] as const
export const COMPUTERS: readonly string[] = [...LEVELS, 'greedy', 'random']

/** Who sits where at a local table: 'human', or a kind of computer. */
export type Seats = Record<string, string>

export interface LocalOptions {
    set?: string[]; seats: Seats; dice: 'rolled' | 'typed'; mode?: string; seed?: number
    /** Milliseconds between two moves of the computer, so that a player can follow; else none. */
    pace?: number
    /** A record that is only looked at: no die falls by itself, and nobody decides. */
    still?: boolean
}

let handles = 0

export class LocalTable implements Table {
    side = UMPIRE
    readonly watching = false
    private readonly heard = new Set<(news: News) => void>()
    private running = false
    private closed = false
    /** Counts what players did, so that what is told slowly stops when they do something. */
    private changes = 0
    private given = false
    readonly tells: Pace
    readonly computers = true

    /** What the engine said when the table was opened. */
    opened: Changed | undefined

    protected constructor(private readonly handle: string, readonly plan: Plan,
                        private readonly seats: Seats, readonly diceTyped: boolean,
                        private readonly seed: number, pace: number,
                        private readonly still: boolean) {
        this.tells = new Pace(pace)
    }

    static async open(name: string, options: LocalOptions): Promise<Answer<LocalTable>> {
        const seed = options.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!
        const words = [
            ...(options.set ?? []).map(s => `set ${s}`),
            ...Object.entries(options.seats).map(([side, who]) =>
                `seat ${side}=${who === 'human' ? who : `ai:${who}`}`),
            `dice ${options.dice === 'typed' ? 'hand' : `seed:${seed}`}`,
            ...(options.mode ? [`mode ${options.mode}`] : [])
        ]
        return LocalTable.make('open', [name, words.join('\n')], name.split('/')[0]!, options, seed)
    }

    /** Go on from a record; its first `lines` lines, or all of it. */
    static async load(record: string, options: LocalOptions, lines = PRESENT):
        Promise<Answer<LocalTable>> {
        const seed = options.seed ?? 1
        const typed = /^\[Dice "hand"\]/m.test(record)
        const table = await LocalTable.make('load', [record, lines],
            gameOfRecord(record) ?? 'unknown', { ...options, dice: typed ? 'typed' : 'rolled' }, seed)
        if (table instanceof LocalTable && lines === PRESENT)
            table.given = /^; over: .*$/m.test(record)
        return table
    }

    protected static async make(call: string, args: (string | number)[], game: string,
                                options: LocalOptions, seed: number, Kind = LocalTable):
        Promise<Answer<LocalTable>> {
        const handle = `table-${++handles}`
        const opened = await engineCall<Answer<Changed>>(handle, call, args, game)
        if (isRefused(opened) || isFailed(opened))
            return opened
        const plan = await engineCall<Plan>(handle, 'plan', [])
        const table = new Kind(handle, plan, options.seats, options.dice === 'typed', seed,
                               options.pace ?? 0, options.still ?? false)
        table.opened = opened
        return table
    }

    protected call<T>(name: string, ...args: (string | number | null)[]) {
        return engineCall<T>(this.handle, name, args)
    }

    see(side: number) {
        this.side = side
    }

    mayDecide(state: State) {
        const side = state.turn.side
        return !this.still && state.turn.kind === 'decision' && side !== undefined &&
            (this.seats[side] ?? 'human') === 'human'
    }

    state = (line = PRESENT) => this.call<State>('state', this.side, line)
    fields = (name: string) => this.call<Answer<Fields>>('fields', this.side, name)
    offers = (prefix = '') => this.call<Offers>('offers', this.side, prefix)
    check = (move: string) => this.call<Answer<{ move: string }>>('check', move)
    preview = (move: string) => this.call<Answer<Preview>>('preview', this.side, move)
    drag = (piece: string, to: string) =>
        this.call<Answer<Drag>>('drag', this.side, piece, to)
    sight = (piece: string, target: string) =>
        this.call<Answer<Sight>>('sight', this.side, piece, target)
    meeting = (piece: string, enemy: string) =>
        this.call<Answer<Meeting>>('meeting', this.side, piece, enemy)
    odds = (move: string | null, given = '', measure = '') =>
        this.call<Answer<Odds>>('odds', this.side, move, given, measure)
    lines = (from: number) => this.call<Lines>('lines', this.side, from)
    record = () => this.call<Answer<{ record: string }>>('record')
    svg = (line = PRESENT) => this.call<Answer<{ svg: string }>>('svg', this.side, line)

    move = (move: string, insist = false, seen?: number) =>
        this.change('move', move, insist ? INSISTED : seen === undefined ? TYPED : CHOSEN)
    die = (face: number) => this.change('die', face)
    undo = () => {
        this.given = false
        return this.change('undo')
    }
    note = (words: string) => this.change('note', words)

    /** On a copy of the game; in one breath, since calls of one handle are answered in their order. */
    after = async (move: string): Promise<Answer<Offers>> => {
        const written = await this.record()
        if (!('record' in written))
            return written
        const copy = <T>(name: string, ...args: (string | number)[]) =>
            engineCall<Answer<T>>(`${this.handle}-copy`, name, args, this.plan.game)
        const [, made, offers] = await Promise.all([copy<Changed>('load', written.record, PRESENT),
            copy<Changed>('move', move, CHOSEN), copy<Offers>('offers', this.side, ''), copy('close')])
        return isRefused(made) || isFailed(made) ? made : offers
    }

    hint = (mine: string, glance = false) =>
        this.call<Answer<Advice>>('hint', this.side, mine, glance ? 0 : HINT_NODES)
    why = () => this.call<Answer<Advice>>('why', this.side, HINT_NODES)
    /** Nothing is played any more: a remark says so, as a server writes it. */
    resign = async (side: string) => {
        const other = this.plan.sides.find(one => one !== side) ?? ''
        this.given = true
        return this.change('note', `over: ${side} resigns, ${other} wins`)
    }

    private async change(name: string, ...args: (string | number)[]): Promise<Answer<Changed>> {
        this.changes++
        const changed = await this.call<Answer<Changed>>(name, ...args)
        if (!isRefused(changed) && !isFailed(changed)) {
            await this.tell(changed)
            if (name !== 'undo') // taking back must not be undone by the next computer's move
                void this.run()
        }
        return changed
    }

    protected async tell(changed: Changed, since?: number) {
        const [{ lines }, state] = await Promise.all([this.lines(changed.from), this.state()])
        this.announce(changed.from, lines, state, since)
    }

    private announce(from: number, lines: Line[], state: State, since?: number) {
        for (const hear of this.heard)
            hear({ from, lines, state, ...(since === undefined ? {} : { since }) })
    }

    /** Let dice fall and computers play until a human must decide or the game is over. */
    async run() {
        if (this.running || this.still)
            return
        this.running = true
        let wait = 0
        try {
            while (!this.closed && !this.given && await this.goesOn()) {
                await this.tells.pause(wait)
                const lines = await this.step()
                if (!lines)
                    break
                wait = this.tells.lengthOf(lines)
            }
        } finally {
            this.running = false
            this.tells.hurried = false
        }
    }

    private whoDecides(state: State): string {
        return state.turn.side === undefined ? 'human' : (this.seats[state.turn.side] ?? 'human')
    }

    /** Does a die or a computer come next? */
    private async goesOn(): Promise<boolean> {
        const state = await this.state()
        return state.turn.kind === 'die' && !this.diceTyped ||
            state.turn.kind === 'decision' && this.whoDecides(state) !== 'human'
    }

    /** One die or decision, or as many dice as fall in a row; the lines that came of it. */
    private async step(): Promise<Line[] | null> {
        const state = await this.state()
        if (state.turn.kind === 'die' && !this.diceTyped)
            return this.goOn(await this.call<Answer<Changed>>('roll'))
        const who = this.whoDecides(state)
        if (state.turn.kind !== 'decision' || who === 'human')
            return null
        return this.goOn(await this.call<Answer<Changed>>('decide', who, this.seed))
    }

    /** What came of one fight is seen before the next: each throw is told by itself. */
    private async goOn(changed: Answer<Changed>): Promise<Line[] | null> {
        if (isRefused(changed) || isFailed(changed))
            return null
        const [{ lines }, state] = await Promise.all([this.lines(changed.from), this.state()])
        const { changes } = this
        let from = 0
        for (const [i, line] of lines.entries()) {
            if (this.tells.isQuick || !isResult(line) || i === lines.length - 1)
                continue
            const then = await this.state(changed.from + i + 1)
            this.announce(changed.from + from, lines.slice(from, i + 1), then)
            from = i + 1
            await this.tells.pause(this.tells.lengthOf([line]))
            if (changes !== this.changes) // somebody took it back while it was told
                return lines
        }
        this.announce(changed.from + from, lines.slice(from), state)
        return lines
    }

    listen(heard: (news: News) => void) {
        this.heard.add(heard)
        return () => { this.heard.delete(heard) }
    }

    onLink(heard: (up: boolean) => void) {
        heard(true)
        return () => {}
    }

    close() {
        this.closed = true
        this.heard.clear()
        void this.call('close')
    }
}
