/* learn.mjs - lessons in the page: played to the end by keyboard alone, in the drawn board and in words;
 * wrong moves are told and not made; short rules have their pictures. */
import assert from 'node:assert/strict'
import { assertNoSidewaysScroll, native, openPage, PHONE, picture, run, startPlain, test, until }
    from './harness.mjs'

const { address } = await startPlain()
const games = native('games').map(game => game.id)

const waits = page => page.locator('.lesson-table').getAttribute('data-waits')
const wanted = page => page.locator('.lesson-table').getAttribute('data-wanted')
const moves = async page => page.locator('.log-line, .happened').count()

/** A move on the command line: named, then confirmed. */
async function type(page, move) {
    await page.keyboard.press('Escape')
    await page.evaluate(() => document.activeElement?.blur())
    await page.keyboard.press('/')
    await until('the line has the focus', () => page.evaluate(() =>
        document.activeElement?.id === 'command-line'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(move)
    await page.keyboard.press('Enter')
}

/** Do what the lesson wants until it waits for something else, then again, up to `until_`. */
async function playOn(page, till) {
    for (let n = 0; n < 200; n++) {
        const now = await waits(page)
        if (now === till || now === 'end')
            return
        const text = await page.locator('.teacher').textContent()
        const changed = () => until('it goes on', async () =>
            await page.locator('.teacher').textContent() !== text)
        if (now === 'read') {
            await until('the button has the focus', () => page.evaluate(() =>
                document.activeElement?.closest('.teacher-task') !== null))
            await page.keyboard.press('Enter')
            await changed()
        } else if (now === 'do' || now === 'try') {
            await type(page, await wanted(page))
            if (now === 'do') {
                await until('it is in mind', () => page.locator('.mind, .mind-panel, .table-now *')
                    .first().isVisible())
                await page.keyboard.press('Enter')
            }
            await changed()
        } else {
            await page.waitForTimeout(100)
        }
    }
    assert.fail('the lesson does not come to its end')
}

for (const inWords of [false, true])
    test(`a lesson is finished by keyboard alone${inWords ? ', in words' : ''}`, async () => {
        const page = await openPage(`${address}#/learn/blank/first`)
        await page.waitForSelector('.teacher')
        if (inWords) {
            await page.evaluate(() => document.activeElement?.blur())
            await page.keyboard.press('t')
            await page.waitForSelector('.text-board, [class*="text-board"]')
            await page.locator('.teacher-task button').first().focus()
        }
        await playOn(page, 'free')
        for (let n = 0; n < 60 && await waits(page) !== 'end'; n++) {
            if (await waits(page) === 'free') {
                await type(page, 'strike')
                await page.waitForTimeout(150)
                await page.keyboard.press('Enter')
            } else if (await waits(page) === 'read') {
                await page.keyboard.press('Enter')
            }
            await page.waitForTimeout(300)
        }
        assert.equal(await waits(page), 'end')
        assert.ok(await page.locator('.teacher a.button.primary').isVisible())
    })

test('a wrong move is told and not made, a refusal that is wished goes on', async () => {
    const page = await openPage(`${address}#/learn/shields/first?page=2`)
    await page.waitForSelector('.lesson-table[data-waits="try"]')
    await type(page, 'move N1 0406')
    await page.waitForSelector('.teacher .note.good')
    assert.match(await page.locator('.teacher .note.good').textContent(), /R2\.7/)
    await page.locator('.teacher-task button').first().click()
    await page.waitForSelector('.lesson-table[data-waits="do"]')
    const before = await moves(page)
    await type(page, 'assign 3 fire Pursuit')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.teacher .note.warn')
    assert.match(await page.locator('.teacher .note.warn').textContent(), /Give the Move command/)
    assert.equal(await moves(page), before)
    assert.equal(await waits(page), 'do')
    await picture(page, 'lesson')
})

for (const game of games)
    test(`the first lesson of ${game} begins, and its short rules are drawn`, async () => {
        const page = await openPage(`${address}#/learn/${game}/first`, PHONE)
        await page.waitForSelector('.teacher .button')
        await assertNoSidewaysScroll(page)
        const short = await openPage(`${address}#/short/${game}`)
        await short.waitForSelector('figure')
        await until('every picture is drawn', async () =>
            await short.locator('figure img').count() === await short.locator('figure').count())
        await picture(short, `short-${game}`)
    })

await run()
