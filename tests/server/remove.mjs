/* remove.mjs PROGRAM [ROUNDS] [SEED] - tables are removed: by those who may, with everybody told, and
 * whole. The server is killed (SIGKILL) in the midst of it: each table is there as it was, or not at
 * all; one whose removal was answered is not. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Page, Server, folder, sleep, within } from './wire.mjs'

const [program, rounds = '6', seed = `${Date.now() % 100000}`] = process.argv.slice(2)
const work = folder(), data = path.join(work, 'data')
let server

const listed = async id => (await server.get('/api/tables')).json.some(t => t.id === id)

async function refused(id, token, headers, status, words) {
    const reply = await server.remove(id, token, headers)
    assert.deepEqual([reply.status, reply.json.error.kind],
                     [status, status === 404 ? 'usage' : 'forbidden'], words)
    assert.match(reply.json.error.text, words)
}

async function removed(id, token) {
    const reply = await server.remove(id, token)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(reply.json, { removed: id })
    assert.equal(reply.headers.etag, undefined, 'nothing is there to be asked for again')
    assert.ok(!await listed(id))
}

/* Whoever laid the table; while the game runs, nobody else. */
async function whoMay() {
    const seats = { Norman: 'here', English: 'link' }
    const first = await server.make({ scenario: 'shields/malfosse', seats })
    const second = await server.make({ scenario: 'shields/malfosse', seats })
    const { id, tokens } = first
    const laid = /whoever laid this table/
    await refused(id, undefined, {}, 403, laid)
    await refused(id, tokens.English, {}, 403, laid)
    await refused(id, second.tokens.umpire, {}, 403, /not of this table/)
    await refused(id, 'x'.repeat(32), {}, 403, /not of this table/)
    await refused(id, undefined, { authorization: 'Basic eDp5' }, 403, /bearer/)
    await refused('f'.repeat(16), tokens.umpire, {}, 404, /no such table/)
    await refused('', tokens.umpire, {}, 404, /no such table/)
    await refused(`${id}/state`, tokens.umpire, {}, 404, /no such table/)
    for (const origin of ['http://evil.example', 'null', ''])
        await refused(id, tokens.umpire, { origin }, 403, /somewhere else/)
    const none = await server.request('DELETE', `/api/tables/${id}`,
                                      { headers: { authorization: `Bearer ${tokens.umpire}` } })
    assert.equal(none.status, 403, 'without an origin')
    assert.equal((await server.remove(id, tokens.umpire, { host: 'evil.example' })).status, 421)
    assert.ok(await listed(id))

    const before = (await server.get('/api/server')).json.tables
    await removed(id, tokens.Norman) // sits where the table was laid
    await removed(second.id, second.tokens.umpire)
    assert.equal((await server.get('/api/server')).json.tables, before - 2)
    await refused(id, tokens.Norman, {}, 404, /no such table/)
    assert.equal((await server.state(id, tokens.umpire)).status, 404)
    assert.equal((await server.record(id, tokens.umpire)).status, 404)
    console.log('who may: whoever laid the table, from its own page')
}

/* When it is over nothing can be spoilt any more; where nobody laid it here, any seat may. */
async function overOrOwnerless() {
    const file = path.join(work, 'over.rec')
    execFileSync(program, ['play', 'blank/duel', '--seat', 'North=random', '--seat', 'South=random',
                           '--dice', 'seed:5', '--record', file, '--quiet'])
    const link = { North: 'link', South: 'link' }
    const over = await server.make({ record: fs.readFileSync(file, 'utf8'), seats: link })
    const page = await server.sit(over.id, over.tokens.South)
    assert.equal(page.hello.state.turn.kind, 'over')
    page.close()
    await refused(over.id, undefined, {}, 403, /whoever laid/)
    await removed(over.id, over.tokens.South)

    const hidden = JSON.parse(execFileSync(program, ['games', '--json'], { encoding: 'utf8' }))
        .find(g => g.secrets)
    const scenario = `${hidden.id}/${hidden.scenarios[0]}`
    const { id } = await server.make({ scenario })
    const sides = (await server.get('/api/tables')).json.find(t => t.id === id).sides.map(s => s.name)
    const apart = await server.make({ scenario,
                                      seats: Object.fromEntries(sides.map(s => [s, 'link'])) })
    assert.deepEqual(Object.keys(apart.tokens), sides, 'no umpire')
    await refused(apart.id, undefined, {}, 403, /secrets/)
    await removed(apart.id, apart.tokens[sides[1]])
    console.log('finished tables, and those that nobody laid here: any seat')
}

