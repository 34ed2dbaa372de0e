/* lessons.mjs - the first lesson of every game, finished by keyboard alone and in the text board: what is
 * wanted is typed, where one is free the plainest offer is taken, dice and the other side are real there. */
import assert from 'node:assert/strict'
import { native, openPage, picture, run, startPlain, test, until } from './harness.mjs'
import { typeByKeys } from './table.mjs'

const { address } = await startPlain()
const LESSON_MS = 600_000
const games = native('games').map(game => game.id)

/** Everything the keys depend on, read in one look: what the lesson waits for may change at any moment. */
const look = page => page.evaluate(() => {
    const { row, waits, wanted } = document.querySelector('.lesson-table').dataset
    const table = document.querySelector('main.table-page')
    const { lines, deciding, awaits } = table?.dataset ?? {}
    const offers = [...document.querySelectorAll('.moves .move[data-move]')].map(node => node.dataset.move)
    const bare = [...document.querySelectorAll('.moves .bare .move[data-move]')].map(node => node.dataset.move)
    const told = document.querySelector('.teacher [role=status]')?.textContent ?? ''
    return { at: [row, waits, lines, told].join(' '), waits, wanted, deciding, awaits, offers, bare,
             folded: document.querySelector('.moves details.verb:not([open])') !== null,
             inMind: document.querySelector('.mind .commit') !== null,
             reading: document.activeElement?.closest('.teacher-task') !== null }
})

/** Something has changed since `at`. */
const changed = (page, at, ms) =>
    until('the lesson goes on', async () => (await look(page)).at !== at, ms).catch(() => false)

/** Type it, and confirm it when it has been weighed; what is refused or told otherwise is told. */
async function make(page, move, at) {
    await typeByKeys(page, move)
    await until(`${move} is made or told`, async () => {
        const now = await look(page)
        if (now.at !== at)
            return true
        if (now.inMind)
            await page.keyboard.press('Enter')
        return changed(page, at, 500)
    }, 20_000)
}

/** What a learner does who has no idea of his own: what closes the step, else what is offered first. */
const plainest = ({ bare, offers }) => bare.at(-1) ?? offers[0]

async function finish(page) {
    await until('the lesson is over', async () => {
        const now = await look(page)
        if (now.waits === 'end')
            return true
        if (now.waits === 'read' && now.reading) {
            await page.keyboard.press('Enter')
            await changed(page, now.at, 2000)
        } else if (now.waits === 'do' || now.waits === 'try') {
            await make(page, now.wanted, now.at)
        } else if (now.waits === 'free' && now.deciding === 'false' && plainest(now) !== undefined) {
            await make(page, plainest(now), now.at)
        } else if (now.waits === 'free' && now.folded) { // very many moves of one kind: they are unfolded first
            await page.locator('.moves details.verb:not([open]) > summary').first().focus()
            await page.keyboard.press('Enter')
        }
        return false
    }, LESSON_MS)
}

for (const game of games)
    test(`a whole lesson by keyboard alone, in words: ${game}`, async () => {
        const page = await openPage(`${address}#/learn/${game}/first`)
        await page.waitForSelector('.teacher')
        await until('the board is in words', async () => {
            await page.evaluate(() => document.activeElement?.blur())
            await page.keyboard.press('t')
            return until('it is', () => page.locator('.text-board').count(), 1000).catch(() => false)
        })
        await page.locator('.teacher-task button').first().focus()
        await finish(page)
        await page.locator('.teacher a.button.primary').waitFor()
        assert.equal(await page.locator('.text-board').count(), 1)
        await picture(page, `lesson-end-${game}`)
    })

await run()
