/* busy.mjs PROGRAM [TABLES] [SECONDS] [BACKGROUND] - many tables in play at once, some by computers.
 * Prints how long a move waits for its answer, by percentile; fails only where somebody is held up
 * beyond all measure, for a machine may be busy with other things. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { Server, folder, sleep } from './wire.mjs'

const [program, tables = '40', seconds = '4', computers = '10'] = process.argv.slice(2)
const work = folder()
const HELD_UP = 5000 // ms

const percentile = (sorted, p) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? NaN

function tell(what, times) {
    const sorted = [...times].sort((a, b) => a - b)
    const at = p => percentile(sorted, p).toFixed(1)
    console.log(`${what}: ${times.length} moves, median ${at(0.5)} ms, 90 % ${at(0.9)} ms, ` +
                `99 % ${at(0.99)} ms, longest ${at(1)} ms`)
    return percentile(sorted, 1)
}

/* Somebody who plays both sides, thinking a little before each move; a new table when it is over. */
async function play(server, scenario, until, think, times) {
    let page, moves = [], n = 0
    while (performance.now() < until) {
        if (!page) {
            const { id, tokens } = await server.make({ scenario })
            page = await server.sit(id, tokens.umpire)
        }
        const { offers } = await page.must('offers')
        moves = offers.flatMap(g => g.offers).filter(o => o.move).map(o => o.move)
        if (!moves.length) {
            page.close()
            page = undefined
            continue
        }
        await sleep(think * (0.5 + Math.random()))
        const start = performance.now()
        await page.must('move', { move: moves[n++ * 7 % moves.length] })
        times.push(performance.now() - start)
    }
    page?.close()
}

try {
    const server = await Server.start(program, path.join(work, 'data'), '--limit', 'calls=1000')
    const scenarios = ['shields/malfosse', 'shields/hastings', 'mons/nimy', 'guerre/teaching_ofanto',
                       'blank/duel']
    const alone = [], among = []

    const spans = Number(seconds) * 1000
    await Promise.all(Array.from({ length: Number(tables) }, (_, i) =>
        play(server, scenarios[i % scenarios.length], performance.now() + spans, 1000, alone)))
    const first = tell(`${tables} tables`, alone)

    const watched = []
    for (let i = 0; i < Number(computers); i++) {
        const scenario = scenarios[i % 4]
        const page = await server.sit((await server.make({ scenario })).id)
        const { sides } = page.hello.plan
        page.close()
        watched.push((await server.make({ scenario, seats: Object.fromEntries(
            sides.map(s => [s, 'computer:greedy'])) })).id)
    }
    await play(server, 'shields/malfosse', performance.now() + spans, 20, among)
    const second = tell(`one table beside ${computers} that computers play`, among)
    const list = (await server.get('/api/tables')).json.filter(t => watched.includes(t.id))
    const lines = list.reduce((sum, t) => sum + t.lines, 0)
    console.log(`computers: ${lines} lines at ${list.length} tables`)

    assert.ok(alone.length > Number(tables) && among.length > 10 && lines > 5 * list.length)
    assert.ok(first < HELD_UP && second < HELD_UP, 'nobody is held up')
    await server.stop()
    console.log('server busy: everybody was answered')
} finally {
    fs.rmSync(work, { recursive: true })
}
