/* leak.mjs PROGRAM [DECISIONS] [SEED] - two worlds that differ only in what a side may not know give
 * that side the same bytes: what it is told, and what it is answered to whatever it asks.
 *
 * Worlds are made by the way: at a decision of one side two of its moves are made at two tables, or
 * the umpire moves one of its pieces there and not here. If the other side's state is the same
 * after both though the umpire's is not, that was secret, and nothing else may tell of it. They go on
 * together for a while, as long as the state stays the same.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Server, folder } from './wire.mjs'

const [program, decisions = '40', seed = '7'] = process.argv.slice(2)
const work = folder()
let state = Number(seed)
const random = n => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return Math.floor(state / 2 ** 31 * n)
}

/* Where there is something to hide sooner than by chance: lines as in a script. Other games with
 * secrets begin with each of their scenarios. */
const beginnings = {
    honour: [['honour/bicocca_1522', ['! set FA1 hex 1503', 'done*', 6, 1, 'activate FA1 attack', 1,
                                      'attack 1403', 'accept']]],
}
const LEAST = 5 // pairs of worlds of each game, else the test proves nothing

// ---- playing ---------------------------------------------------------------------------------

const movesOf = offers => offers.offers.flatMap(g => g.offers).filter(o => o.move).map(o => o.move)

/* A table with people at both seats, whom the umpire's page plays. */
class World {
    static async make(server, wish) {
        const w = new World()
        w.server = server
        Object.assign(w, await server.make({ ...wish, dice: 'typed', umpire: true }))
        w.umpire = await server.sit(w.id, w.tokens.umpire)
        w.sides = w.umpire.hello.plan.sides
        return w
    }

    now() {
        return this.umpire.must('state')
    }

    async say(line) {
        if (typeof line === 'number')
            return this.umpire.must('die', { face: line })
        if (line.startsWith('! '))
            return this.umpire.must('ruling', { text: line.slice(2) })
        if (!line.endsWith('*'))
            return this.umpire.must('move', { move: line })
        while ((await this.now()).turn.kind === 'decision') // as long as there is something to decide
            await this.umpire.must('move', { move: line.slice(0, -1) })
    }

    /* What lies open to the umpire at this moment, for one step: moves or faces. */
    async choices() {
        const { turn } = await this.now()
        if (turn.kind === 'over')
            return { turn, list: [] }
        return { turn, list: turn.kind === 'die' ? turn.faces.map(f => f.face)
                                                 : movesOf(await this.umpire.must('offers')) }
    }

    async watch(side) {
        this.page = await this.server.sit(this.id, this.tokens[this.sides[side]])
    }

    close() {
        this.umpire.close()
        this.page?.close()
    }
}

// ---- two worlds ------------------------------------------------------------------------------

/* Everything a page can ask for, in the same order each time. */
async function questionsFor(world) {
    const names = world.umpire.hello.plan.names.flatMap(l => l.names ?? l.name ?? [])
        .map(n => n.name ?? n).filter(n => typeof n === 'string')
    const { turn, list } = await world.choices()
    const some = turn.kind === 'decision' ? list.slice(0, 6) : []
    return [['state'], ['offers'], ['lines', { from: 0 }], ['svg'], ['fields'], ['record'],
            ...[...names, ...world.sides].slice(0, 60).map(name => ['fields', { name }]),
            ...[...some, ...world.tried].flatMap(move => [['check', { move }], ['preview', { move }]]),
            ...some.slice(0, 2).map(move => ['odds', { move }]), ['hint', { nodes: 0 }]]
}

function sameBytes(a, b, what) {
    const [x, y] = [a.page.heard, b.page.heard]
    for (let i = 0; i < Math.max(x.length, y.length); i++)
        if (x[i] !== y[i]) {
            let at = 0
            while (x[i]?.[at] === y[i]?.[at])
                at++
            const around = text => text?.slice(Math.max(0, at - 80), at + 80)
            assert.fail(`${what}: message ${i} differs at ${at}:\n${around(x[i])}\n${around(y[i])}`)
        }
}

/* Until both pages have heard of the line the umpire's pages have. */
async function settled(...worlds) {
    for (const w of worlds) {
        const { lines } = await w.now()
        await w.page.until(() => lines <= (w.page.events.filter(e => e.event === 'changed').at(-1)?.lines
                                           ?? w.page.hello.state.lines), 'the news')
    }
}

const seenBy = async w => (await w.server.state(w.id, w.token)).text

