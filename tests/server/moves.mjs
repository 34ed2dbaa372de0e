/* moves.mjs PROGRAM [PAGES] [SECONDS] [SCENARIO...] - how many durable moves a second the server takes.
 *
 * As many pages as told play random games at tables of their own, as fast as they are answered: a move or the face of
 * a die is sent when the one before it is answered, and that is when it is on the disk. The clock tells what this
 * machine manages with its disk and with the pages beside the server; the server's own processor time tells what the
 * server costs. Not a test: run it by hand.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Server, folder } from './wire.mjs'

const [program, pages = '16', seconds = '3', ...wanted] = process.argv.slice(2)
const scenarios = wanted.length ? wanted : ['shields/hastings', 'mons/mons', 'honour/pavia_1524',
                                            'skirmish/guildo_ford', 'guerre/cerignola_1503']
const work = folder()

/* Processor seconds of all threads so far. */
function used(pid) {
    const tasks = `/proc/${pid}/task`
    return fs.readdirSync(tasks).reduce((sum, t) =>
        sum + Number(fs.readFileSync(`${tasks}/${t}/schedstat`, 'utf8').split(' ')[0]) / 1e9, 0)
}

/* A random game as calls of a page. */
function game(scenario, sides, seed) {
    const file = path.join(work, 'game.rec')
    fs.rmSync(file, { force: true })
    execFileSync(program, ['play', scenario, ...sides.flatMap(s => ['--seat', `${s}=random`]), '--dice', `seed:${seed}`,
                           '--record', file, '--quiet'])
    return fs.readFileSync(file, 'utf8').split('\n\n').slice(1).join('\n').split('\n').flatMap(line => {
        const die = /^\. \S+ (-?\d+)/.exec(line), move = /^\d+ \S+  (.*)/.exec(line)
        return die ? [['die', { face: Number(die[1]) }]] : move ? [['move', { move: move[1] }]] : []
    })
}

async function play(server, scenario, calls, until, count) {
    while (performance.now() < until) {
        const { id, tokens } = await server.make({ scenario, dice: 'typed' })
        const page = await server.sit(id, tokens.umpire)
        page.onEvent = () => {}
        for (const [verb, args] of calls) {
            if (performance.now() > until)
                break
            const { lines } = await page.must(verb, args)
            if (!lines)
                throw new Error(`${scenario}: ${verb} ${JSON.stringify(args)} was refused`)
            count.n++
        }
        page.close()
    }
}

try {
    const server = await Server.start(program, path.join(work, 'data'), '--limit', 'calls=60000', '--limit', 'burst=60000')
    for (const scenario of scenarios) {
        const made = await server.make({ scenario }), one = await server.sit(made.id, made.tokens.umpire)
        const { sides } = one.hello.plan
        one.close()
        const some = Array.from({ length: 3 }, (_, i) => game(scenario, sides, i + 1)) // every line is synced: that takes its time
        const games = Array.from({ length: Number(pages) }, (_, i) => some[i % some.length])
        const count = { n: 0 }, start = performance.now(), before = used(server.process.pid)
        await Promise.all(games.map(g => play(server, scenario, g, start + Number(seconds) * 1000, count)))
        const spent = used(server.process.pid) - before, clock = (performance.now() - start) / 1000
        console.log(`${scenario}: ${(count.n / clock).toFixed(0)} moves and dice a second from ${pages} pages, ` +
                    `${(count.n / spent).toFixed(0)} a second of the server's processor time`)
    }
    await server.stop()
} finally {
    fs.rmSync(work, { recursive: true })
}
