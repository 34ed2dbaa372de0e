/* rough.mjs PROGRAM - what no browser sends: broken frames, too much of everything, other origins,
 * paths that lead out, those who do not read. Each time the others are answered as before. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import zlib from 'node:zlib'
import { BINARY, CLOSE, PING, PONG, Page, Server, TEXT, folder, frame, sleep, within } from './wire.mjs'

const program = process.argv[2]
const work = folder(), web = path.join(work, 'web')
let server, table

/* The server is well: it answers a stranger, and a page at a table. */
async function isWell(what) {
    assert.equal((await within(5000, server.get('/api/server'), `${what}: /api/server`)).status, 200)
    const page = await server.sit(table.id, table.tokens.umpire)
    await page.must('state')
    page.close()
}

/* The page is closed, for this reason. */
async function closedWith(page, codes, what) {
    const code = await within(5000, page.closed, `${what}: the end of the connection`)
    assert.ok([codes].flat().includes(code), `${what}: closed with ${code}`)
}

async function brokenFrames() {
    const long = n => JSON.stringify({ id: 1, call: 'state', args: { pad: 'x'.repeat(n) } })
    const cases = {
        'a binary message': [frame(BINARY, 'hello'), 1003],
        'a text that is not UTF-8': [frame(TEXT, Buffer.from([0x7b, 0xc3, 0x28, 0x7d])), 1007],
        'a surrogate in UTF-8': [frame(TEXT, Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), 1007],
        'a message of 65 KiB': [frame(TEXT, long(65 * 1024)), 1009],
        'a message that says it is 2 GiB': [frame(TEXT, 'x', { length: 2 ** 31 }), [1009, null]],
        'fragments that add up': [Buffer.concat([frame(TEXT, long(60000), { fin: false }),
            frame(0, 'x'.repeat(9000))]), 1009],
        'fragments without end': [Buffer.concat([frame(TEXT, 'x', { fin: false }),
            ...Array.from({ length: 80 }, () => frame(0, 'x'.repeat(1000), { fin: false }))]), 1009],
        'reserved bits': [frame(TEXT, '{}', { reserved: 4 }), [1002, null]],
        'an opcode there is not': [frame(5, '{}'), [1002, 1003, null]],
        'a continuation of nothing': [frame(0, '{}'), [1002, null]],
        'a ping that is too long': [frame(PING, 'x'.repeat(126)), [1002, null]],
        'a close with half a code': [frame(CLOSE, 'x'), [1002, 1000, 1005, null]],
    }
    for (const [what, [bytes, codes]] of Object.entries(cases)) {
        const page = await server.sit(table.id, table.tokens.umpire)
        page.socket.write(bytes)
        await closedWith(page, codes, what)
    }
    await isWell('after broken frames')
    console.log(`frames: ${Object.keys(cases).length} kinds of broken ones end their connection only`)
}

async function brokenMessages() {
    const page = await server.sit(table.id, table.tokens.umpire)
    const bad = ['', '{', 'null', '[]', '7', '"hello"', '{}', '{"id":1}', '{"id":1.5,"call":"state"}',
                 '{"id":-1,"call":"state"}', '{"id":"1","call":"state"}', '{"id":null,"call":"state"}',
                 '{"id":1,"call":7}', '{"call":"state"}', '{"id":1,"id":2,"call":"state"}',
                 '{"id":1,"call":"st\\u0000ate"}', '{"id":99999999999999999999,"call":"state"}',
                 '{"id":1e400}', '['.repeat(5000), '{"a":'.repeat(3000), '\u00a0{}', '{"id":1,}']
    for (const text of bad) {
        const before = page.errors.length
        page.calls.set(1, { yes: m => page.errors.push(m.error) })
        page.socket.write(frame(TEXT, text))
        await page.until(() => page.errors.length > before, `an error for ${text.slice(0, 40)}`)
        assert.equal(page.errors.at(-1).kind, 'syntax', text.slice(0, 40))
    }
    for (const args of [[], 'x', 7, null]) {
        const { error, answer } = await page.call('state', args)
        assert.ok(error?.kind === 'syntax', JSON.stringify(answer)?.slice(0, 80))
    }
    // Arguments of the wrong kind are as if left out, or named.
    for (const [call, args] of [['state', { line: 'x' }], ['fields', { name: 7 }], ['offers', { prefix: {} }]])
        assert.ok((await page.call(call, args)).answer, call)
    for (const line of [-2, 1e6, 2 ** 53, -(2 ** 53)])
        assert.equal((await page.call('state', { line })).answer.error.kind, 'usage', `line ${line}`)
    assert.equal((await page.call('move', { move: 7 })).error.kind, 'usage')
    assert.equal((await page.call('move', { move: 'x'.repeat(60000) })).answer.refused.para, '')
    assert.ok((await page.call('odds', { move: 'x'.repeat(60000) })).answer.refused)
    assert.ok((await page.call('ruling', { text: 'set '.repeat(10000) })).answer.refused)
    // In pieces, with a ping between them, byte by byte.
    const whole = frame(TEXT, JSON.stringify({ id: 5000, call: 'state' }), { fin: false })
    const answer = new Promise(yes => page.calls.set(5000, { yes }))
    for (const byte of Buffer.concat([whole, frame(PING, 'there?'), frame(0, '', { fin: true })]))
        page.socket.write(Buffer.from([byte]))
    assert.ok((await within(5000, answer, 'an answer to pieces')).answer.hash)
    page.close()
    await isWell('after broken messages')
    console.log(`messages: ${bad.length} kinds of broken ones are named`)
}

