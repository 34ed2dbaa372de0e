/* wire.mjs - what the server's tests share: a server of one's own, requests, and a WebSocket client
 * small enough to send what no browser would. Plain node, no packages. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

export const sleep = ms => new Promise(done => setTimeout(done, ms))

/* Fails with words when something does not come. */
export function within(ms, promise, what) {
    let timer
    const late = new Promise((_, no) => {
        timer = setTimeout(() => no(new Error(`${what}: nothing after ${ms} ms`)), ms)
    })
    return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

export function folder() {
    return fs.mkdtempSync(path.join(os.tmpdir(), 'sandtable-server-'))
}

// ---- a server --------------------------------------------------------------------------------

const started = new Set()
process.on('exit', () => started.forEach(p => p.kill('SIGKILL'))) // also when a test fails

export class Server {
    static async start(program, data, ...options) {
        const s = new Server()
        s.process = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--data', data, ...options],
                          { stdio: ['ignore', 'pipe', 'pipe'] })
        started.add(s.process)
        s.said = ''
        s.ended = new Promise(done => s.process.on('exit', (code, signal) => done({ code, signal })))
        s.process.stderr.on('data', d => { s.said += d })
        const address = new Promise((yes, no) => {
            let out = ''
            s.process.stdout.on('data', d => {
                out += d
                const found = out.match(/^http:\/\/127\.0\.0\.1:(\d+)\/$/m)
                if (found)
                    yes(Number(found[1]))
            })
            s.process.on('exit', code => no(new Error(`the server ended with ${code}: ${s.said}`)))
        })
        s.port = await within(20_000, address, 'the address of the server')
        return s
    }

    get origin() {
        return `http://127.0.0.1:${this.port}`
    }

    /* Asked to end, it ends well. */
    async stop() {
        this.process.kill('SIGTERM')
        const { code, signal } = await within(20_000, this.ended, 'the end of the server')
        assert.deepEqual({ code, signal, said: this.said }, { code: 0, signal: null, said: '' })
    }

    async kill() {
        this.process.kill('SIGKILL')
        await within(20_000, this.ended, 'the end of the server')
    }

    /* { status, headers, text } */
    request(method, target, { headers = {}, body } = {}) {
        return new Promise((yes, no) => {
            const r = http.request({ host: '127.0.0.1', port: this.port, method, path: target,
                                     headers, agent: false }, reply => {
                const parts = []
                reply.on('data', d => parts.push(d))
                reply.on('error', no)
                reply.on('end', () => yes({ status: reply.statusCode, headers: reply.headers,
                                            raw: Buffer.concat(parts),
                                            get text() { return this.raw.toString('utf8') },
                                            get json() { return JSON.parse(this.text) } }))
            })
            r.on('error', no)
            r.end(body)
        })
    }

    get(target, headers) {
        return this.request('GET', target, { headers })
    }

    post(wish, headers = {}) {
        return this.request('POST', '/api/tables', {
            headers: { origin: this.origin, 'content-type': 'application/json', ...headers },
            body: typeof wish === 'string' ? wish : JSON.stringify(wish) })
    }

    /* { id, tokens } */
    async make(wish) {
        const reply = await this.post(wish)
        assert.equal(reply.status, 201, reply.text)
        return reply.json
    }

    remove(id, token, headers = {}) {
        return this.request('DELETE', `/api/tables/${id}`, {
            headers: { origin: this.origin, ...(token && { authorization: `Bearer ${token}` }),
                       ...headers } })
    }

    state(id, token) {
        return this.get(`/api/tables/${id}/state`, token && { authorization: `Bearer ${token}` })
    }

    record(id, token) {
        return this.get(`/api/tables/${id}/record`, token && { authorization: `Bearer ${token}` })
    }

    /* A page at a table, its hello answered. */
    async sit(id, token, options) {
        const page = await Page.open(this.port, options)
        page.hello = await page.must('hello', token === undefined ? { table: id }
                                                                  : { table: id, token })
        return page
    }
}

// ---- a page ----------------------------------------------------------------------------------

export const TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10

export function frame(opcode, payload, { fin = true, masked = true, reserved = 0, length } = {}) {
    const body = Buffer.from(payload), n = length ?? body.length
    const head = [(fin ? 0x80 : 0) | reserved << 4 | opcode]
    const bit = masked ? 0x80 : 0
    if (n < 126)
        head.push(bit | n)
    else if (n < 65536)
        head.push(bit | 126, n >> 8, n & 255)
    else
        head.push(bit | 127, 0, 0, 0, 0, n / 2 ** 24 & 255, n >> 16 & 255, n >> 8 & 255, n & 255)
    if (!masked)
        return Buffer.concat([Buffer.from(head), body])
    const mask = crypto.randomBytes(4)
    return Buffer.concat([Buffer.from(head), mask, body.map((b, i) => b ^ mask[i & 3])])
}

