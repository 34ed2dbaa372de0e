/* game.mjs PROGRAM - tables over the wire: made, played, watched, refused, taken back, finished. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Page, Server, folder, sleep } from './wire.mjs'

const program = process.argv[2]
const work = folder()
let server

/* An offer of the one whose turn it is, by a rule that is the same every time. */
async function someMove(page, n) {
    const { offers } = await page.must('offers')
    const moves = offers.flatMap(g => g.offers).filter(o => o.move).map(o => o.move)
    return moves[n * 7 % moves.length]
}

function verify(name, text) {
    const file = path.join(work, `${name}.rec`)
    fs.writeFileSync(file, text)
    return JSON.parse(execFileSync(program, ['verify', '--json', file], { encoding: 'utf8' }))[0]
}

const refusedBecause = async (page, call, args, words) => {
    const { answer } = await page.call(call, args)
    assert.equal(answer?.refused?.para, '', `${call}: ${JSON.stringify(answer)}`)
    assert.match(answer.refused.text, words)
}

/* Two people far from each other, to the end: each hears the same, and the record is sound. */
async function wholeGame() {
    const { id, tokens } = await server.make({ scenario: 'blank/duel',
                                               seats: { North: 'link', South: 'link' } })
    assert.deepEqual(Object.keys(tokens), ['North', 'South', 'umpire'])
    const pages = [await server.sit(id, tokens.North), await server.sit(id, tokens.South)]
    const watcher = await server.sit(id)
    assert.deepEqual(pages.map(p => p.hello.side), [0, 1])
    assert.deepEqual([watcher.hello.side, watcher.hello.watching], [-1, true])
    assert.deepEqual(pages[0].hello.here, [])
    await pages[0].until(() => pages[0].events.some(e => e.watchers === 1), 'the watcher is told of')

    const { sides } = pages[0].hello.plan
    let { state } = pages[0].hello, moves = 0
    while (state.turn.kind !== 'over') {
        assert.equal(state.turn.kind, 'decision', 'the server rolls the dice')
        const turn = sides.indexOf(state.turn.side), mine = pages[turn], other = pages[1 - turn]
        const move = await someMove(mine, moves++)
        await refusedBecause(other, 'move', { move }, /it is for \w+ to decide/)
        const heard = pages.map(p => p.events.length)
        const before = state.lines
        assert.deepEqual((await mine.must('move', { move })).from, before)
        const told = await Promise.all(pages.map((p, i) => p.changed(heard[i])))
        assert.equal(told[0].from, before)
        assert.equal(told[0].lines, told[0].state.lines)
        assert.equal(told[0].news.lines.length, told[0].lines - before)
        assert.deepEqual(told[0].news.lines, told[1].news.lines)
        assert.equal(told[0].state.hash, told[1].state.hash)
        state = told[turn].state
        assert.ok(moves < 2000, 'it ends')
    }
    await refusedBecause(pages[0], 'move', { move: 'wait' }, /over/)
    assert.match((await server.record(id)).text, /\[Dice "hand"\]/, 'an umpire could still take back')
    const umpire = await server.sit(id, tokens.umpire)
    await umpire.must('close')
    umpire.close()
    const record = (await server.record(id)).text
    assert.match(record, /\[Dice "seed:\d+"\]/)
    assert.deepEqual([verify('whole', record).sound, verify('whole', record).lines],
                     [true, state.lines])
    assert.equal((await pages[0].must('record')).record, record)
    const [listed] = (await server.get('/api/tables')).json
    assert.deepEqual([listed.id, listed.over, listed.lines, listed.damaged],
                     [id, true, state.lines, undefined])
    assert.equal((await watcher.must('lines', { from: 0 })).lines.length, state.lines)
    for (const p of [...pages, watcher])
        p.close()
    console.log(`a whole game of ${moves} decisions, ${state.lines} lines, sound`)
}

