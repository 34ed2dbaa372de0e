/* boards.mjs - every game's board as it is drawn, in light, in dark and on a phone: nothing falls back to letters,
 * all that is used stands in the sheet. The pictures stay in build/web/shots, to be looked at. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { openPage, picture, root, run, startPlain, test, until } from './harness.mjs'
import { atTable } from './table.mjs'

const { address } = await startPlain()
const boards = ['shields/hastings', 'mons/mons', 'guerre/cerignola_1503', 'skirmish/guildo_ford',
                'honour/pavia_1524']
const screens = {
    light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
}

async function sitDown(page) {
    await atTable(page)
    const hand = page.getByRole('button', { name: /^I play/ })
    await until('the board is there', async () => {
        if (await hand.count())
            await hand.first().click({ timeout: 1000 }).catch(() => {})
        return page.locator('.pieces .piece').count()
    })
}

for (const scenario of boards)
    test(`${scenario} is drawn from the sheet in light, dark and on a phone`, async () => {
        for (const [name, options] of Object.entries(screens)) {
            const page = await openPage(`${address}#/play/${scenario}`, options)
            await sitDown(page)
            const seen = await page.locator('.board').evaluate(board => ({
                letters: board.querySelectorAll('.pieces .k-letters').length,
                unknown: board.querySelectorAll('.k-unknown').length,
                lost: [...board.querySelectorAll('use')].map(use => use.getAttribute('href'))
                    .filter(href => !document.getElementById(href.slice(1))),
                nodes: board.querySelectorAll('.map *').length
            }))
            // Who decides is told in the colours of his army.
            const chip = page.locator('.side-chip').first()
            assert.equal(await chip.evaluate(x => getComputedStyle(x).backgroundColor),
                         await page.locator('.board').evaluate((_, army) => {
                             const probe = document.createElement('i')
                             probe.className = army
                             probe.style.color = 'var(--k-side)'
                             document.body.append(probe)
                             const { color } = getComputedStyle(probe)
                             probe.remove()
                             return color
                         }, (await chip.getAttribute('class')).match(/army-\S+/)?.[0] ?? 'no-army'))
            assert.deepEqual({ ...seen, nodes: 0 }, { letters: 0, unknown: 0, lost: [], nodes: 0 })
            assert.ok(seen.nodes > 15, `${seen.nodes} nodes of ground`)
            await picture(page, `${scenario.replace('/', '-')}-${name}`)
        }
    })

test('on paper a table is its map, without the buttons', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse`)
    await sitDown(page)
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.locator('.board').isVisible())
    for (const part of ['.shell-header', '.table-column', '.board-controls', '.tools'])
        assert.ok(!await page.locator(part).first().isVisible(), `${part} is printed`)
    await picture(page, 'paper')
})

test('losses are shown where they happen, and stay where motion is unwanted', async () => {
    const record = fs.readFileSync(path.join(root, 'tests/records/shields-malfosse-greedy.rec'))
    const code = 'd' + zlib.deflateRawSync(record).toString('base64url')
    const page = await openPage(`${address}#/replay?record=${code}`, { reducedMotion: 'reduce' })
    await page.locator('.piece').first().waitFor()
    await page.getByRole('button', { name: 'To the last line', exact: true }).click()
    await page.locator('.loss').first().waitFor()
    const { id, at } = await page.locator('.loss').first().evaluate(node => {
        const { x, y, width, height } = node.getBoundingClientRect()
        return { id: node.dataset.loss, at: [x + width / 2, y + height / 2] }
    })
    assert.match(id, /^[EN]\d+$/)
    const [x, y] = await page.locator('.board').evaluate(board => {
        const { left, right, top, bottom } = board.getBoundingClientRect()
        return [[left, right], [top, bottom]]
    })
    assert.ok(at[0] > x[0] && at[0] < x[1] && at[1] > y[0] && at[1] < y[1], `${at}`)
    await picture(page, 'loss')
})

await run()
