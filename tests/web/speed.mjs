/* speed.mjs PROGRAM [ROUNDS] [MODULE] - random play in a browser against random play of the program.
 *
 * Both take turns, scenario by scenario; the page is warm by then. What counts is the processor time
 * each of them spends: the best of six spells, and of some rounds the middle one. Not a test: run it by hand, on a machine
 * that has nothing else to do, and more than once: two runs differ by a tenth. Where there is no browser, CHROMIUM=node
 * takes node, whose engine is the same.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const [program, rounds = '5', moduleFile = path.join(root, 'build/wasm/sandtable.wasm')] =
    process.argv.slice(2)
const WARM_MS = 1500, SPELLS = 6, SPELL_MS = 50 // `sandtable bench` measures in spells like these

/* Runs in the page: opens the module and gives it the texts of the games. */
async function open(texts) {
    const encoder = new TextEncoder(), decoder = new TextDecoder()
    const wasm = (await WebAssembly.instantiateStreaming(fetch('module.wasm'), {})).instance.exports
    const bytes = () => new Uint8Array(wasm.memory.buffer)
    function write(text) {
        const raw = encoder.encode(text), at = wasm.malloc(raw.length + 1)
        bytes().set(raw, at)
        bytes()[at + raw.length] = 0
        return at
    }

    wasm._initialize()
    const handle = wasm.sandtable_new()
    window.umpire = (name, ...args) => {
        const given = args.map(a => typeof a === 'string' ? write(a) : a)
        const at = wasm[`sandtable_${name}`](handle, ...given)
        const answer = JSON.parse(decoder.decode(bytes().subarray(at, bytes().indexOf(0, at))))
        if (answer.error)
            throw new Error(`${name} ${args[0]}: ${JSON.stringify(answer.error)}`)
        return answer
    }
    texts.forEach(([name, text]) => window.umpire('file', name, text))
}

/* Runs in the page: how many steps it came to. */
function play(scenario, games, seed, ms) {
    const start = performance.now()
    let steps = 0

    if (scenario !== window.scenario)
        window.umpire('open', window.scenario = scenario, '')
    do
        steps += window.umpire('playouts', games, seed).steps
    while (performance.now() - start < ms)
    return steps
}

const games = JSON.parse(execFileSync(program, ['games', '--json'])).map(g => g.id)

/* Charts and scenarios, and the sheets beside them; words and lessons are for people. */
function textsOfGames() {
    const filesIn = (folder, wanted = () => true) => !fs.existsSync(path.join(root, 'games', folder)) ? [] :
        fs.readdirSync(path.join(root, 'games', folder)).filter(wanted).map(name =>
            [`${folder}/${name}`, fs.readFileSync(path.join(root, 'games', folder, name), 'utf8')])
    return games.flatMap(id => [...filesIn(id, name => name.endsWith('.tsv')),
                                ...filesIn(`${id}/tables`), ...filesIn(`${id}/scenarios`)])
}

/* Both have evaluate, seconds of processor time so far, and close. */
async function inNode() {
    globalThis.window = globalThis
    globalThis.fetch = async () =>
        new Response(fs.readFileSync(moduleFile), { headers: { 'Content-Type': 'application/wasm' } })
    await open(textsOfGames())
    return { evaluate: text => (0, eval)(text), seconds: () => process.cpuUsage().user / 1e6, close() {} }
}

async function inBrowser() {
    const { chromium } = createRequire(path.join(root, 'web/package.json'))('playwright-core')
    const server = http.createServer((request, response) => {
        const file = request.url === '/module.wasm' ? fs.readFileSync(moduleFile) : '<!doctype html>'
        response.setHeader('Content-Type', request.url === '/module.wasm' ? 'application/wasm' : 'text/html')
        response.end(file)
    })
    await new Promise(ready => server.listen(0, '127.0.0.1', ready))
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
                                            args: ['--no-sandbox'] })
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    await page.evaluate(open, textsOfGames())
    const inspector = await page.context().newCDPSession(page)
    await inspector.send('Performance.enable')
    return {
        evaluate: text => page.evaluate(text),
        async seconds() { // of the page's own thread
            const { metrics } = await inspector.send('Performance.getMetrics')
            return metrics.find(m => m.name === 'ThreadTime').value
        },
        async close() {
            await browser.close()
            server.close()
        },
    }
}

const host = await (process.env.CHROMIUM === 'node' ? inNode() : inBrowser())
const playInPage = (p, ms) => host.evaluate(
    `(${play})('${p.game}/${p.scenario}', ${p.games}, ${p.seed}, ${ms})`)

/* The best of some spells, as the program counts itself. */
async function pageSpeed(p) {
    let best = 0

    for (let spell = 0; spell < SPELLS; spell++) {
        const before = await host.seconds()
        const steps = await playInPage(p, SPELL_MS)
        best = Math.max(best, steps / (await host.seconds() - before))
    }
    return best
}

const middle = numbers => numbers.sort((a, b) => a - b)[numbers.length >> 1]
const playouts = game => JSON.parse(execFileSync(program, ['bench', game, '--play', '--json'])).playouts

/* One game after another, so that the two that are compared run close together. */
async function measure(game) {
    const here = new Map(), there = new Map()
    for (let round = 0; round < Number(rounds); round++)
        for (const p of playouts(game)) {
            await playInPage(p, round ? SPELL_MS : WARM_MS)
            here.set(p.scenario, [...here.get(p.scenario) ?? [], await pageSpeed(p)])
            there.set(p.scenario, [...there.get(p.scenario) ?? [], p.steps_per_second])
        }
    return [...here].map(([scenario, speeds]) =>
        [`${game}/${scenario}`, { here: middle(speeds), there: middle(there.get(scenario)) }])
}

const speeds = new Map()
for (const game of games.filter(id => id !== 'blank')) // over before there is anything to measure
    for (const [name, speed] of await measure(game))
        speeds.set(name, speed)
await host.close()

const thousand = n => (n / 1000).toFixed(0).padStart(6)
for (const [name, { here, there }] of speeds)
    console.log(`${name.padEnd(28)} page ${thousand(here)}  program ${thousand(there)}` +
                `  ratio ${(here / there).toFixed(2)}`)
const logs = [...speeds.values()].map(s => Math.log(s.here / s.there))
console.log(`geometric mean of the ratios ${Math.exp(logs.reduce((a, b) => a + b) / logs.length).toFixed(3)}`)