/* Who may not is told so, and nothing changes. */
async function refusals() {
    const { id, tokens } = await server.make({ scenario: 'shields/malfosse',
                                               seats: { Norman: 'here', English: 'link' } })
    const norman = await server.sit(id, tokens.Norman), english = await server.sit(id, tokens.English)
    const umpire = await server.sit(id, tokens.umpire), watcher = await server.sit(id)
    const stranger = await Page.open(server.port)
    const wrong = tokens.Norman.replace(/.$/, c => c === '0' ? '1' : '0')

    for (const token of [wrong, '', 'x'.repeat(5000), tokens.Norman.toUpperCase() + ' ', 17]) {
        const { error } = await stranger.call('hello', { table: id, token })
        assert.equal(error.kind, 'forbidden', `token ${token}`)
    }
    assert.equal((await stranger.call('hello', { table: 'f'.repeat(16) })).error.kind, 'usage')
    assert.equal((await stranger.call('state')).error.kind, 'usage', 'hello comes first')
    assert.equal((await norman.call('hello', { table: id })).error.kind, 'usage', 'only once')
    assert.equal((await norman.call('dance')).error.kind, 'usage')
    assert.equal((await norman.call('move', {})).error.kind, 'usage')
    assert.equal((await server.state(id, wrong)).status, 403)

    const { turn } = norman.hello.state
    const [mine, other] = turn.side === 'Norman' ? [norman, english] : [english, norman]
    const move = await someMove(mine, 1)
    await refusedBecause(other, 'move', { move }, /it is for/)
    await refusedBecause(watcher, 'move', { move }, /watching/)
    await refusedBecause(watcher, 'note', { words: 'hm' }, /watching/)
    await refusedBecause(watcher, 'undo', {}, /watching/)
    await refusedBecause(mine, 'ruling', { text: 'set turn 2' }, /umpire/)
    await refusedBecause(mine, 'die', { face: 3 }, /rolled by the server/)
    const { answer } = await mine.call('move', { move: 'fly N1 0101' })
    assert.ok(answer.refused, 'no such verb')
    assert.equal((await umpire.must('state')).lines, 1, 'nothing has changed')

    // The umpire's token holds the seats that are here, and no others.
    if (turn.side === 'Norman')
        await umpire.must('move', { move })
    else
        await refusedBecause(umpire, 'move', { move }, /English/)
    await umpire.must('note', { words: 'è <b>bold</b> ♣ "quoted" \\' })
    const { lines } = await watcher.must('lines', { from: 0 })
    assert.equal(lines.at(-1).comment, 'è <b>bold</b> ♣ "quoted" \\')
    const long = await umpire.call('note', { words: 'x'.repeat(9000) })
    assert.equal(long.error.kind, 'limit')
    const ends = await umpire.call('note', { words: 'two\n[Dice "seed:1"]' })
    assert.equal(ends.answer.error.kind, 'usage', 'a line is one line')
    for (const p of [norman, english, umpire, watcher, stranger])
        p.close()
    console.log('refused: strangers, watchers, other turns, other seats')
}

/* One's own last decision, with what the computer did since; not another's. */
async function undo() {
    const { id, tokens } = await server.make({ scenario: 'shields/malfosse', dice: 'typed',
                                               seats: { Norman: 'link', English: 'link' } })
    const pages = { Norman: await server.sit(id, tokens.Norman),
                    English: await server.sit(id, tokens.English) }
    const { turn, lines, hash } = pages.Norman.hello.state
    const mine = pages[turn.side], other = pages[turn.side === 'Norman' ? 'English' : 'Norman']

    await refusedBecause(mine, 'undo', {}, /nothing to take back/)
    await mine.must('move', { move: await someMove(mine, 0) })
    await refusedBecause(other, 'undo', {}, /not yours/)
    const heard = other.events.length
    assert.ok((await mine.must('undo')).asked)
    assert.deepEqual(await other.must('grant', { yes: true }), { from: lines, lines: lines + 1 })
    const told = await other.changed(heard)
    assert.deepEqual([told.from, told.lines, told.news.lines.length, told.state.hash],
                     [lines, lines + 1, 1, hash])
    assert.match(told.news.lines[0].comment, /took back/)
    assert.equal((await server.state(id)).json.hash, hash)
    mine.close()
    other.close()

    const against = await server.make({ scenario: 'shields/malfosse',
                                        seats: { English: 'computer:random' } })
    const me = await server.sit(against.id, against.tokens.Norman)
    const first = me.hello.state
    await me.must('move', { move: 'done' })
    await me.until(() => me.events.filter(e => e.event === 'changed').length > 1, 'the computer')
    const { answer } = await me.call('undo')
    const now = await me.must('state')
    if (answer.refused)
        assert.match(answer.refused.text, /die has fallen/)
    else
        assert.equal(now.hash, first.hash)
    await me.must('state')
    me.close()
    console.log('undo: as the engine allows, one\'s own')
}

