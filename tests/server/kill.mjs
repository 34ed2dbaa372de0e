/* kill.mjs PROGRAM [ROUNDS] [SEED] - the server is killed (SIGKILL) at some moment, again and again,
 * while people and computers play. Whatever was answered or announced is there after the next start, and
 * every record is sound. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Server, folder, sleep } from './wire.mjs'

const [program, rounds = '8', seed = `${Date.now() % 100000}`] = process.argv.slice(2)
const work = folder()
const start = () => Server.start(program, path.join(work, 'data'), '--limit', 'calls=60000',
                                 '--limit', 'burst=60000')
let state = Number(seed)
const random = n => { // the same for the same seed, so far as the machine lets it be
    state = (state * 1103515245 + 12345) % 2 ** 31
    return Math.floor(state / 2 ** 31 * n)
}

/* One table with what its page was told last: so many lines, and the position after them. */
class Seen {
    constructor({ id, tokens }) {
        Object.assign(this, { id, tokens, lines: 0, hash: '', moves: 0, undos: 0, undoing: false })
    }

    hear(event) {
        this.lines = event.lines
        this.hash = event.state.hash
    }

    /* Moves, remarks and takes back until the connection breaks. */
    async play(server) {
        try {
            const page = await server.sit(this.id, this.tokens.umpire)
            this.check(page.hello.state)
            page.onEvent = event => event.event === 'changed' && this.hear(event)
            page.events.forEach(page.onEvent)
            const { lines } = await page.must('lines', { from: 0 })
            assert.ok(lines.length >= page.hello.state.lines) // a computer may have gone on
            for (;;)
                await this.step(page)
        } catch (e) {
            if (!/connection is closed|no upgrade/.test(e.message))
                throw e
        }
    }

    async step(page) {
        const now = await page.must('state')
        if (now.turn.kind === 'over')
            await page.closed.then(() => { throw new Error('the connection is closed') })
        const { offers } = await page.must('offers')
        const moves = offers.flatMap(g => g.offers).filter(o => o.move).map(o => o.move)
        const what = random(10)
        if (what === 0) {
            await page.must('note', { words: `remark ${this.moves}` })
        } else if (what === 1) {
            this.undoing = true
            const { answer } = await page.call('undo')
            this.undoing = false
            if (answer.lines < this.lines) // the answer comes before the event, and perhaps without it
                Object.assign(this, { lines: answer.lines, hash: '' })
            this.undos += !answer.refused
        } else if (moves.length) {
            const { answer } = await page.call('move', { move: moves[random(moves.length)] })
            assert.ok(answer.lines || answer.refused, JSON.stringify(answer))
            if (answer.refused) // the computer's turn
                await sleep(2)
            else
                this.moves++
        } else {
            await sleep(2)
        }
    }

    /* After a start: what was told is there, unless it was being taken back. */
    check(now) {
        assert.ok(this.undoing || now.lines >= this.lines,
                  `${this.id}: ${this.lines} lines were told, ${now.lines} are there`)
        this.hear({ lines: now.lines, state: now })
        this.undoing = false
    }

    async checkHash(server) {
        if (!this.hash || this.undoing)
            return 0
        const page = await server.sit(this.id, this.tokens.umpire)
        const then = await page.must('state', { line: this.lines })
        assert.equal(then.hash, this.hash, `${this.id}: the position after line ${this.lines}`)
        page.close()
        return 1
    }
}

try {
    let server = await start()
    const tables = []
    for (const wish of [{ scenario: 'blank/duel' }, { scenario: 'shields/malfosse' },
                        { scenario: 'shields/stamford', seats: { English: 'computer:random' } },
                        { scenario: 'mons/nimy' }, { scenario: 'guerre/teaching_ofanto' }]) {
        tables.push(new Seen(await server.make(wish)))
    }
    let compared = 0
    for (let round = 0; round < Number(rounds); round++) {
        const playing = tables.map(t => t.play(server))
        await sleep(30 + random(400))
        await server.kill()
        await Promise.all(playing)
        server = await start()
        for (const t of tables)
            compared += await t.checkHash(server)
    }
    const files = []
    for (const t of tables) {
        files.push(path.join(work, `${t.id}.rec`))
        fs.writeFileSync(files.at(-1), (await server.record(t.id, t.tokens.umpire)).text)
    }
    await server.stop()
    execFileSync(program, ['verify', ...files])
    const sum = key => tables.reduce((n, t) => n + t[key], 0)
    assert.ok(sum('moves') > Number(rounds) && compared > 0, 'something was played')
    console.log(`server kill: ${rounds} rounds (seed ${seed}), ${sum('moves')} moves and ${sum('undos')} ` +
                `taken back, ${compared} positions compared, nothing lost`)
} finally {
    fs.rmSync(work, { recursive: true })
}