export class Page {
    /* headers: replace or (null) take away those of a browser. */
    static async open(port, { headers = {}, target = '/ws' } = {}) {
        const p = new Page()
        Object.assign(p, { calls: new Map(), events: [], errors: [], number: 0, rest: Buffer.alloc(0),
                           heard: [], waiters: new Set(), raw: '' })
        p.socket = net.connect(port, '127.0.0.1')
        p.closed = new Promise(done => p.socket.on('close', () => done(p.reason ?? null)))
        p.closed.then(() => {
            p.isClosed = true
            for (const { no } of p.calls.values())
                no?.(new Error('the connection is closed'))
            p.notice()
        })
        p.socket.on('error', () => {}) // a close follows
        const all = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`,
                      upgrade: 'websocket', connection: 'Upgrade',
                      'sec-websocket-key': crypto.randomBytes(16).toString('base64'),
                      'sec-websocket-version': '13', 'sec-websocket-protocol': 'sandtable',
                      ...headers }
        p.socket.write(`GET ${target} HTTP/1.1\r\n` + Object.entries(all)
            .filter(([, v]) => v !== null).map(([k, v]) => `${k}: ${v}\r\n`).join('') + '\r\n')
        const opened = new Promise((yes, no) => {
            p.opened = yes
            p.closed.then(() => no(new Error(`no upgrade: ${p.rest.toString('latin1').split('\r')[0]}`)))
        })
        p.socket.on('data', d => p.take(d))
        await within(10_000, opened, 'the upgrade')
        return p
    }

    take(data) {
        this.rest = Buffer.concat([this.rest, data])
        if (!this.upgraded) {
            const end = this.rest.indexOf('\r\n\r\n')
            if (end < 0 || !/^HTTP\/1.1 101 /.test(this.rest.toString('latin1')))
                return
            this.upgraded = true
            this.rest = this.rest.subarray(end + 4)
            this.opened()
        }
        for (;;) {
            if (this.rest.length < 2)
                return
            let n = this.rest[1] & 127, at = 2
            if (n === 126)
                [n, at] = this.rest.length < 4 ? [Infinity] : [this.rest.readUInt16BE(2), 4]
            else if (n === 127)
                [n, at] = this.rest.length < 10 ? [Infinity] : [Number(this.rest.readBigUInt64BE(2)), 10]
            if (this.rest.length < at + n)
                return
            const opcode = this.rest[0] & 15, body = this.rest.subarray(at, at + n)
            this.rest = this.rest.subarray(at + n)
            this.receive(opcode, body)
        }
    }

    receive(opcode, body) {
        if (opcode === CLOSE) {
            this.reason = body.length >= 2 ? body.readUInt16BE(0) : 1005
            this.socket.end()
        } else if (opcode === PING) {
            if (!this.mute)
                this.socket.write(frame(PONG, body))
        } else if (opcode === TEXT) {
            const text = body.toString('utf8'), message = JSON.parse(text)
            this.heard.push(text)
            if (message.event) {
                this.events.push(message)
                this.onEvent?.(message)
            }
            else if (message.id === null)
                this.errors.push(message.error)
            else {
                this.calls.get(message.id).yes(message)
                this.calls.delete(message.id)
            }
            this.notice()
        }
    }

    notice() {
        for (const look of [...this.waiters])
            look()
    }

    /* Until something is so. */
    async until(test, what, ms = 20_000) {
        let look
        const so = new Promise(yes => {
            look = () => { const x = test(); if (x) yes(x) }
            this.waiters.add(look)
            look()
        })
        try {
            return await within(ms, so, what)
        } finally {
            this.waiters.delete(look)
        }
    }

    /* { answer } or { error } */
    call(name, args = {}) {
        const id = ++this.number
        if (this.isClosed)
            return Promise.reject(new Error('the connection is closed'))
        const message = new Promise((yes, no) => this.calls.set(id, { yes, no }))
        this.socket.write(frame(TEXT, JSON.stringify({ id, call: name, args })))
        return within(60_000, message, `the answer to ${name}`)
    }

    /* The answer, which is neither an error nor a refusal. */
    async must(name, args) {
        let m = await this.call(name, args)
        if (m.answer?.idle) // a phase had closed by itself: what is meant is said again
            m = await this.call(name, args)
        assert.ok(m.answer && !m.answer.refused && !m.answer.error,
                  `${name} ${JSON.stringify(args)}: ${JSON.stringify(m).slice(0, 300)}`)
        return m.answer
    }

    changed(after = 0) {
        return this.until(() => this.events.slice(after).find(e => e.event === 'changed'), 'a change')
    }

    close() {
        this.socket.destroy()
        return this.closed
    }
}