/* People roll real dice and type what fell. */
async function typedDice() {
    const { id, tokens } = await server.make({ scenario: 'blank/duel', dice: 'typed', mode: 'enforce' })
    const both = await server.sit(id, tokens.umpire), watcher = await server.sit(id)
    assert.deepEqual(both.hello.here.length, 2)
    assert.equal(both.hello.dice, 'typed')
    let { state } = both.hello, dice = 0
    for (let n = 0; dice < 3 && n < 500; n++) {
        const heard = both.events.length
        if (state.turn.kind === 'die') {
            const { face } = state.turn.faces[0]
            await refusedBecause(watcher, 'die', { face }, /watching/)
            await refusedBecause(both, 'move', { move: 'wait' }, /die is awaited/)
            assert.ok((await both.call('die', { face: 99 })).answer.refused)
            assert.ok((await both.call('die', { face: 2 ** 32 + face })).answer.refused)
            assert.equal((await both.call('die', { face: -face })).error.kind, 'usage')
            await both.must('die', { face })
            dice++
        } else if (state.turn.kind === 'over') {
            break
        } else {
            await both.must('move', { move: await someMove(both, n) })
        }
        state = (await both.changed(heard)).state
    }
    assert.ok(dice > 0, 'a die was typed')
    assert.match((await server.record(id)).text, /\[Dice "hand"\]/)
    both.close()
    watcher.close()
    console.log(`typed dice: ${dice}`)
}

/* A record goes on at a table, and one that is not sound does not. */
async function fromRecord() {
    const record = fs.readFileSync('tests/records/shields-malfosse-charge.rec', 'utf8')
    const half = record.split('\n').slice(0, 30).join('\n') + '\n'
    const { id, tokens } = await server.make({ record: half, seats: { Norman: 'link' } })
    const page = await server.sit(id, tokens.Norman)
    const text = (await server.record(id)).text
    assert.match(text, /\[Dice "hand"\]/)
    assert.ok(verify('half', text).sound)
    assert.ok(page.hello.state.lines > 10)
    page.close()
    const broken = await server.post({ record: half.replace(/^= .*$/m, '= 00000000') })
    assert.deepEqual([broken.status, broken.json.error.kind], [400, 'unsound'])
    for (const [wish, kind] of [
        ['{', 'syntax'], ['[]', 'usage'], ['{}', 'usage'], ['{"scenario":7}', 'usage'],
        [{ scenario: 'chess/board' }, 'usage'], [{ scenario: 'blank/no' }, 'usage'],
        [{ scenario: 'blank/duel', seats: { East: 'here' } }, 'usage'],
        [{ scenario: 'blank/duel', seats: { North: 'computer:deep' } }, 'usage'],
        [{ scenario: 'blank/duel', seats: { North: null } }, 'usage'],
        [{ scenario: 'blank/duel', seats: [] }, 'usage'],
        [{ scenario: 'blank/duel', dice: 'loaded' }, 'usage'],
        [{ scenario: 'blank/duel', mode: 'enforce\ndice seed:1' }, 'usage'],
        [{ scenario: 'blank/duel', set: ['a=b\ndice seed:1'] }, 'usage'],
        [{ scenario: 'blank/duel', colour: 'red' }, 'usage'],
        ['{"scenario":"blank/duel","scenario":"blank/duel"}', 'syntax']]) {
        const reply = await server.post(wish)
        assert.deepEqual([reply.status, reply.json.error.kind], [400, kind], JSON.stringify(wish))
    }
    console.log('records: taken up, or refused with a reason')
}