async function tooManyCalls() {
    const page = await server.sit(table.id, table.tokens.umpire)
    const ids = Array.from({ length: 400 }, (_, i) => 10_000 + i)
    const answers = ids.map(id => new Promise(yes => page.calls.set(id, { yes })))
    page.socket.write(Buffer.concat(ids.map(id => frame(TEXT, JSON.stringify({ id, call: 'fields' })))))
    const all = await within(20_000, Promise.all(answers), 'an answer to each')
    const kinds = all.map(m => m.error?.kind ?? 'answered')
    assert.ok(kinds.includes('limit') && kinds.includes('answered'))
    assert.ok(kinds.filter(k => k === 'answered').length <= 260, 'a burst is bounded')
    assert.ok(kinds.every(k => k === 'limit' || k === 'answered'))
    page.close()
    await isWell('after too many calls')
    console.log('calls: more than allowed are refused, each by its number')
}

/* Long ones behind slow ones: what waits for one page is bounded in bytes too. */
async function heavyCalls() {
    const { id, tokens } = await server.make({ scenario: 'mons/mons' })
    const page = await server.sit(id, tokens.umpire)
    const calls = [...Array(10).fill({ call: 'svg' }),
                   ...Array(12).fill({ call: 'fields', args: { pad: 'x'.repeat(60_000) } })]
    const answers = calls.map((_, i) => new Promise(yes => page.calls.set(20_000 + i, { yes })))
    page.socket.write(Buffer.concat(calls.map((call, i) =>
        frame(TEXT, JSON.stringify({ id: 20_000 + i, ...call })))))
    const all = await within(20_000, Promise.all(answers), 'an answer to each')
    const kinds = all.map(m => m.error?.kind ?? 'answered')
    assert.deepEqual(kinds, [...Array(14).fill('answered'), ...Array(8).fill('limit')])
    await page.must('state')
    page.close()
    await isWell('after heavy calls')
    console.log('calls: long ones wait in small numbers')
}

/* Whoever reads nothing is dropped, and the others hear as before. */
async function slowReader() {
    const deaf = await server.sit(table.id, table.tokens.umpire)
    const other = await server.sit(table.id, table.tokens.umpire)
    deaf.socket.pause()
    let gone = false, worst = 0
    for (let i = 0; i < 4000 && !gone; i++) {
        for (let k = 0; k < 20; k++)
            deaf.socket.write(frame(TEXT, JSON.stringify({ id: i * 20 + k, call: 'svg' })))
        const start = performance.now()
        await other.must('fields')
        worst = Math.max(worst, performance.now() - start)
        await sleep(20)
        const seats = other.events.filter(e => e.event === 'seats').at(-1)
        gone = seats.umpires === 1
    }
    assert.ok(gone, 'the one who does not read is gone')
    assert.ok(worst < 3000, `the other waited ${worst} ms`)
    deaf.close()
    other.close()
    await isWell('after a slow reader')
    console.log(`slow reader: dropped; the other waited ${worst.toFixed(1)} ms at most`)
}

