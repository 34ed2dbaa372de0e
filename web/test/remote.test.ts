/* A table of the server, of which the wire is ours: what comes all at once is told as it happened. */
import assert from 'node:assert/strict'
import test from 'node:test'
import type { Line, State } from '../src/umpire/documents'
import { RemoteTable } from '../src/umpire/remote'
import type { News } from '../src/umpire/table'

const PACE = 20

class Socket {
    static readonly OPEN = 1
    static last: Socket
    readonly readyState = Socket.OPEN
    onopen = () => {}
    onmessage = (_: { data: string }) => {}
    onclose = () => {}
    constructor() {
        Socket.last = this
        queueMicrotask(() => this.onopen())
    }
    tell(said: object) {
        this.onmessage({ data: JSON.stringify(said) })
    }
    send(text: string) {
        const { id, call, args } = JSON.parse(text) as { id: number; call: string; args: { line?: number } }
        const answer = call === 'hello'
            ? { side: 0, watching: false, plan: { sides: ['A', 'B'] }, state: stateAt(0) }
            : stateAt(args.line ?? 99)
        queueMicrotask(() => this.tell({ id, answer }))
    }
    close() {}
}

/** A position that is known by the number of lines before it. */
const stateAt = (hash: number) => ({ hash: String(hash), pieces: [], turn: { kind: 'decision', side: 'A' } }) as unknown as State
const move = (side: string) => ({ kind: 'move', side, text: 'strike', events: [] }) as Line
const die = (fell: string) => ({ kind: 'die', dice: 'd6', value: 3,
                                 events: [{ kind: 'told', para: null, text: fell }] }) as Line

async function seated() {
    Object.assign(globalThis, { WebSocket: Socket, document: { baseURI: 'http://localhost/' } })
    const table = await RemoteTable.open('T', 'token')
    if (!(table instanceof RemoteTable))
        throw new Error(JSON.stringify(table))
    table.tells.pace = PACE
    const heard: { news: News; at: number }[] = []
    table.listen(news => heard.push({ news, at: performance.now() }))
    const changed = (from: number, lines: Line[]) =>
        Socket.last.tell({ event: 'changed', from, news: { lines }, state: stateAt(from + lines.length) })
    return { table, heard, changed }
}

const wait = (ms: number) => new Promise(done => setTimeout(done, ms))
const told = (heard: readonly { news: News }[]) =>
    heard.map(({ news }) => [news.from, news.lines.length, news.state.hash, news.more === true])

test('throws that come all at once are told one by one, each with the position it led to', async () => {
    const { heard, changed } = await seated()
    changed(0, [move('A'), die('one falls'), die('another falls'), move('B')])
    await wait(PACE * 12)
    assert.deepEqual(told(heard), [[0, 2, '2', true], [2, 1, '3', true], [3, 1, '4', false]])
    assert.ok(heard[1]!.at - heard[0]!.at >= PACE * 3, 'the first was looked at')
})

test('what the others do waits until the last throw was seen; one\'s own move does not', async () => {
    const { heard, changed } = await seated()
    changed(0, [move('A'), die('one falls')])
    changed(2, [move('B')])
    await wait(PACE * 8)
    assert.ok(heard[1]!.at - heard[0]!.at >= PACE * 3)
    changed(3, [die('nobody falls')])
    changed(4, [move('A')])
    await wait(PACE * 2)
    assert.equal(heard.length, 4)
})

test('what was taken back is told at once, after what it took back', async () => {
    const { heard, changed } = await seated()
    changed(0, [move('A'), die('one falls'), die('another falls'), die('all fall')])
    await wait(PACE)
    changed(1, [])
    await wait(PACE)
    assert.deepEqual(told(heard).slice(-2).map(([from]) => from), [2, 1])
    assert.deepEqual(told(heard).at(-1), [1, 0, '1', false])
})

test('whoever does not want to wait need not', async () => {
    const { table, heard, changed } = await seated()
    changed(0, [move('B'), die('one falls'), move('B'), die('another falls')])
    await wait(0)
    table.tells.hurry()
    await wait(PACE)
    assert.deepEqual(told(heard).at(-1), [1, 3, '4', false])
})
