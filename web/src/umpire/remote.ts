/* Tables of the server: docs/protocol.md. A page never holds what its side may not know, since the
 * server masks every answer. */
import type {
    Answer, Asked, Changed, Drag, Fields, Line, Lines, Meeting, Odds, Offers, Plan, Preview, Sight, State
} from './documents'
import type { Advice } from '../table/hint'
import { isResult, Pace } from './pace'
import {
    UMPIRE, type News, type Presence, type Rematch, type Said, type Shared, type Table
} from './table'

export interface ServerInfo { name: string; edition: string; tables: number }
export interface TableInfo {
    id: string; game: string; scenario: string; title: string
    sides: { name: string; seat: 'here' | 'link' | 'computer'; who: string }[]
    dice: 'rolled' | 'typed'; turn: string; over: boolean; lines: number; changed: number
    /** When it is cleared away if nobody plays, in seconds since 1970; and is that near? */
    expires: number; warned: boolean
}
export interface NewTable {
    scenario?: string; record?: string; set?: string[]
    seats: Record<string, string>; dice?: 'rolled' | 'typed'; mode?: string; undo?: 'ask' | 'free'
}
export interface MadeTable { id: string; tokens: Record<string, string> }

const api = (path: string) => new URL(`api/${path}`, document.baseURI)

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const unreachable = { error: { kind: 'system', text: 'the server cannot be reached' } } as const

async function fetched<T>(path: string, init?: RequestInit): Promise<Answer<T>> {
    try {
        const reply = await fetch(api(path), init)
        const type = reply.headers.get('Content-Type') ?? ''
        if (!type.startsWith('application/json'))
            return { error: { kind: 'system', text: `the server answered ${reply.status}` } }
        return await reply.json() as Answer<T>
    } catch {
        return unreachable
    }
}

/** A record is text; why there is none is JSON. */
async function fetchedRecord(id: string, token: string): Promise<Answer<{ record: string }>> {
    try {
        const reply = await fetch(api(`tables/${id}/record`), { headers: bearer(token) })
        return reply.ok ? { record: await reply.text() }
                        : await reply.json() as Answer<{ record: string }>
    } catch {
        return unreachable
    }
}

export const server = {
    /** Is this page served by `sandtable serve`? */
    info: () => fetched<ServerInfo>('server'),
    tables: () => fetched<TableInfo[]>('tables'),
    create: (table: NewTable) => fetched<MadeTable>('tables', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(table)
    }),
    record: fetchedRecord,
    remove: (id: string, token: string) => fetched<{ removed: string }>(`tables/${id}`, {
        method: 'DELETE', headers: bearer(token)
    })
}

interface Hello {
    side: number; watching: boolean; plan: Plan; state: State
    dice?: 'rolled' | 'typed'; here?: string[]; closed?: boolean; undo_asked?: string
    draw_asked?: string; said?: Said[]; undo?: 'ask' | 'free'
}

/** Something that is heard again and again, and at once as it last was. */
class Told<A extends unknown[]> {
    private readonly heard = new Set<(...what: A) => void>()
    constructor(private last?: A) {}

    tell(...what: A) {
        this.last = what
        for (const hear of this.heard)
            hear(...what)
    }

    on(hear: (...what: A) => void) {
        this.heard.add(hear)
        if (this.last)
            hear(...this.last)
        return () => { this.heard.delete(hear) }
    }
}

/** A connection that comes back by itself after it was lost; calls wait for it. */
class Wire {
    private socket: WebSocket | undefined
    private readonly waiting = new Map<number, (answer: unknown) => void>()
    private next = 1
    private tries = 0
    private closed = false
    private hello: { table: string; token?: string }
    onEvent: (event: Record<string, unknown>) => void = () => {}
    onHello: (hello: Answer<Hello>) => void = () => {}
    onLink: (up: boolean) => void = () => {}

    constructor(table: string, token?: string) {
        this.hello = token ? { table, token } : { table }
        this.connect()
    }

