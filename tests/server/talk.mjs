/* talk.mjs PROGRAM - what is said and agreed at a table: words, giving up, a draw, a rematch. */
import assert from 'node:assert/strict'
import { Server, folder } from './wire.mjs'

const program = process.argv[2]
const data = folder()
let server

const refused = async (page, call, args, words) => {
    const { answer } = await page.call(call, args)
    assert.equal(answer?.refused?.para, '', `${call}: ${JSON.stringify(answer)}`)
    assert.match(answer.refused.text, words)
}
const heard = (page, what, of = () => true) => page.until(() =>
    page.events.find(e => e.event === what && of(e)), `${what} is heard`)
const hears = (page, what) => page.events.filter(e => e.event === what)

async function pair(seats = { Norman: 'link', English: 'link' }) {
    const { id, tokens } = await server.make({ scenario: 'shields/malfosse', seats })
    const norman = await server.sit(id, tokens.Norman)
    const english = tokens.English ? await server.sit(id, tokens.English) : undefined
    return { id, tokens, norman, english, watcher: await server.sit(id) }
}

/* Everybody hears, whoever comes later too; no record has it; watchers are silent. */
async function words() {
    const { id, tokens, norman, english, watcher } = await pair()
    await norman.must('say', { words: 'good luck' })
    for (const page of [norman, english, watcher]) {
        await heard(page, 'said')
        assert.deepEqual(hears(page, 'said'), [{ event: 'said', by: 'Norman', words: 'good luck' }])
    }
    await refused(watcher, 'say', { words: 'behind you' }, /watching/)
    assert.equal((await english.call('say', { words: '' })).error.kind, 'usage')
    assert.equal((await english.call('say', { words: 'x'.repeat(1001) })).error.kind, 'limit')
    for (let i = 0; i < 40; i++)
        await english.must('say', { words: `number ${i}` })
    const late = await server.sit(id, tokens.umpire)
    assert.equal(late.hello.said.length, 24)
    assert.equal(late.hello.said.at(-1).words, 'number 39')
    assert.doesNotMatch((await server.record(id)).text, /number|luck/)
    for (const page of [norman, english, watcher, late])
        page.close()
    console.log('words are heard by all, and in no record')
}

/* Given up: over, closed, written down, and nothing is played any more; after a start too. */
async function resigning() {
    const { id, tokens, norman, english, watcher } = await pair()
    await refused(watcher, 'resign', {}, /watching/)
    await english.must('resign')
    await heard(norman, 'changed', e => e.closed)
    await refused(norman, 'move', { move: 'done' }, /over/)
    await refused(norman, 'resign', {}, /over/)
    await refused(norman, 'draw', {}, /over/)
    await refused(norman, 'undo', {}, /closed/)
    assert.match((await server.record(id)).text, /^; over: English resigns, Norman wins$/m)
    const listed = (await server.get('/api/tables')).json.find(t => t.id === id)
    assert.deepEqual([listed.over, listed.closed, listed.turn], [true, true, 'English resigns, Norman wins'])
    for (const page of [norman, english, watcher])
        page.close()
    await server.kill()
    server = await Server.start(program, data)
    const again = await server.sit(id, tokens.Norman)
    assert.equal(again.hello.closed, true)
    await refused(again, 'move', { move: 'done' }, /over/)
    again.close()
    console.log('a game that is given up is over, and stays so')
}

/* Offered, declined, withdrawn, forgotten with the next move, agreed on. */
async function drawing() {
    const { id, norman, english, watcher } = await pair()
    await refused(norman, 'draw', { yes: false }, /nobody/)
    await norman.must('draw')
    await heard(english, 'draw', e => e.by === 'Norman' && !e.answer)
    const late = await server.sit(id)
    assert.equal(late.hello.draw_asked, 'Norman')
    await norman.must('draw') // twice is once
    await english.must('draw', { yes: false })
    await heard(norman, 'draw', e => e.answer === 'no')
    await norman.must('draw')
    await norman.must('draw', { yes: false })
    await heard(english, 'draw', e => e.answer === 'withdrawn')
    await norman.must('draw')
    await norman.must('move', { move: 'done' })
    await refused(english, 'draw', { yes: false }, /nobody/)
    await english.must('draw')
    await norman.must('draw')
    await heard(watcher, 'changed', e => e.closed)
    assert.match((await server.record(id)).text, /^; over: a draw by agreement$/m)
    for (const page of [norman, english, watcher, late])
        page.close()

    const alone = await pair({ Norman: 'link', English: 'computer:greedy' })
    await refused(alone.norman, 'draw', {}, /computer/)
    await alone.norman.must('resign')
    await heard(alone.norman, 'changed', e => e.closed)
    for (const page of [alone.norman, alone.watcher])
        page.close()
    console.log('a draw is offered, declined, withdrawn, agreed on')
}

/* The other side alone learns where its seat is. */
async function rematch() {
    const { norman, english, watcher } = await pair()
    await refused(watcher, 'rematch', { table: 'a', token: 'b' }, /watching/)
    await norman.must('rematch', { table: 'abc', token: 'def' })
    await heard(english, 'rematch')
    assert.deepEqual(hears(english, 'rematch'),
                     [{ event: 'rematch', by: 'Norman', table: 'abc', token: 'def' }])
    await norman.must('say', { words: 'well?' })
    for (const page of [norman, watcher]) {
        await heard(page, 'said')
        assert.deepEqual(hears(page, 'rematch'), [])
    }
    for (const page of [norman, english, watcher])
        page.close()
    console.log('only the other side is told of a rematch')
}

server = await Server.start(program, data)
await words()
await resigning()
await drawing()
await rematch()
await server.kill()