/* Connections that never say a word, or half of one, are ended in time. */
async function halfOpen() {
    const idle = Array.from({ length: 40 }, () => net.connect(server.port, '127.0.0.1'))
    const half = Array.from({ length: 20 }, () => {
        const s = net.connect(server.port, '127.0.0.1')
        s.write('GET /api/server HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
        return s
    })
    const post = 'POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n' +
                 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
    for (const drips of [false, true]) { // a body that never ends
        const s = net.connect(server.port, '127.0.0.1')
        s.write(post)
        const timer = drips && setInterval(() => s.write(' '), 1000)
        s.on('close', () => clearInterval(timer))
        half.push(s)
    }
    const mute = await server.sit(table.id, table.tokens.umpire)
    mute.mute = true // answers no ping
    await isWell('with silent connections')
    const ended = s => new Promise(done => s.on('close', done).on('error', () => {}).resume())
    await within(40_000, Promise.all([...idle, ...half].map(ended)), 'the end of the silent ones')
    await within(40_000, mute.closed, 'the end of the one that answers no ping')
    await isWell('after silent connections')
    console.log('silence: ended in time')
}

/* One piece of bytes, whatever comes back until the end. */
function raw(bytes) {
    return within(20_000, new Promise(done => {
        const s = net.connect(server.port, '127.0.0.1')
        let got = ''
        s.on('data', d => { got += d.toString('latin1') })
        s.on('close', () => done(got))
        s.on('error', () => {})
        s.write(bytes)
        setTimeout(() => s.end(), 300)
    }), 'the end of a connection')
}

const status = text => Number(/^HTTP\/1\.[01] (\d+)/.exec(text)?.[1] ?? 0)

async function paths() {
    const secret = 'the secret of another folder'
    fs.writeFileSync(path.join(work, 'secret.txt'), secret)
    for (const p of ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/..\\secret.txt',
                     '/assets/../../secret.txt', '//secret.txt', '/./../secret.txt', '/link.txt',
                     '/folder/secret.txt', '/secret.txt%00.html', '/%00', '/.hidden', '/assets',
                     '/assets/', '/%', '/%zz', '/index.html/', '/%c0%ae%c0%ae/secret.txt',
                     `/${'a/'.repeat(2000)}`, `${path.join(work, 'secret.txt')}`]) {
        const got = await raw(`GET ${p} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
        assert.ok(!got.includes(secret), p)
        assert.ok([0, 400, 403, 404].includes(status(got)) || got.endsWith('<h1>hall</h1>'),
                  `${p}: ${status(got)}`)
    }
    const page = await server.get('/')
    assert.deepEqual([page.status, page.text], [200, '<h1>hall</h1>'])
    assert.match(page.headers['content-security-policy'], /default-src 'self'.*frame-ancestors 'none'/)
    assert.deepEqual([page.headers['x-content-type-options'], page.headers['referrer-policy'],
                      page.headers['cache-control']], ['nosniff', 'no-referrer', 'no-cache'])
    const script = await server.get('/assets/main-1a2b.js', { 'accept-encoding': 'br;q=0, gzip' })
    assert.match(script.headers['cache-control'], /immutable/)
    assert.equal(script.headers['content-encoding'], 'gzip')
    assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(zlib.gunzipSync(script.raw).toString(), 'let a = 1')
    const plain = await server.get('/assets/main-1a2b.js')
    assert.deepEqual([plain.text, plain.headers['content-encoding']], ['let a = 1', undefined])
    for (const [name, type] of [['/a.wasm', 'application/wasm'], ['/a.svg', 'image/svg+xml'],
                                ['/a.mjs', 'text/javascript; charset=utf-8'],
                                ['/a.webmanifest', 'application/manifest+json']])
        assert.equal((await server.get(name)).headers['content-type'], type)
    const large = await server.get('/large.wasm')
    assert.equal(large.raw.length, 3_000_000)
    assert.ok(large.raw.equals(fs.readFileSync(path.join(web, 'large.wasm'))))
    console.log('paths: none leads out of the folder')
}

async function otherOrigins() {
    const wish = { scenario: 'blank/duel' }
    for (const origin of ['http://evil.example', 'null', `http://127.0.0.1:${server.port + 1}`,
                          `http://127.0.0.1:${server.port}.evil.example`, 'file://', ''])
        assert.equal((await server.post(wish, { origin })).status, 403, `origin ${origin}`)
    const none = await server.request('POST', '/api/tables', {
        headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish) })
    assert.equal(none.status, 403)
    assert.equal((await server.post(wish, { 'content-type': 'text/plain' })).status, 415)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example'])
        assert.ok([400, 421].includes((await server.get('/api/tables', { host })).status), host)
    assert.equal((await server.get('/api/server', { host: `localhost:${server.port}` })).status, 200)
    assert.equal((await server.get('/api/server', { host: 'table.example' })).status, 200)
    for (const headers of [{ origin: 'http://evil.example' }, { origin: null }, { host: 'evil.example' },
                           { 'sec-websocket-protocol': 'chat' }, { 'sec-websocket-protocol': null },
                           { upgrade: 'h2c' }])
        await assert.rejects(Page.open(server.port, { headers }), /no upgrade/, JSON.stringify(headers))
    await assert.rejects(Page.open(server.port, { target: '/api/tables' }), /no upgrade/)
    await isWell('after other origins')
    console.log('origins: only our own pages')
}