    private connect() {
        const url = new URL('ws', document.baseURI)
        url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
        const socket = new WebSocket(url, 'sandtable')
        this.socket = socket
        socket.onopen = () => {
            this.tries = 0
            void this.send<Hello>('hello', this.hello).then(hello => {
                this.onLink(true)
                this.onHello(hello)
            })
        }
        socket.onmessage = message => this.receive(String(message.data))
        socket.onclose = () => this.lost()
    }

    private receive(text: string) {
        const said = JSON.parse(text) as Record<string, unknown>
        if (typeof said['id'] !== 'number') {
            this.onEvent(said)
            return
        }
        const answer = this.waiting.get(said['id'])
        this.waiting.delete(said['id'])
        answer?.(said['error'] ? { error: said['error'] } : said['answer'])
    }

    private lost() {
        for (const answer of this.waiting.values())
            answer({ error: { kind: 'system', text: 'the connection was lost' } })
        this.waiting.clear()
        if (this.closed)
            return
        this.onLink(false)
        setTimeout(() => this.connect(), Math.min(250 * 2 ** this.tries++, 8000))
    }

    send<T>(call: string, args: object): Promise<Answer<T>> {
        if (this.socket?.readyState !== WebSocket.OPEN)
            return Promise.resolve({ error: { kind: 'system', text: 'there is no connection' } })
        const id = this.next++
        return new Promise(done => {
            this.waiting.set(id, answer => done(answer as Answer<T>))
            this.socket!.send(JSON.stringify({ id, call, args }))
        })
    }

    close() {
        this.closed = true
        this.socket?.close()
    }
}

type No = 'no' | 'withdrawn' | undefined
type HearUndo = Parameters<Shared['onUndo']>[0]

/** The seats of a rematch: whoever sat there is now opposite. */
const switched = (sides: readonly string[], seatOf: (side: string) => string) =>
    Object.fromEntries(sides.map((side, i) => [side, seatOf(sides[sides.length - 1 - i]!)]))

export class RemoteTable implements Table, Shared {
    readonly plan: Plan
    readonly side: number
    readonly watching: boolean
    readonly diceTyped: boolean
    private readonly here: Set<string>
    private readonly heard = new Set<(news: News) => void>()
    private readonly links = new Set<(up: boolean) => void>()
    readonly shared: Shared = this
    closed: boolean
    private readonly undos = new Set<HearUndo>()
    private undoAsked: string | null
    private readonly presence = new Told<[Presence]>()
    private readonly saying: Told<[readonly Said[]]>
    private said: readonly Said[]
    private readonly draws: Told<[string | null, No?]>
    private readonly rematches = new Told<[Rematch]>()
    private seats: Presence['seats'] = []
    private readonly undoFree: boolean
    /** The table was removed, while this page was there or was away. */
    onRemoved: () => void = () => {}
    private up = true
    readonly tells = new Pace(0)
    /** News is told one after another; so many wait, and so many lines are known. */
    private telling: Promise<void> = Promise.resolve()
    private untold = 0
    private known = 0

    private constructor(private readonly wire: Wire, hello: Hello) {
        this.plan = hello.plan
        this.side = hello.side
        this.watching = hello.watching
        this.diceTyped = hello.dice === 'typed'
        this.here = new Set(hello.here ?? [])
        this.closed = hello.closed ?? false
        this.undoAsked = hello.undo_asked ?? null
        this.undoFree = hello.undo === 'free'
        this.said = hello.said ?? []
        this.saying = new Told([this.said])
        this.draws = new Told<[string | null, No?]>([hello.draw_asked ?? null])
        wire.onEvent = event => this.event(event)
        wire.onLink = up => this.link(up)
        // Back after a while: whatever happened meanwhile is told as one piece of news.
        wire.onHello = again => {
            if ('plan' in again) {
                this.closed = again.closed ?? false
                this.tellUndo(again.undo_asked ?? null)
                this.draws.tell(again.draw_asked ?? null)
                this.saying.tell(this.said = again.said ?? [])
                void this.catchUp()
            } else if ('error' in again && again.error.kind === 'usage') { // no such table
                this.removed()
            }
        }
    }