/* Both worlds asked the same; then one more step in both, as long as they look alike. */
async function together(a, b, what) {
    let steps = 0
    for (; steps < 6; steps++) {
        await settled(a, b)
        if (await seenBy(a) !== await seenBy(b))
            break // what was hidden lies open now
        const questions = await questionsFor(a)
        for (const w of [a, b]) {
            for (const [call, args] of questions)
                await w.page.call(call, args)
            assert.equal((await w.server.record(w.id, w.token)).status, 403)
        }
        sameBytes(a, b, `${what}, step ${steps}`)
        const x = await a.choices(), y = await b.choices()
        const common = x.list.filter(m => y.list.includes(m))
        if (!common.length || x.turn.kind !== y.turn.kind)
            break
        const next = common[random(common.length)]
        await a.say(next)
        await b.say(next)
    }
    return steps
}

/* Two lines, each said in a world of its own, and somebody who may not know which. */
async function compare(server, record, lines, other, what) {
    const worlds = []
    try {
        for (const line of lines) {
            const w = await World.make(server, { record })
            worlds.push(w)
            w.token = w.tokens[w.sides[other]]
            w.tried = lines.filter(l => !l.startsWith('! ')) // legal or not may not be told
            await w.watch(other)
            await w.say(line)
        }
        const [a, b] = worlds
        await settled(a, b)
        if ((await a.now()).hash === (await b.now()).hash || await seenBy(a) !== await seenBy(b))
            return 0 // nothing happened, or it was seen
        return await together(a, b, `${what}: ${lines.join(' | ')}`)
    } catch (e) {
        if (/"refused"/.test(e.message))
            return 0 // a ruling that makes no sense
        throw e
    } finally {
        worlds.forEach(w => w.close())
    }
}

// ---- games -----------------------------------------------------------------------------------

const pick = list => list[random(list.length)]

/* Two different moves of whoever decides. */
function twoMoves(turn, list) {
    const first = random(list.length), second = (first + 1 + random(list.length - 1)) % list.length
    return [list[first], list[second]]
}

/* A field of a piece that somebody sees otherwise than it is, as it is and changed: [lines, who may
 * not know]. */
async function twoRulings(truth) {
    const { pieces } = await truth.now()
    const other = random(2)
    const seen = (await truth.server.state(truth.id, truth.tokens[truth.sides[other]])).json.pieces
    const hidden = pieces.filter(p => p.side === truth.sides[1 - other] && !seen.some(
        q => JSON.stringify(p) === JSON.stringify(q)))
    if (!hidden.length)
        return null
    const name = pick(hidden).id
    const { fields } = await truth.umpire.must('fields', { name })
    const field = pick(fields.filter(f => f.settable && Number.isInteger(Number(f.text))))
    const as = value => `! set ${name} ${field.name} ${value}`
    return [[as(field.text), as(field.text === '0' ? 1 : Number(field.text) + pick([-7, -1, 1, 7]))], other]
}

async function search(server, scenario, script) {
    const truth = await World.make(server, { scenario })
    let pairs = 0, steps = 0
    const found = more => {
        pairs += more > 0
        steps += more
    }
    for (const line of script)
        await truth.say(line)
    for (let n = 0; n < Number(decisions); n++) {
        const { turn, list } = await truth.choices()
        if (!list.length)
            break
        const { record } = await truth.umpire.must('record')
        const what = `${scenario}, step ${n}`
        if (turn.kind === 'decision' && list.length > 1)
            found(await compare(server, record, twoMoves(turn, list), 1 - truth.sides.indexOf(turn.side),
                                what))
        const rulings = await twoRulings(truth)
        if (rulings)
            found(await compare(server, record, ...rulings, what))
        await truth.say(pick(list))
    }
    truth.close()
    return { pairs, steps }
}

try {
    const games = JSON.parse(execFileSync(program, ['games', '--json'], { encoding: 'utf8' }))
        .filter(g => g.secrets)
    assert.ok(games.length >= 2, 'there are games with secrets')
    for (const game of games) {
        const server = await Server.start(program, path.join(work, game.id), '--limit', 'calls=60000',
                                          '--limit', 'burst=60000')
        const starts = beginnings[game.id] ?? game.scenarios.map(s => [`${game.id}/${s}`, []])
        let pairs = 0, steps = 0
        for (const [scenario, script] of starts) {
            const found = await search(server, scenario, script)
            pairs += found.pairs
            steps += found.steps
        }
        await server.stop()
        console.log(`${game.id}: ${pairs} pairs of worlds alike through ${steps} steps`)
        assert.ok(pairs >= LEAST, `${game.id}: only ${pairs} pairs`)
    }
    console.log('server leak: nothing is told')
} finally {
    fs.rmSync(work, { recursive: true })
}
