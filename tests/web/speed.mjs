/* speed.mjs PROGRAM [ROUNDS] [MODULE] - random play in a browser against random play of the program.
 *
 * Both take turns, scenario by scenario, and what counts is the processor time each of them spends;
 * the best of some rounds, since anything else on the machine only slows down. Not a test: run it
 * by hand, on an idle machine.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const { chromium } = createRequire(path.join(root, 'web/package.json'))('playwright-core')
const [program, rounds = '5', moduleFile = path.join(root, 'build/wasm/sandtable.wasm')] =
    process.argv.slice(2)
const SPELL_MS = 60, SPELLS = 5

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

function textsOfGames() {
    const games = JSON.parse(execFileSync(program, ['games', '--json'])).map(g => g.id)
    return games.flatMap(id => ['tables', 'scenarios'].flatMap(part => {
        const folder = path.join(root, 'games', id, part)
        return !fs.existsSync(folder) ? [] : fs.readdirSync(folder).map(name =>
            [`${id}/${part}/${name}`, fs.readFileSync(path.join(folder, name), 'utf8')])
    }))
}

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

/* Processor seconds of the page's own thread. */
async function threadTime() {
    const { metrics } = await inspector.send('Performance.getMetrics')
    return metrics.find(m => m.name === 'ThreadTime').value
}

async function pageSpeed(p) {
    let best = 0
    for (let spell = 0; spell < SPELLS; spell++) {
        const before = await threadTime()
        const steps = await page.evaluate(`(${play})('${p.game}/${p.scenario}', ${p.games}, ${p.seed}, ${SPELL_MS})`)
        best = Math.max(best, steps / (await threadTime() - before))
    }
    return best
}

const speeds = new Map()
for (let round = 0; round < Number(rounds); round++)
    for (const p of JSON.parse(execFileSync(program, ['bench', '--play', '--json'])).playouts) {
        const name = `${p.game}/${p.scenario}`, known = speeds.get(name) ?? { here: 0, there: 0 }
        speeds.set(name, { here: Math.max(known.here, await pageSpeed(p)),
                           there: Math.max(known.there, p.steps_per_second) })
    }
await browser.close()
server.close()

const thousand = n => (n / 1000).toFixed(0).padStart(6)
for (const [name, { here, there }] of speeds)
    console.log(`${name.padEnd(28)} page ${thousand(here)}  program ${thousand(there)}` +
                `  ratio ${(here / there).toFixed(2)}`)
const logs = [...speeds.values()].map(s => Math.log(s.here / s.there))
console.log(`geometric mean of the ratios ${Math.exp(logs.reduce((a, b) => a + b) / logs.length).toFixed(3)}`)