    static open(table: string, token?: string): Promise<Answer<RemoteTable>> {
        const wire = new Wire(table, token)
        return new Promise(done => {
            wire.onHello = hello => {
                if ('plan' in hello) {
                    done(new RemoteTable(wire, hello))
                } else {
                    wire.close()
                    done(hello)
                }
            }
        })
    }

    private event(event: Record<string, unknown>) {
        if (event['event'] === 'removed')
            this.removed()
        if (event['event'] === 'undo')
            this.tellUndo(event['answer'] ? null : event['by'] as string,
                          event['answer'] as 'no' | 'withdrawn' | undefined)
        this.talk(event)
        if (event['event'] !== 'changed')
            return
        this.closed = event['closed'] === true
        this.tellUndo(null)
        this.draws.tell(null)
        const news = event['news'] as Lines
        this.tell({ from: event['from'] as number, lines: news.lines, state: event['state'] as State })
    }

    /** News comes all at once, and is told as it would be in this page: move by move, throw by throw. What was taken
     *  back or missed is told at once. */
    private tell(news: News) {
        if (news.from < this.known)
            this.tells.hurry()
        this.known = news.from + news.lines.length
        this.untold++
        this.telling = this.telling.then(() => this.tellSlowly(news)).finally(() => {
            if (--this.untold === 0)
                this.tells.hurried = false
        })
    }

    private async tellSlowly({ from, lines, state }: News) {
        if (!this.isOwn(lines[0]))
            await this.tells.rest()
        let begins = 0
        for (const [i, line] of lines.entries()) {
            const stops = isResult(line) || line.kind === 'move' && !this.isOwn(line)
            if (this.tells.isQuick || !stops || i === lines.length - 1)
                continue
            const then: Answer<State> = await this.state(from + i + 1)
            if ('error' in then)
                continue
            this.announce({ from: from + begins, lines: lines.slice(begins, i + 1), state: then, more: true })
            begins = i + 1
            await this.tells.rest()
        }
        this.announce({ from: from + begins, lines: lines.slice(begins), state, more: this.untold > 1 })
    }

    private announce(news: News) {
        this.tells.shown(news.lines)
        for (const hear of this.heard)
            hear(news)
    }

    /** Was it decided at this screen? */
    private isOwn(line: Line | undefined) {
        return line?.side !== undefined && (this.side === UMPIRE ? this.here.has(line.side)
            : this.plan.sides[this.side] === line.side)
    }

    /** What is beside the game: who is there, what is said and offered. */
    private talk(event: Record<string, unknown>) {
        switch (event['event']) {
        case 'seats':
            this.seats = (event as unknown as Presence).seats
            this.presence.tell(event as unknown as Presence)
            break
        case 'said':
            this.said = [...this.said, event as unknown as Said]
            this.saying.tell(this.said)
            break
        case 'draw':
            this.draws.tell(event['answer'] ? null : event['by'] as string, event['answer'] as No)
            break
        case 'rematch':
            this.rematches.tell(event as unknown as Rematch)
        }
    }

    onPresence = (heard: (who: Presence) => void) => this.presence.on(heard)
    onSaid = (heard: (said: readonly Said[]) => void) => this.saying.on(heard)
    onDraw = (heard: (by: string | null, no?: No) => void) => this.draws.on(heard)
    onRematch = (heard: (asked: Rematch) => void) => this.rematches.on(heard)
    say = (words: string) => this.wire.send<object>('say', { words })
    draw = (yes: boolean) => this.wire.send<object>('draw', { yes })
    resign = () => this.wire.send<Changed>('resign', {})