/* A table is made by a POST from our own page and by nothing else; how long it is, is said once. */
async function bodies(head) {
    const tables = async () => (await server.get('/api/server')).json.tables
    const wish = JSON.stringify({ scenario: 'blank/duel' }), length = `Content-Length: ${wish.length}`
    const host = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n'
    const before = await tables()
    for (const line of [`GET /api/tables/${table.id}/record`, `HEAD /api/tables/${table.id}/record`,
                        'GET /api/server', 'GET /', `DELETE /api/tables/${table.id}`])
        assert.equal(status(await raw(`${line} ${host}${length}\r\n\r\n${wish}`)), 400, line)
    for (const how of ['chunked', 'identity', 'gzip, chunked'])
        assert.equal(status(await raw(`${head}Transfer-Encoding: ${how}\r\n${length}\r\n\r\n${wish}`)),
                     400, how)
    assert.equal(await tables(), before)
    // What lies behind the body is the next request.
    const both = await raw(`${head}${length}\r\n\r\n${wish}GET /api/server ${host}\r\n`)
    assert.deepEqual(both.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 201', 'HTTP/1.1 200'])
    assert.equal(await tables(), before + 1)
}

/* Room is taken by what is announced: so many megabytes in all, and no more. */
async function manyBodies() {
    const head = `POST /api/tables HTTP/1.1\r\nHost: ${server.origin.slice(7)}\r\nOrigin: ${server.origin}\r\n` +
                 'Content-Type: application/json\r\nContent-Length: 1048576\r\n\r\n{'
    const sockets = Array.from({ length: 70 }, () => {
        const s = net.connect(server.port, '127.0.0.1')
        s.on('error', () => {}).on('data', d => { s.got = `${s.got ?? ''}${d.toString('latin1')}` })
        s.write(head)
        return s
    })
    await within(5000, (async () => {
        while (sockets.filter(s => s.got).length < 6)
            await sleep(20)
    })(), 'the answer to those beyond')
    await sleep(100)
    assert.deepEqual(sockets.filter(s => s.got).map(s => status(s.got)), Array(6).fill(503))
    assert.equal((await server.post('x'.repeat(1000))).status, 503)
    sockets.forEach(s => s.destroy())
    await sleep(100)
    assert.equal((await server.post('x'.repeat(1000))).status, 400, 'there is room again')
    console.log('bodies: so much at once, and no more')
}

async function brokenRequests() {
    const head = 'POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n' +
                 'Content-Type: application/json\r\n'
    for (const [what, bytes, codes] of [
        ['no length', `${head}\r\n{}`, [411]],
        ['too long', `${head}Content-Length: 1048577\r\n\r\n{}`, [413]],
        ['a length that is none', `${head}Content-Length: 1x\r\n\r\n{}`, [400, 413]],
        ['a negative length', `${head}Content-Length: -5\r\n\r\n{}`, [400, 413]],
        ['chunks', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, [400, 411]],
        ['nothing', `${head}Content-Length: 0\r\n\r\n`, [400]],
        ['another method', 'DELETE /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', [405]],
        ['no method at all', '\x00\x01\x02\r\n\r\n', [0, 400, 403, 404, 405]],
        ['a head without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`, [0, 400, 403, 414, 431]],
        ['no host', 'GET /api/server HTTP/1.1\r\n\r\n', [400, 421]],
        ['a token that is none', `GET /api/tables/${table.id}/state HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
            'Authorization: Basic eDp5\r\n\r\n', [403]],
        ['a token too long', `GET /api/tables/${table.id}/state HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
            `Authorization: Bearer ${'a'.repeat(2000)}\r\n\r\n`, [403]],
        ['no such table', 'GET /api/tables/xyz/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', [404]],
        ['no such thing', `GET /api/tables/${table.id}/seed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, [404]],
    ]) {
        const got = await raw(bytes)
        assert.ok(codes.includes(status(got)), `${what}: ${got.slice(0, 60)}`)
    }
    await bodies(head)
    const many = await raw('GET /api/server HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(5))
    assert.equal(many.match(/HTTP\/1\.1 200/g)?.length, 5, 'requests in a row')
    await isWell('after broken requests')
    console.log('requests: broken ones are named')
}

async function tooMany() {
    const own = await Server.start(program, path.join(work, 'few'), '--limit', 'tables=2',
                                   '--limit', 'connections=6', '--limit', 'per-address=5')
    await own.make({ scenario: 'blank/duel' })
    const { id } = await own.make({ scenario: 'blank/duel' })
    const third = await own.post({ scenario: 'blank/duel' })
    assert.deepEqual([third.status, third.json.error.kind], [503, 'limit'])
    const pages = []
    for (let i = 0; i < 5; i++)
        pages.push(await own.sit(id))
    await assert.rejects(own.sit(id), /no upgrade|ECONN/)
    await pages.pop().close()
    await sleep(50)
    pages.push(await own.sit(id))
    for (const p of pages)
        p.close()
    await own.stop()
    console.log('limits: tables and connections')
}

/* In plain words, and quickly. */
async function cannotStart() {
    const again = Server.start(program, path.join(work, 'data'))
    await assert.rejects(again, /another server works in this folder/)
    const port = Server.start(program, path.join(work, 'other'), '--listen', `127.0.0.1:${server.port}`)
    await assert.rejects(port, /port \d+ is in use/)
    await assert.rejects(Server.start(program, path.join(work, 'x'), '--listen', 'nowhere:1'), /not an address/)
    await assert.rejects(Server.start(program, path.join(work, 'x'), '--listen', '127.0.0.1:x'), /number/)
    await assert.rejects(Server.start(program, path.join(work, 'x'), '--limit', 'fun=1'), /no limit/)
    await assert.rejects(Server.start(program, path.join(work, 'x'), '--web', '/nowhere'), /nowhere/)
    fs.mkdirSync(path.join(work, 'bad'))
    fs.writeFileSync(path.join(work, 'bad/tables.db'), 'this is not a database'.repeat(400))
    await assert.rejects(Server.start(program, path.join(work, 'bad')), /tables\.db.*not a database/)
    console.log('starting: what hinders it is named')
}

function makePages() {
    const put = (name, body) => {
        fs.mkdirSync(path.dirname(path.join(web, name)), { recursive: true })
        fs.writeFileSync(path.join(web, name), body)
    }
    put('index.html', '<h1>hall</h1>')
    put('assets/main-1a2b.js', 'let a = 1')
    put('assets/main-1a2b.js.gz', zlib.gzipSync('let a = 1'))
    put('assets/main-1a2b.js.br', zlib.brotliCompressSync('let a = 1'))
    for (const name of ['a.wasm', 'a.svg', 'a.mjs', 'a.webmanifest', '.hidden'])
        put(name, name)
    put('large.wasm', Buffer.alloc(3_000_000, 'wasm?'))
    fs.symlinkSync(path.join(work, 'secret.txt'), path.join(web, 'link.txt'))
    fs.symlinkSync(work, path.join(web, 'folder'))
}

try {
    makePages()
    server = await Server.start(program, path.join(work, 'data'), '--web', web, '--name', 'table.example',
                                '--limit', 'idle-seconds=2')
    table = await server.make({ scenario: 'shields/malfosse' })
    const silence = halfOpen()
    await brokenFrames()
    await brokenMessages()
    await tooManyCalls()
    await heavyCalls()
    await slowReader()
    await paths()
    await otherOrigins()
    await brokenRequests()
    await manyBodies()
    await cannotStart()
    await tooMany()
    await silence
    await server.stop()
    console.log('server rough: all as it should be')
} finally {
    fs.rmSync(work, { recursive: true })
}
