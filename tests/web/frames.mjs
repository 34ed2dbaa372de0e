/* frames.mjs - how smoothly a board is panned and zoomed: `node tests/web/frames.mjs PROGRAM [GAME/SCENARIO]`. Prints the
 * frames as the page sees them while the mouse drags and the wheel turns, and the longest task in processor time, which a
 * busy machine does not change; it asserts nothing, for machines differ. */
import { openPage, run, startPlain, test, until } from './browser/harness.mjs'
import { atTable } from './browser/table.mjs'

const scenario = process.argv[3] ?? 'mons/mons'
const { address } = await startPlain()

/** Processor time of the page's longest task while that goes on, ms; what others draw for it is not its own. */
async function longestTask(page, act) {
    const client = await page.context().newCDPSession(page)
    const events = []
    client.on('Tracing.dataCollected', ({ value }) => events.push(...value))
    const ended = new Promise(resolve => { client.once('Tracing.tracingComplete', resolve) })
    await client.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', '__metadata'] },
                                         transferMode: 'ReportEvents' })
    await act()
    await client.send('Tracing.end')
    await ended
    await client.detach()
    const threads = new Set(events.filter(e => e.args?.name === 'CrRendererMain').map(e => `${e.pid} ${e.tid}`))
    return Math.max(0, ...events.filter(e => e.ph === 'X' && threads.has(`${e.pid} ${e.tid}`)).map(e => e.tdur ?? 0)) / 1000
}

async function measure(page, act) {
    await page.evaluate(() => {
        const times = []
        let last = performance.now(), on = true
        const tick = now => {
            times.push(now - last)
            last = now
            if (on)
                requestAnimationFrame(tick)
        }
        requestAnimationFrame(tick)
        window.endFrames = () => { on = false; return times.slice(2) }
    })
    const task = await longestTask(page, act)
    const times = (await page.evaluate(() => window.endFrames())).sort((a, b) => a - b)
    const at = part => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1)
    return `${times.length} frames, median ${at(0.5)} ms, 95th ${at(0.95)} ms, longest ${at(1)} ms; longest task ${task.toFixed(1)} ms of processor time`
}

test(`frames of ${scenario}`, async () => {
    const page = await openPage(`${address}#/play/${scenario}`,
                                { viewport: { width: 1440, height: 900 } })
    await atTable(page)
    await until('the board is there', () => page.locator('.pieces .piece').count())
    const box = await page.locator('.board-surface').boundingBox()
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    console.log(`nodes: ${await page.locator('.board-surface *').count()}`)
    await page.mouse.move(middle.x, middle.y)
    console.log(`panning: ${await measure(page, async () => {
        await page.mouse.move(box.x + 30, box.y + 30)
        await page.mouse.down()
        for (let i = 0; i < 90; i++)
            await page.mouse.move(box.x + 30 + 150 * Math.sin(i / 9), box.y + 30 + i * 2)
        await page.mouse.up()
    })}`)
    await page.mouse.move(middle.x, middle.y)
    console.log(`zooming: ${await measure(page, async () => {
        for (let i = 0; i < 60; i++)
            await page.mouse.wheel(0, i < 30 ? -40 : 40)
    })}`)
})

await run()