/* Replies that are kept: the same bytes, or "you have it". */
async function cachedState() {
    const { id, tokens } = await server.make({ scenario: 'shields/hastings' })
    const first = await server.state(id, tokens.Norman), again = await server.state(id, tokens.Norman)
    assert.equal(first.status, 200)
    assert.deepEqual(first.raw, again.raw)
    const known = await server.get(`/api/tables/${id}/state`,
                                   { authorization: `Bearer ${tokens.Norman}`,
                                     'if-none-match': first.headers.etag })
    assert.deepEqual([known.status, known.raw.length], [304, 0])
    const page = await server.sit(id, tokens.umpire)
    assert.deepEqual(page.hello.state, (await server.state(id, tokens.umpire)).json)
    await page.must('move', { move: await someMove(page, 0) })
    const after = await server.state(id, tokens.Norman)
    assert.notEqual(after.headers.etag, first.headers.etag)
    assert.ok(after.json.lines > first.json.lines)
    const head = await server.request('HEAD', `/api/tables/${id}/state`)
    assert.deepEqual([head.status, head.raw.length], [200, 0])
    page.close()
    console.log('states: cached and forgotten in time')
}

/* Whoever is to decide is helped, with his own eyes; nobody else is. */
async function hints() {
    const { id, tokens } = await server.make({ scenario: 'blank/duel',
                                               seats: { North: 'link', South: 'link' }, umpire: true })
    const [north, south, umpire, watcher] = [await server.sit(id, tokens.North), await server.sit(id, tokens.South),
                                             await server.sit(id, tokens.umpire), await server.sit(id)]
    const said = await north.must('hint', { move: 'wait', nodes: 100 })
    assert.equal(said.side, 'North')
    assert.ok(said.moves.length > 0 && said.moves.every(m => m.chance > 0 && m.chance < 1 && m.says))
    assert.ok(said.mine.chance <= said.moves[0].chance)
    for (const page of [south, umpire, watcher])
        await refusedBecause(page, 'hint', {}, /whoever is to decide/)
    assert.match((await north.call('hint', { move: 'strike' })).answer.refused.para, /B3/)
    for (const page of [north, south, umpire, watcher])
        page.close()
}

/* Who plays against somebody elsewhere does not get to see all, unless everybody may know it. */
async function umpireOnlyIfAsked(scenario, side) {
    const seats = { [side]: 'link' }
    const without = await server.make({ scenario, seats })
    assert.ok(!('umpire' in without.tokens))
    const asked = await server.make({ scenario, seats, umpire: true })
    assert.ok(asked.tokens.umpire)
    const listed = Object.fromEntries((await server.get('/api/tables')).json.map(t => [t.id, t.umpire]))
    assert.deepEqual([listed[without.id], listed[asked.id]], [false, true])
}

/* What a page may be told of a game it does not sit at. */
async function secrets() {
    const hidden = JSON.parse(execFileSync(program, ['games', '--json'], { encoding: 'utf8' }))
        .filter(g => g.secrets)
    assert.ok(hidden.length >= 2)
    for (const game of hidden) {
        const { id, tokens } = await server.make({ scenario: `${game.id}/${game.scenarios[0]}` })
        const side = Object.keys(tokens)[0]
        assert.equal((await server.state(id)).status, 403)
        assert.equal((await server.record(id)).status, 403)
        assert.equal((await server.record(id, tokens[side])).status, 403)
        assert.equal((await server.record(id, tokens.umpire)).status, 200)
        assert.equal((await server.state(id, tokens[side])).status, 200)
        const page = await Page.open(server.port)
        assert.equal((await page.call('hello', { table: id })).error.kind, 'forbidden')
        await page.must('hello', { table: id, token: tokens[side] })
        assert.equal((await page.call('record')).error.kind, 'usage')
        const { turn } = await page.must('state')
        if (turn.side !== side) // whether another's move is legal would tell of what he holds
            await refusedBecause(page, 'check', { move: 'done' }, /it is for/)
        else
            await refusedBecause(await server.sit(id, tokens[Object.keys(tokens)[1]]), 'check',
                                 { move: 'done' }, /it is for/)
        page.close()
        assert.ok(!(await server.record(id, tokens.umpire)).text.includes('seed'))
        await umpireOnlyIfAsked(`${game.id}/${game.scenarios[0]}`, side)
        const both = Object.fromEntries(Object.keys(tokens).filter(s => s !== 'umpire')
            .map(s => [s, 'computer:random']))
        const left = await server.make({ scenario: `${game.id}/${game.scenarios[0]}`, seats: both })
        assert.deepEqual(Object.keys(left.tokens), ['umpire'], 'somebody may look at it')
        await server.remove(left.id, left.tokens.umpire)
    }
    console.log(`secrets: ${hidden.map(g => g.id).join(', ')} are not shown to strangers`)
}

