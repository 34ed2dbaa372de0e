/* harness.mjs - what the browser tests share: a server, a browser, and how a test passes or fails.
 *
 * A test file is run as `node FILE PROGRAM [WORDS]`; it calls `test` for each true sentence and `run` at
 * its end. With words only the sentences that have them are tried. Pages come from build/web/dist (or $SANDTABLE_DIST), the browser is /usr/bin/chromium
 * (or $CHROMIUM). Without one of them, or with pages older than their sources, the file ends with
 * 77, skipped, and says why. Screenshots stay in build/web/shots.
 *
 * Whatever a page complains of in its console fails the test, so that a broken content security
 * policy, a lost file or an exception never passes unseen.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'

const SKIPPED = 77
const WAIT_MS = 60_000 // a machine that does much else is slow, not wrong
export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../..')
export const dist = process.env.SANDTABLE_DIST ?? path.join(root, 'build/web/dist')
export const program = process.argv[2]
const shots = path.join(root, 'build/web/shots')
const subject = path.basename(process.argv[1], '.mjs')
const chromiumFile = process.env.CHROMIUM ?? '/usr/bin/chromium'
const modules = createRequire(path.join(root, 'web/package.json'))

// ---- is there anything to test? --------------------------------------------------------------

function skip(why) {
    console.log(`${subject}: SKIPPED: ${why}`)
    process.exit(SKIPPED)
}

function newest(at) {
    if (!fs.existsSync(at))
        return 0
    if (!fs.statSync(at).isDirectory())
        return fs.statSync(at).mtimeMs
    return Math.max(0, ...fs.readdirSync(at).map(name => newest(path.join(at, name))))
}

/* Pages that are older than what they are made of would fail, or pass, for no good reason. */
function isStale() {
    const sources = ['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts',
                     'build/wasm/sandtable.wasm'].map(name => newest(path.join(root, name)))
    return newest(path.join(dist, 'index.html')) < Math.max(...sources)
}

if (!program)
    throw new Error(`usage: ${subject}.mjs PROGRAM`)
if (!fs.existsSync(path.join(dist, 'index.html')))
    skip('the pages are not built; `make web` builds them')
if (!process.env.SANDTABLE_DIST && isStale())
    skip('the pages are older than their sources; `make web` builds them anew')
if (!fs.existsSync(chromiumFile))
    skip(`there is no ${chromiumFile}; tools/setup installs it`)
if (!fs.existsSync(path.join(root, 'web/node_modules/playwright-core')))
    skip('playwright-core is missing; `make web` installs it')
const { chromium } = modules('playwright-core')

// ---- the program -----------------------------------------------------------------------------

/** What the command line answers, as JSON. */
export function native(...args) {
    return JSON.parse(execFileSync(program, [...args, '--json'], { encoding: 'utf8' }))
}

const ends = [] // what is to be ended when the file is done, last first

export function temporaryFolder() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandtable-browser-'))
    ends.push(() => fs.rmSync(folder, { recursive: true, force: true }))
    return folder
}

/** `sandtable serve` on a free port; kill() is kill -9, start() takes up the same data again. */
export class Server {
    constructor(data = temporaryFolder()) {
        this.data = data
        this.listen = '127.0.0.1:0'
        ends.push(() => this.kill())
    }

    async start() {
        this.process = spawn(program, ['serve', '--listen', this.listen, '--data', this.data,
                                       '--web', dist], { stdio: ['ignore', 'pipe', 'inherit'] })
        for await (const line of readline.createInterface({ input: this.process.stdout })) {
            const address = /^http:\/\/\S+/.exec(line)?.[0]
            if (address) {
                this.address = address.endsWith('/') ? address : `${address}/`
                this.listen = new URL(address).host
                return this
            }
        }
        throw new Error('sandtable serve ended without an address')
    }

    async kill() {
        const gone = this.process
        if (!gone || gone.exitCode !== null || gone.signalCode !== null)
            return
        const ended = new Promise(done => gone.once('exit', done))
        gone.kill('SIGKILL')
        await ended
    }
}

const types = {
    html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml',
    json: 'application/json', wasm: 'application/wasm', webmanifest: 'application/manifest+json'
}
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; object-src 'none'; " +
    "base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

/** A plain server of files, as anybody may have one, in a folder of its own; no tables. What it calls kinds
 *  of files otherwise than others do stands in `called`. */
