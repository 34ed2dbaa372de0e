/* charts.mjs - every chart of every game is on its page, cell for cell; found, and printed. */
import assert from 'node:assert/strict'
import { assertNoSidewaysScroll, goTo, native, openPage, PHONE, picture, run, startPlain, test,
         until } from './harness.mjs'

const { address } = await startPlain()
const games = native('games')
const printed = text => text.replaceAll('_', ' ')

/** A chart on the page: labels, cells and notes. */
function chartOn(page, id) {
    return page.locator(`#chart-${id}`).evaluate(section => {
        const texts = (selector, from = section) =>
            Array.from(from.querySelectorAll(selector), node => node.textContent.trim())
        return {
            title: texts('.chart-head :is(h2, h3)')[0],
            para: texts('.chart-head .para')[0] ?? null,
            columns: texts('thead tr:last-child th').slice(1),
            rows: texts('tbody th'),
            cells: Array.from(section.querySelectorAll('tbody tr'), row => texts('td', row)),
            notes: texts('.chart-notes li')
        }
    })
}

for (const game of games)
    test(`the booklet of ${game.id} is its charts as printed`, async () => {
        const page = await openPage(`${address}#/charts/${game.id}`)
        await page.waitForSelector('.chart')
        for (const id of game.charts) {
            const want = native('chart', game.id, id)
            const shown = (_, column) => want.columns.titles[column] !== ''
            assert.deepEqual(await chartOn(page, id), {
                title: want.title, para: want.para,
                columns: want.columns.titles.filter(shown), rows: want.rows.titles,
                cells: want.cells.map(row => row.filter(shown).map(printed)), notes: want.notes
            })
        }
        assert.equal(await page.locator('.chart').count(), game.charts.length)
    })

test('searching looks into titles and cells of all games', async () => {
    const page = await openPage(`${address}#/charts`)
    await page.getByPlaceholder('Find in all charts').fill('artillery')
    await page.waitForSelector('.chart mark')
    const found = await page.locator('.chart').count()
    const contain = games.flatMap(game => game.charts.map(id => native('chart', game.id, id)))
        .filter(chart => /artillery/i.test(JSON.stringify([chart.title, chart.rows, chart.columns,
                                                           chart.cells, chart.notes])))
    assert.equal(found, contain.length)
    assert.ok(found > 3)
    await picture(page, 'found')
    await page.getByPlaceholder('Find in all charts').fill('nosuchword')
    await page.getByText('Charts with “nosuchword”: 0').waitFor()
})

test('an address points out one cell', async () => {
    const page = await openPage(`${address}#/charts/shields/crt?row=B&column=4`)
    await page.waitForSelector('td.lit')
    assert.equal(await page.locator('td.lit').textContent(), 'NE')
    assert.equal(await page.locator('.chart').count(), 1)
})

test('a chart or a game that is not there is said not to be there', async () => {
    const page = await openPage(`${address}#/charts/shields/nosuch`)
    await page.getByRole('alert').waitFor()
    await goTo(page, '#/charts/nosuch')
    await page.getByText('There is no game called “nosuch”').waitFor()
})

/* What would be cut off at the right edge of the sheet, in CSS pixels. */
async function overflowOnPaper(page, width) {
    await page.setViewportSize({ width, height: 1000 })
    return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

test('every booklet fits on A4 and Letter', async () => {
    const page = await openPage(`${address}#/charts`)
    for (const game of games) {
        await goTo(page, `#/charts/${game.id}`)
        await page.waitForSelector(`#chart-${game.charts.at(-1)}`)
        await page.emulateMedia({ media: 'print' })
        assert.equal(await page.locator('.shell-header').isVisible(), false)
        // The width of the sheet less its margins, at 96 pixels an inch.
        for (const [paper, width] of [['A4', 703], ['Letter', 725]])
            assert.ok(await overflowOnPaper(page, width) <= 0, `${game.id} on ${paper}`)
        await page.emulateMedia({ media: 'screen' })
        await page.setViewportSize({ width: 1280, height: 800 })
    }
})

test('on a phone wide charts scroll by themselves, the page does not', async () => {
    const page = await openPage(`${address}#/charts`, PHONE)
    for (const game of games) {
        await goTo(page, `#/charts/${game.id}`)
        await page.waitForSelector(`#chart-${game.charts.at(-1)}`)
        await assertNoSidewaysScroll(page)
    }
    await until('a chart that scrolls', () => page.evaluate(() =>
        Array.from(document.querySelectorAll('.scroller')).length > 0))
    await picture(page, 'phone')
})

await run()
