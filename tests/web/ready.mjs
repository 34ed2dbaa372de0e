/* ready.mjs - how soon the page can be used: `node tests/web/ready.mjs PROGRAM [TIMES]`. Every time a browser that remembers
 * nothing opens the lobby, and then a table of every game; told is when there is something to press, by the page's own clock
 * from the first byte asked for, and the processor time of its main thread until then, which a busy machine
 * does not change. It asserts nothing, for machines differ. */
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { dist, openPage, run, startPlain, test, until } from './browser/harness.mjs'

const times = Number(process.argv[3] ?? 3)
const { address } = await startPlain()
/* What can be used: the first game can begin; a piece lies there, or somebody must take the screen. */
const boards = ['shields/hastings', 'mons/mons', 'guerre/cerignola_1503', 'skirmish/guildo_ford', 'honour/pavia_1524']
const places = {
    lobby: ['', '.begin'],
    ...Object.fromEntries(boards.map(name => [name, [`#/play/${name}`, '.pieces .piece, .hand-over button']]))
}

/** When it was there and drawn, and the work until then; ms. */
async function ready(at, sign) {
    const page = await openPage('')
    await page.addInitScript(sign => {
        const look = () => {
            if (!document.querySelector(sign))
                requestAnimationFrame(look)
            else
                requestAnimationFrame(() => { window.readyAt = performance.now() })
        }
        requestAnimationFrame(look)
    }, sign)
    const client = await page.context().newCDPSession(page)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(address + at)
    const wall = await until(`${at} can be used`, () => page.evaluate(() => window.readyAt))
    const { metrics } = await client.send('Performance.getMetrics')
    await page.context().close()
    return { wall, work: 1000 * metrics.find(({ name }) => name === 'TaskDuration').value }
}

const middle = numbers => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

test('how soon it can be used', async () => {
    for (const [name, [at, sign]] of Object.entries(places)) {
        const seen = []
        for (let i = 0; i < times; i++)
            seen.push(await ready(at, sign))
        console.log(`${name}: ${Math.round(middle(seen.map(s => s.wall)))} ms; processor time of the page's thread ` +
            `${Math.round(middle(seen.map(s => s.work)))} ms (middle of ${times})`)
    }
    const all = fs.readdirSync(path.join(dist, 'assets')).map(file => zlib.gzipSync(fs.readFileSync(path.join(dist, 'assets', file))).length)
    console.log(`all files of the page: ${Math.round(all.reduce((a, b) => a + b, 0) / 1000)} kB gzipped`)
})

await run()