export async function startPlain(folder = dist, called = {}) {
    const server = http.createServer((request, response) => {
        const name = new URL(request.url, 'http://localhost').pathname.replace(/^\/somewhere\//, '')
        const file = path.join(folder, path.normalize(`/${name || 'index.html'}`))
        if (!fs.existsSync(file) || fs.statSync(file).isDirectory()) {
            response.writeHead(404).end('not found')
            return
        }
        response.writeHead(200, {
            'Content-Type': { ...types, ...called }[path.extname(file).slice(1)] ?? 'application/octet-stream',
            'Content-Security-Policy': policy, 'Cache-Control': 'no-cache'
        })
        response.end(fs.readFileSync(file))
    })
    await new Promise(done => server.listen(0, '127.0.0.1', done))
    const stop = () => new Promise(done => {
        server.close(done)
        server.closeAllConnections()
    })
    ends.push(stop)
    return { address: `http://127.0.0.1:${server.address().port}/somewhere/`, stop }
}

// ---- the browser -----------------------------------------------------------------------------

let browser

async function theBrowser() {
    browser ??= await chromium.launch({ executablePath: chromiumFile, args: ['--no-sandbox'] })
    return browser
}

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true,
                       deviceScaleFactor: 2 }
export const WIDE = { viewport: { width: 1280, height: 800 } }

let complaints = []
let pages = []

/* A page asks every server whether it is ours, and is told no by plain ones; a server that was
 * killed on purpose refuses connections, and breaks the one being made. No fault of the page. */
const forgiven =
    /\/api\/server\b|net::ERR_CONNECTION_(REFUSED|RESET|CLOSED)|net::ERR_INTERNET_DISCONNECTED/

/** A page in a browser of its own: nothing is shared with others, nothing remembered. What it says
 *  of things that match `forgive` was brought about on purpose. */
export async function openPage(address, options = {}, forgive = /^$/) {
    const context = await (await theBrowser()).newContext({ ...WIDE, ...options })
    const page = await context.newPage()
    pages.push(page)
    page.setDefaultTimeout(WAIT_MS)
    page.on('pageerror', error => complaints.push(`exception: ${error.message}`))
    page.on('console', message => {
        const where = message.location().url
        const said = `${message.text()} ${where}`
        if (message.type() === 'error' && !forgiven.test(said) && !forgive.test(said))
            complaints.push(`console: ${message.text()} ${where}`)
    })
    if (address)
        await page.goto(address)
    return page
}

/** As in a browser without service workers: what a test answers for the server is heard. */
export async function forgetWorker(page) {
    await page.addInitScript(() => { delete Navigator.prototype.serviceWorker })
}

/** Go to another place of the same page, as a link would. */
export async function goTo(page, hash) {
    await page.evaluate(to => { location.hash = to }, hash)
}

export async function picture(page, name) {
    fs.mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: path.join(shots, `${subject}-${name}.png`), animations: 'disabled' })
}

/** Does the page, not something inside it, scroll sideways? */
export async function assertNoSidewaysScroll(page) {
    const [wide, room] = await page.evaluate(() =>
        [document.documentElement.scrollWidth, document.documentElement.clientWidth])
    assert.ok(wide <= room, `the page is ${wide} px wide in ${room} px: ${page.url()}`)
}

/** Wait until `look` gives something true (or for as long as a reader would), and give it. */
export async function until(what, look, limit = WAIT_MS) {
    const end = Date.now() + limit
    for (;;) {
        const seen = await look()
        if (seen)
            return seen
        if (Date.now() > end)
            throw new Error(`never happened: ${what}`)
        await new Promise(done => setTimeout(done, 50))
    }
}

// ---- tests -----------------------------------------------------------------------------------

const tests = []

export function test(sentence, body) {
    if (sentence.includes(process.argv[3] ?? ''))
        tests.push({ sentence, body })
}

async function one({ sentence, body }, number) {
    const began = Date.now()
    complaints = []
    pages = []
    let failed
    try {
        await body()
        assert.deepEqual(complaints, [], 'the page complained')
    } catch (error) {
        failed = error
        for (const [i, page] of pages.entries())
            await picture(page, `FAILED-${number}-${i}`).catch(() => {})
        if (complaints.length)
            console.log(`    ${complaints.join('\n    ')}`)
    }
    for (const page of pages)
        await page.context().close().catch(() => {})
    console.log(`${failed ? 'not ok' : 'ok'} ${sentence} (${Date.now() - began} ms)`)
    if (failed)
        console.log(`    ${failed.stack?.replaceAll('\n', '\n    ')}`)
    return !failed
}

/** Run all of the file's tests; the last line of every file. */
export async function run() {
    let failures = 0
    for (const [i, each] of tests.entries())
        failures += await one(each, i + 1) ? 0 : 1
    await browser?.close()
    for (const end of ends.reverse())
        await end()
    console.log(`${subject}: ${tests.length - failures} passed, ${failures} failed`)
    process.exit(failures ? 1 : 0)
}