/* Everybody there is told, and may sit down elsewhere; what they ask in that moment is answered. */
async function told() {
    const { id, tokens } = await server.make({ scenario: 'blank/duel' })
    const other = await server.make({ scenario: 'blank/duel' })
    const pages = [await server.sit(id, tokens.North), await server.sit(id, tokens.umpire),
                   await server.sit(id)]
    const calls = Array.from({ length: 30 }, (_, i) => pages[0].call('note', { words: `${i}` }))
    const going = server.remove(id, tokens.umpire)
    const more = Array.from({ length: 20 }, () => pages[2].call('svg'))
    const late = await Page.open(server.port)
    const hello = late.call('hello', { table: id, token: tokens.South })
    assert.equal((await going).status, 200)
    for (const { answer, error } of await Promise.all([...calls, ...more]))
        assert.ok(answer || error.kind === 'usage', JSON.stringify({ answer, error }))
    const sat = await hello
    assert.ok(sat.answer || sat.error.kind === 'usage')
    for (const p of pages) {
        await p.until(() => p.events.some(e => e.event === 'removed'), 'that it was removed')
        assert.equal(p.events.filter(e => e.event === 'removed').length, 1)
        assert.equal(p.events.at(-1).event, 'removed', 'the last that is heard of it')
        assert.equal((await p.call('state')).error.kind, 'usage')
        assert.equal((await p.call('hello', { table: id })).error.kind, 'usage')
        await p.must('hello', { table: other.id, token: other.tokens.North })
        await p.must('state')
        p.close()
    }
    late.close()
    await removed(other.id, other.tokens.umpire)
    console.log('told: everybody at the table')
}

/* Two computers that would play on for long. */
async function computers() {
    const seats = { English: 'computer:greedy', Norman: 'computer:greedy' }
    const { id, tokens } = await server.make({ scenario: 'shields/hastings', seats })
    const watcher = await server.sit(id)
    await watcher.changed()
    await removed(id, tokens.umpire)
    await watcher.until(() => watcher.events.some(e => e.event === 'removed'), 'that it was removed')
    const heard = watcher.events.length
    await sleep(300)
    assert.equal(watcher.events.length, heard, 'nobody plays there any more')
    watcher.close()
    console.log('computers: they play no more')
}

/* The token of a removed table is of no use at one that came after it, even on a connection that
 * has shown it before. */
async function oldTokens() {
    const http = await import('node:http')
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const state = (id, token) => new Promise((yes, no) => {
        http.get({ host: '127.0.0.1', port: server.port, path: `/api/tables/${id}/state`, agent,
                   headers: { authorization: `Bearer ${token}` } },
                 reply => reply.resume().on('end', () => yes(reply.statusCode))).on('error', no)
    })
    for (let i = 0; i < 20; i++) {
        const { id, tokens } = await server.make({ scenario: 'blank/duel' })
        assert.equal(await state(id, tokens.umpire), 200)
        await removed(id, tokens.umpire)
        const next = await server.make({ scenario: 'blank/duel' })
        assert.equal(await state(next.id, tokens.umpire), 403)
        await removed(next.id, next.tokens.umpire)
    }
    agent.destroy()
    console.log('old tokens: of no use')
}

/* Its record brings it back. */
async function restored() {
    const { id, tokens } = await server.make({ scenario: 'shields/malfosse' })
    const page = await server.sit(id, tokens.umpire)
    await page.must('move', { move: 'done' })
    const { hash } = await page.must('state')
    const { text } = await server.record(id, tokens.umpire)
    await removed(id, tokens.umpire)
    page.close()
    const back = await server.make({ record: text })
    assert.notEqual(back.id, id)
    assert.equal((await server.state(back.id)).json.hash, hash)
    await removed(back.id, back.tokens.umpire)
    console.log('restored: from its record')
}

