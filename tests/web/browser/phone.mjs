/* phone.mjs - a run with thumbs on a screen 360 px wide: every game's table, and a few moves. */
import assert from 'node:assert/strict'
import { assertNoSidewaysScroll, goTo, native, openPage, PHONE, picture, run, startPlain, test,
         until } from './harness.mjs'
import { atTable, kept, movesOf, offered } from './table.mjs'

const { address } = await startPlain()

async function tapMove(page, move) {
    const button = page.locator('.moves .button.move').getByText(move, { exact: true }).first()
    await button.waitFor({ state: 'attached' })
    if (!await button.isVisible()) // the list is a sheet below the board
        await page.getByRole('tab', { name: 'Moves' }).tap()
    await button.scrollIntoViewIfNeeded()
    await button.tap()
    await page.locator('.commit:visible').first().tap()
    await until(`${move} is made`, async () => movesOf((await kept(page))[0].record)
        .some(line => line.endsWith(move)))
}

test('a few moves are made by thumb, on the list and on the board', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse?seat=English=human`, PHONE)
    await atTable(page)
    await assertNoSidewaysScroll(page)
    await picture(page, 'table')
    await tapMove(page, 'assign 1 move Pursuit')
    await tapMove(page, 'done')
    await until('moves are offered', async () => (await offered(page)).length > 0)

    const tapAt = async selector => {
        const box = await until(selector, () => page.locator(selector).first().boundingBox())
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    }
    await tapAt('[data-stop="N6"]')
    await tapAt('[data-stop^="place 0606"]')
    await page.locator('.commit:visible').first().tap()
    await until('N6 has moved', async () => movesOf((await kept(page))[0].record)
        .some(line => /move N6 .*0606$/.test(line)))
    await assertNoSidewaysScroll(page)
    await picture(page, 'moved')
})

for (const game of native('games'))
    test(`the table of ${game.id} fits on a phone`, async () => {
        const page = await openPage(`${address}#/play/${game.id}/${game.scenarios[0]}`, PHONE)
        await atTable(page)
        if (game.secrets) // nothing is shown until somebody sits down
            await page.getByRole('button', { name: /^I play / }).tap()
        await page.waitForSelector('.board-surface')
        await assertNoSidewaysScroll(page)
        await picture(page, game.id)
    })

test('from the lobby to every page by thumb', async () => {
    const page = await openPage(address, { ...PHONE, colorScheme: 'dark' })
    for (const [link, shown] of [['Ask', '.question-list'], ['Charts', '.chart'],
                                 ['Rules', '.markdown'], ['About', 'main h1'],
                                 ['Play', '.scenario-box']]) {
        await page.locator('.shell-header').getByRole('link', { name: link, exact: true }).tap()
        await page.locator(shown).first().waitFor()
        await assertNoSidewaysScroll(page)
        await picture(page, link.toLowerCase())
    }
    await goTo(page, '#/ask/mons/assault')
    await page.locator('.answer-summary').waitFor()
    assert.ok(await page.locator('.answer-summary').isVisible())
})

await run()
