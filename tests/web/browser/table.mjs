/* table.mjs - what the tests of tables share: sitting down, deciding, reading the record. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { program, temporaryFolder, until } from './harness.mjs'

const folder = temporaryFolder()
let files = 0

/** The table is set up; on a phone its title gives way to the board. */
export const atTable = page => page.waitForSelector('.table-page h1', { state: 'attached' })

/** Whoever is asked has the screen, and the board is drawn. */
export async function sitDown(page) {
    await atTable(page)
    const hand = page.getByRole('button', { name: /^I play/ })
    await until('the board is there', async () => {
        if (await hand.count())
            await hand.first().click({ timeout: 1000 }).catch(() => {})
        // The screen may be handed over once more after a die: somebody must be asked.
        return page.evaluate(() => document.querySelector('.pieces .piece, .board-tray') && document.querySelector('.side-chip'))
    })
}

/** Set a wish of the menu. */
export async function wish(page, name) {
    const box = page.locator(`#table-more input[name=${name}]`)
    if (await box.count() && !await box.isChecked())
        await box.evaluate(node => node.click())
}

/** Moves as they are written, all of them in lists, with a line to type: as experts have it. */
export const showNotation = page => wish(page, 'notation')

/** The moves that are offered as buttons now; long lists are folded and must be opened. */
export async function offered(page) {
    await showNotation(page)
    for (const list of await page.locator('.moves details.verb:not([open]) > summary').all())
        await list.click({ timeout: 2000 }).catch(() => {}) // the step may be over by now
    return page.locator('.moves .button.move').evaluateAll(buttons =>
        buttons.map(button => button.dataset.move))
}

/** Lines of the record as far as the page knows it. */
export const written = async page =>
    Number(await page.locator('.table-page').getAttribute('data-lines'))

/** A move was chosen when there were `before` lines: it is made at once, or waits for its button. */
export async function commit(page, before, press = button => button.click({ timeout: 1000 })) {
    await until('the move is made', async () => {
        if (await written(page) > before)
            return true
        const button = page.locator('.commit:visible').first()
        if (await button.count())
            await press(button).catch(() => {}) // it was made meanwhile
        return await written(page) > before
    })
}

/** Make a move from the list: press it, then make it. */
export async function decide(page, move) {
    await showNotation(page)
    const before = await written(page)
    await page.locator(`.moves .button.move[data-move="${move}"]`).first().click()
    await commit(page, before)
}

/** Make a move as it is typed. */
export async function type(page, move) {
    await showNotation(page)
    const before = await written(page)
    const line = page.getByPlaceholder('Type a move')
    await line.fill(move)
    await line.press('Enter')
    await commit(page, before)
}

/** Click where that is drawn, wherever the click goes. */
async function point(page, selector) {
    const box = await until(`${selector} is on the board`, () =>
        page.locator(selector).first().boundingBox())
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Make a move on the board: the piece, then the hex. */
export async function walk(page, piece, hex) {
    const before = await written(page)
    await point(page, `[data-stop="${piece}"]`)
    await point(page, `[data-stop^="place ${hex}"]`)
    await commit(page, before)
}

/** Games kept at this device, newest first. */
export async function kept(page) {
    const games = await page.evaluate(() => new Promise((done, failed) => {
        const request = indexedDB.open('sandtable', 1)
        request.onerror = () => failed(request.error)
        request.onsuccess = () => {
            const all = request.result.transaction('games').objectStore('games').getAll()
            all.onerror = () => failed(all.error)
            all.onsuccess = () => { request.result.close(); done(all.result) }
        }
    }))
    return games.sort((a, b) => b.changed - a.changed)
}

/** A record as a file, for the command line. */
export function recordFile(text) {
    const file = path.join(folder, `${++files}.rec`)
    fs.writeFileSync(file, text)
    return file
}

/** The decisions and dice of a record, without their numbers and checks. */
export function movesOf(record) {
    return record.split('\n').filter(line => /^\d+ /.test(line))
        .map(line => line.replace(/^\d+ /, ''))
}

export function verify(record) {
    return JSON.parse(execFileSync(program, ['verify', recordFile(record), '--json'],
                                   { encoding: 'utf8' }))[0]
}

/** A move on the command line, by keys alone. The line is drawn when the offers are here, and a key pressed
 *  before the page listens is lost: it is pressed until the line has the focus. */
export async function typeByKeys(page, move) {
    await page.keyboard.press('Escape')
    await page.evaluate(() => document.activeElement?.blur())
    await until('the line has the focus', async () => {
        await page.keyboard.press('/')
        return until('it came', () => page.evaluate(() =>
            document.activeElement?.id === 'command-line'), 1000).catch(() => false)
    })
    await page.keyboard.press('Control+A')
    await page.keyboard.type(move)
    await page.keyboard.press('Enter')
}