/* Room for tables is room again; of two who remove one at once, one has. */
async function room() {
    const own = await Server.start(program, path.join(work, 'few'), '--limit', 'tables=3')
    for (let i = 0; i < 30; i++) {
        const made = []
        for (let k = 0; k < 3; k++)
            made.push(await own.make({ scenario: 'blank/duel' }))
        assert.equal((await own.post({ scenario: 'blank/duel' })).status, 503)
        const codes = await Promise.all(made.flatMap(({ id, tokens }) =>
            [own.remove(id, tokens.umpire), own.remove(id, tokens.North)]))
        for (let k = 0; k < 3; k++)
            assert.deepEqual(codes.slice(2 * k, 2 * k + 2).map(r => r.status).sort(), [200, 404])
    }
    assert.deepEqual((await own.get('/api/tables')).json, [])
    await own.stop()
    console.log('room: what is removed makes room')
}

// ---- killed in the midst of it ---------------------------------------------------------------

let state = Number(seed)
const random = n => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return Math.floor(state / 2 ** 31 * n)
}

const start = () => Server.start(program, data, '--limit', 'calls=60000', '--limit', 'burst=60000')

/* Remarks, so that there are lines that could be left over, then the end of it. */
async function removeSoon(t) {
    try {
        for (let n = random(8); n > 0; n--) {
            await t.page.must('note', { words: `remark ${n}` })
            t.lines++
        }
        t.asked = true
        const { status } = await server.remove(t.id, t.tokens.umpire)
        assert.equal(status, 200)
        t.answered = true
    } catch (e) {
        if (!/closed|ECONN|hang up/.test(e.message))
            throw e
    }
}

async function killed() {
    let gone = 0, stayed = 0
    for (let round = 0; round < Number(rounds); round++) {
        const tables = []
        for (let i = 0; i < 20; i++) {
            const t = await server.make({ scenario: 'shields/malfosse' })
            const page = await server.sit(t.id, t.tokens.umpire)
            tables.push({ ...t, page, lines: page.hello.state.lines, asked: false, answered: false })
        }
        const going = tables.map(removeSoon)
        await sleep(random(60))
        await server.kill()
        await Promise.all(going)
        server = await start()
        const there = (await server.get('/api/tables')).json
        for (const t of tables) {
            const now = there.find(x => x.id === t.id)
            assert.ok(now || t.asked, 'nobody asked for that')
            assert.ok(!now || !t.answered, 'what was answered is so')
            if (!now) {
                gone++
                continue
            }
            const { text } = await server.record(t.id, t.tokens.umpire)
            const file = path.join(work, `${t.id}.rec`)
            fs.writeFileSync(file, text)
            const [said] = JSON.parse(execFileSync(program, ['verify', '--json', file],
                                                   { encoding: 'utf8' }))
            assert.deepEqual([said.sound, said.lines >= t.lines, said.lines], [true, true, now.lines])
            assert.equal((await server.remove(t.id, t.tokens.umpire)).status, 200)
            stayed++
        }
        assert.ok(tables.every(t => t.page.isClosed))
    }
    console.log(`killed: ${rounds} rounds (seed ${seed}), ${gone} tables gone, ${stayed} whole`)
}

try {
    server = await start()
    await whoMay()
    await overOrOwnerless()
    await told()
    await computers()
    await oldTokens()
    await restored()
    await room()
    await killed()
    const left = (await server.get('/api/tables')).json.map(t => t.id).sort()
    await server.stop()
    server = await start()
    assert.deepEqual((await server.get('/api/tables')).json.map(t => t.id).sort(), left)
    await within(20_000, server.stop(), 'the end')
    console.log('server remove: all as it should be')
} finally {
    fs.rmSync(work, { recursive: true })
}