/* What a computer does by chance cannot be known beforehand: it is not the same at every table. */
async function unforeseen() {
    const seen = new Set()
    for (let i = 0; i < 12; i++) {
        const { id, tokens } = await server.make({ scenario: 'skirmish/guildo_ford',
                                                   seats: { B: 'computer:random' } })
        const page = await server.sit(id, tokens.A)
        await page.until(() => [page.hello, ...page.events].some(e => e.state?.turn.side === 'A'),
                         'the turn of A')
        seen.add(JSON.stringify((await page.must('lines', { from: 0 })).lines.map(l => l.move)))
        page.close()
        await server.remove(id, tokens.A)
    }
    assert.ok(seen.size > 1, 'twelve games begin alike')
    console.log(`chance: twelve games begin in ${seen.size} ways`)
}

/* Everything is there after an ordinary end too; games leave the memory and come back. */
async function restart() {
    const before = (await server.get('/api/tables')).json
    await server.stop()
    server = await Server.start(program, path.join(work, 'data'), '--limit', 'open-games=1')
    for (let i = 0; i < 2; i++) {
        for (const t of before.filter(x => !x.secrets)) {
            const state = await server.state(t.id)
            assert.deepEqual([state.status, state.json.lines], [200, t.lines], t.id)
        }
        await sleep(50)
    }
    const byId = list => Object.fromEntries(list.map(t => [t.id, t]))
    assert.deepEqual(byId((await server.get('/api/tables')).json), byId(before))
    console.log(`restart: ${before.length} tables as they were`)
}

/* A record that somebody has changed on disk: the table is listed with the reason and kept as it is. */
async function damaged() {
    const { id, tokens } = await server.make({ scenario: 'mons/nimy' }) // no other table has its hash
    const other = await server.make({ scenario: 'blank/duel' })
    const file = path.join(work, 'data', 'tables.db')
    const check = /^= [0-9a-f]{8}$/m.exec((await server.record(id)).text)[0]
    const wrong = check.replace(/.$/, c => c === '0' ? '1' : '0')
    const tamper = async (from, to) => {
        await server.stop()
        const bytes = fs.readFileSync(file), at = bytes.indexOf(from)
        assert.ok(at > 0 && bytes.indexOf(from, at + 1) < 0, 'it stands there once')
        bytes.write(to, at)
        fs.writeFileSync(file, bytes)
        server = await Server.start(program, path.join(work, 'data'))
    }
    const listed = async () => (await server.get('/api/tables')).json.find(t => t.id === id)

    await tamper(check, wrong)
    for (let i = 0; i < 200 && !(await listed()).damaged; i++)
        await sleep(20)
    assert.match((await listed()).damaged, /record:\d+: /)
    assert.deepEqual([(await server.state(id)).status, (await server.state(id)).json.error.kind],
                     [500, 'unsound'])
    const page = await Page.open(server.port)
    assert.equal((await page.call('hello', { table: id, token: tokens.umpire })).error.kind, 'unsound')
    await page.must('hello', { table: other.id, token: other.tokens.umpire })
    page.close()
    await tamper(wrong, check)
    const back = await server.sit(id, tokens.umpire)
    assert.equal((await listed()).damaged, undefined)
    back.close()
    console.log('damage: named, and nothing is thrown away')
}

try {
    server = await Server.start(program, path.join(work, 'data'))
    await wholeGame()
    await refusals()
    await undo()
    await hints()
    await typedDice()
    await fromRecord()
    await cachedState()
    await secrets()
    await unforeseen()
    await restart()
    await damaged()
    await server.stop()
    console.log('server game: all as it should be')
} finally {
    fs.rmSync(work, { recursive: true })
}
