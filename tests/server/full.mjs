/* full.mjs PROGRAM - a disk that is full for a while, and an end asked for in the midst of it all.
 * What cannot be kept is refused and has not happened; when there is room again everybody goes on,
 * computers too. (The disk is full when files may not grow: prlimit, of util-linux, says so.) */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Server, folder, sleep } from './wire.mjs'

const SKIPPED = 77
const program = process.argv[2]
const work = folder(), data = path.join(work, 'data')
let server

if (spawnSync('prlimit', ['--version']).error) {
    console.log('server full: SKIPPED: there is no prlimit')
    process.exit(SKIPPED)
}

const filesMayGrow = limit =>
    execFileSync('prlimit', ['--pid', `${server.process.pid}`, `--fsize=${limit}:unlimited`])

function verify(id, text) {
    const file = path.join(work, `${id}.rec`)
    fs.writeFileSync(file, text)
    return JSON.parse(execFileSync(program, ['verify', '--json', file], { encoding: 'utf8' }))[0]
}

/* Somebody alone, somebody against a computer, two computers, and a removal. */
async function full() {
    const alone = await server.make({ scenario: 'shields/malfosse' })
    const against = await server.make({ scenario: 'shields/malfosse',
                                        seats: { English: 'computer:random' } })
    const doomed = await server.make({ scenario: 'blank/duel' })
    const page = await server.sit(alone.id, alone.tokens.umpire)
    const player = await server.sit(against.id, against.tokens.Norman)
    const guest = await server.sit(doomed.id)
    await page.must('note', { words: 'before' })
    const before = await page.must('state')
    const play = { English: 'computer:greedy', Norman: 'computer:greedy' }
    const both = await server.make({ scenario: 'shields/hastings', seats: play })
    const watcher = await server.sit(both.id)
    await watcher.changed()

    filesMayGrow(0)
    const heard = page.events.length
    for (let i = 0; i < 3; i++) {
        const { error } = await page.call('note', { words: `lost ${i}` })
        assert.equal(error?.kind, 'system')
        assert.match(error.text, /full|disk|I\/O/i)
        assert.ok(!error.text.includes('tables.db'), 'no paths of the machine')
    }
    assert.equal((await page.call('move', { move: 'done' })).error.kind, 'system')
    assert.equal((await server.post({ scenario: 'blank/duel' })).status, 503)
    assert.equal((await server.remove(doomed.id, doomed.tokens.umpire)).status, 503)
    assert.deepEqual(await page.must('state'), before, 'nothing has happened')
    assert.equal((await server.state(alone.id)).json.hash, before.hash)
    assert.equal(page.events.slice(heard).filter(e => e.event === 'changed').length, 0)
    assert.deepEqual((await server.get('/api/tables')).json.filter(t => t.damaged), [])
    assert.equal((await server.state(doomed.id)).status, 200)
    await sleep(500)
    const still = watcher.events.length
    await sleep(1500)
    assert.equal(watcher.events.length, still, 'the computers cannot go on')

    filesMayGrow('unlimited')
    await page.must('note', { words: 'after' })
    await watcher.until(() => watcher.events.length > still, 'that the computers go on by themselves')
    await player.must('move', { move: 'done' })
    await guest.must('state')
    assert.equal((await server.remove(doomed.id, doomed.tokens.umpire)).status, 200)
    await server.make({ scenario: 'blank/duel' })
    const { text } = await server.record(alone.id)
    assert.ok(text.includes('before') && text.includes('after') && !text.includes('lost'))
    assert.ok(verify(alone.id, text).sound)
    for (const p of [page, player, watcher, guest])
        p.close()
    console.log('full: refused, and gone on with when there was room')
}

/* Asked to end (SIGTERM) while many play: it ends at once, and what was answered is there. */
async function ended() {
    const tables = []
    for (let i = 0; i < 12; i++) {
        const t = await server.make({ scenario: 'shields/malfosse' })
        tables.push({ ...t, page: await server.sit(t.id, t.tokens.umpire), answered: 0 })
    }
    const writing = tables.map(async t => {
        try {
            for (;; t.answered++)
                await t.page.must('note', { words: `remark ${t.answered}` })
        } catch (e) {
            if (!/closed/.test(e.message))
                throw e
        }
    })
    const making = (async () => {
        try {
            for (;;)
                await server.make({ scenario: 'blank/duel' })
        } catch (e) {
            if (!/ECONN|hang up/.test(e.message))
                throw e
        }
    })()
    await sleep(300)
    await server.stop()
    await Promise.all([...writing, making])
    server = await Server.start(program, data)
    for (const t of tables) {
        const { text } = await server.record(t.id)
        assert.ok(t.answered > 0)
        for (let i = 0; i < t.answered; i++)
            assert.ok(text.includes(`remark ${i}`), `remark ${i} of ${t.answered}`)
        assert.ok(verify(t.id, text).sound)
    }
    const sum = tables.reduce((n, t) => n + t.answered, 0)
    console.log(`ended: ${sum} remarks were answered, and are there`)
}

try {
    server = await Server.start(program, data, '--limit', 'calls=60000', '--limit', 'burst=60000')
    await full()
    await ended()
    await server.stop()
    console.log('server full: all as it should be')
} finally {
    fs.rmSync(work, { recursive: true })
}
