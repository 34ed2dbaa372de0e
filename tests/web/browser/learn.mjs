/* learn.mjs - lessons in the page: played to the end by keyboard alone, in the drawn board and in words;
 * wrong moves are told and not made; short rules have their pictures. */
import assert from 'node:assert/strict'
import { assertNoSidewaysScroll, goTo, native, openPage, PHONE, picture, run, startPlain, test, until }
    from './harness.mjs'
import { typeByKeys } from './table.mjs'

const { address } = await startPlain()
const LESSON_MS = 120_000
const games = native('games').map(game => game.id)

/** Where the lesson stands, read in one look: what it waits for may change at any moment. */
const place = page => page.evaluate(() => {
    const { row, waits, wanted } = document.querySelector('.lesson-table').dataset
    return { row, waits, wanted,
             reading: document.activeElement?.closest('.teacher-task') !== null }
})
const waits = async page => (await place(page)).waits
const isAt = (now, row, waits) => now.row === row && now.waits === waits
const moves = async page => page.locator('.log-line, .happened').count()

/** Do what the lesson wants, row by row, until it waits for `till`. */
async function playOn(page, till) {
    let done = ''
    await until(`the lesson waits for ${till}`, async () => {
        const { row, waits, wanted, reading } = await place(page)
        if (waits === till || waits === 'end')
            return true
        const here = `${row} ${waits}`
        if (here === done) // it has been done and is on its way
            return false
        if (waits === 'read' && reading) {
            await page.keyboard.press('Enter')
            done = here
        } else if (waits === 'do' || waits === 'try') {
            await typeByKeys(page, wanted)
            if (waits === 'do') // Enter confirms as soon as the move has been weighed
                await until('the move is made', async () => {
                    await page.keyboard.press('Enter')
                    return until('it goes on', async () =>
                        !isAt(await place(page), row, waits), 500).catch(() => false)
                })
            done = here
        }
        return false
    }, LESSON_MS)
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
                await typeByKeys(page, 'strike')
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

test('a lesson and the rules in five minutes are German where German is spoken', async () => {
    const page = await openPage(`${address}#/learn/shields/first`, { locale: 'de-DE' })
    await page.waitForSelector('.lesson-table')
    await until('the teacher speaks German', async () => /Hastings ist gewonnen/.test(await page.locator('.teacher').textContent()))
    await goTo(page, '#/short/shields')
    await until('so do the rules', async () => /Sie bewegen nicht Ihr ganzes Heer/.test(await page.locator('main').textContent()))
})

test('a wrong move is told and not made, a refusal that is wished goes on', async () => {
    const page = await openPage(`${address}#/learn/shields/first?page=2`)
    await page.waitForSelector('.lesson-table[data-waits="try"]')
    await typeByKeys(page, 'move N1 0406')
    await page.waitForSelector('.teacher .note.good')
    assert.match(await page.locator('.teacher .note.good').textContent(), /R2\.7/)
    await page.locator('.teacher-task button').first().click()
    await page.waitForSelector('.lesson-table[data-waits="do"]')
    const before = await moves(page)
    await typeByKeys(page, 'assign 3 fire Pursuit')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.teacher .note.warn')
    assert.match(await page.locator('.teacher .note.warn').textContent(), /Give the Move command/)
    assert.equal(await moves(page), before)
    assert.equal(await waits(page), 'do')
    await picture(page, 'lesson')
})

/** Do what is wanted by the teacher's own buttons until the words match. */
async function pressOn(page, words) {
    await until(`the teacher says ${words}`, async () => {
        if (words.test(await page.locator('.teacher').innerText()))
            return true
        const button = page.locator('.teacher-task button').last()
        await button.click({ timeout: 2000 }).catch(() => {}) // it may be gone by now
        await page.waitForTimeout(100)
        return false
    }, LESSON_MS)
}

test('dice and news of before are cleared away when one reads on or moves', async () => {
    const page = await openPage(`${address}#/learn/shields/first?page=4`)
    await page.waitForSelector('.teacher-task button')
    await pressOn(page, /ducks behind its shields/)
    await page.locator('.tray-die').waitFor()
    await pressOn(page, /ride straight through the bog/)
    assert.equal(await page.locator('.tray-die').count(), 0)
    assert.equal(await page.locator('.happened').count(), 0)
})

test('a task of which nothing new is said is told as a move', async () => {
    const page = await openPage(`${address}#/learn/shields/first?page=3`)
    await page.waitForSelector('.teacher-task button')
    await pressOn(page, /Bring the Bowmen/)
    assert.equal(await page.locator('.teacher-move').count(), 0)
    await page.locator('.teacher-task button').last().click()
    await page.locator('.teacher-move').waitFor()
    assert.match(await page.locator('.teacher-move').innerText(), /Norman spearmen march/)
})

test('after the lesson one plays the side the lesson was about, not the chair one sat in last', async () => {
    const page = await openPage(`${address}#/learn/mons/first?page=13`)
    await page.waitForSelector('.teacher-task button')
    await pressOn(page, /That was the lesson/)
    await until('the lessons are known', async () => /seat=BR%3Dhuman/.test(
        await page.locator('.teacher a.button.primary').getAttribute('href')))
})

test('a lesson opened in its middle never asks that the screen be handed over, and shows where a move goes', async () => {
    const page = await openPage(`${address}#/learn/honour/first?page=3`, PHONE)
    await page.waitForSelector('.teacher-task button')
    await pressOn(page, /wake one Force/)
    let covered = 0
    await page.exposeFunction('coverSeen', () => { covered++ })
    await page.evaluate(() => new MutationObserver(() => {
        if (document.querySelector('.hand-over-card'))
            coverSeen()
    }).observe(document.body, { childList: true, subtree: true }))
    await pressOn(page, /Cross the Lambro/)
    assert.equal(covered, 0)
    const lit = await page.locator('.hint-lit').count()
    await page.locator('.teacher-task .button').first().tap()
    await until('the place is lit', async () => await page.locator('.hint-lit').count() > lit)
    // All ways to do something there are read over the panels; the one way out of them lies over none.
    await page.locator('[data-stop^="place 1505"]').first().tap({ force: true })
    await page.locator('.which .move').nth(1).waitFor()
    assert.ok(await page.locator('.board-bubble').evaluate(node =>
        node.getBoundingClientRect().height > 200 && node.getBoundingClientRect().top > innerHeight * 0.4))
    await picture(page, 'which-on-a-phone')
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