    /** The same scenario and options, new dice: the tags of the record without its lines. */
    async rematch(): Promise<Answer<Rematch>> {
        const { sides } = this.plan
        const own = sides[this.side]
        const got = await this.record()
        if (!('record' in got))
            return got
        const head = got.record.split('\n').filter(line => line.startsWith('[')).join('\n')
        const seat = (side: string) => this.seats.find(s => s.name === side)?.seat ?? 'link'
        const made = await server.create({
            record: `${head}\n\n`, undo: this.undoFree ? 'free' : 'ask',
            seats: switched(sides, side => seat(side).startsWith('computer') ? seat(side) : 'link')
        })
        if (!('tokens' in made))
            return made
        const mine = own === undefined ? sides[0]! : sides[sides.length - 1 - this.side]!
        if (own !== undefined && made.tokens[own])
            await this.wire.send<object>('rematch', { table: made.id, token: made.tokens[own] })
        return { by: own ?? '', table: made.id, token: made.tokens[mine] ?? '' }
    }

    private tellUndo(by: string | null, no?: 'no' | 'withdrawn') {
        this.undoAsked = by
        for (const hear of this.undos)
            hear(by, no)
    }

    onUndo(heard: HearUndo) {
        this.undos.add(heard)
        heard(this.undoAsked)
        return () => { this.undos.delete(heard) }
    }

    get mayClose() {
        return !this.watching && (this.side === UMPIRE || this.here.has(this.plan.sides[this.side]!))
    }

    private removed() {
        this.wire.close()
        this.onRemoved()
    }

    private async catchUp() {
        const [lines, state] = await Promise.all([this.lines(0), this.state()])
        if (!('error' in lines) && !('error' in state))
            this.tell({ from: 0, lines: lines.lines, state })
    }

    private link(up: boolean) {
        this.up = up
        for (const hear of this.links)
            hear(up)
    }

    see() {}

    mayDecide(state: State) {
        const { kind, side } = state.turn
        if (this.watching || kind !== 'decision' || side === undefined)
            return false
        return this.side === UMPIRE ? this.here.has(side) : this.plan.sides[this.side] === side
    }

    state = (line?: number) => this.wire.send('state', { line }) as Promise<State>
    fields = (name: string) => this.wire.send<Fields>('fields', { name })
    offers = (prefix = '') => this.wire.send('offers', { prefix }) as Promise<Offers>
    check = (move: string) => this.wire.send<{ move: string }>('check', { move })
    preview = (move: string) => this.wire.send<Preview>('preview', { move })
    drag = (piece: string, to: string) => this.wire.send<Drag>('drag', { piece, to })
    sight = (piece: string, target: string) => this.wire.send<Sight>('sight', { piece, target })
    meeting = (piece: string, enemy: string) => this.wire.send<Meeting>('meeting', { piece, enemy })
    odds = (move: string | null, given = '', measure = '') =>
        this.wire.send<Odds>('odds', { move, given, measure })
    hint = (move: string, glance = false) =>
        this.wire.send<Advice>('hint', { move, ...(glance ? { nodes: 0 } : {}) })
    async lines(from: number) {
        const said = await this.wire.send('lines', { from }) as Lines
        this.known = Math.max(this.known, from + (said.lines?.length ?? 0))
        return said
    }
    record = () => this.wire.send<{ record: string }>('record', {})
    svg = (line?: number) => this.wire.send<{ svg: string }>('svg', { line })

    move = (move: string, insist = false, seen?: number) =>
        this.wire.send<Changed>('move', { move, insist, seen })
    die = (face: number) => this.wire.send<Changed>('die', { face })
    undo = () => this.wire.send<Changed | Asked>('undo', {})
    grant = (yes: boolean) => this.wire.send<object>('grant', { yes })
    closeGame = () => this.wire.send<Changed>('close', {})
    note = (words: string) => this.wire.send<Changed>('note', { words })

    listen(heard: (news: News) => void) {
        this.heard.add(heard)
        return () => { this.heard.delete(heard) }
    }

    onLink(heard: (up: boolean) => void) {
        this.links.add(heard)
        heard(this.up)
        return () => { this.links.delete(heard) }
    }

    close() {
        this.wire.close()
        this.heard.clear()
        this.links.clear()
        this.undos.clear()
    }
}
