/* review.mjs - hints at the table, and the review of a game: a curve, sums that add up, ways back into the
 * game. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { openPage, picture, root, run, startPlain, test, until } from './harness.mjs'

const { address } = await startPlain()
const records = path.join(root, 'tests/records')
const name = fs.readdirSync(records).sort().find(file => /^blank.*\.rec$/.test(file)) ??
    fs.readdirSync(records).sort().find(file => /malfosse.*\.rec$/.test(file))
const code = 'd' + zlib.deflateRawSync(fs.readFileSync(path.join(records, name))).toString('base64url')

const second = 'English'
const number = text => Number(text.replace('%', '').trim())

test('the review of a record: a curve, the costliest, luck and skill that add up', async () => {
    const page = await openPage(`${address}#/review?record=${code}`)
    await page.waitForSelector('.review-sums')
    await until('all of it is looked at', async () => await page.locator('progress').count() === 0, 90_000)
    assert.ok(await page.locator('.review-chance').count() === 1)
    const cells = (await page.locator('.review-sums td').allTextContents()).map(number)
    assert.equal(cells.length, 4)
    const caption = await page.locator('.review-sums caption').textContent()
    const [start, end] = [.../(-?[\d.]+) %/g[Symbol.matchAll](caption)].map(found => Number(found[1]))
    assert.ok(Math.abs(start + cells[0] + cells[1] - cells[2] - cells[3] - end) < 0.5,
              `${start} ${cells} ${end}`)
    await picture(page, 'review')
    await page.locator('.review-curve svg').click()
    await page.waitForSelector('.table-page')
})

test('whoever looks back sees his own chance, turn by turn, and his own decisions', async () => {
    const seen = async side => {
        const page = await openPage(`${address}#/review?record=${code}${side ? `&side=${side}` : ''}`)
        await page.waitForSelector('.review-sums')
        await until('all of it is looked at', async () => await page.locator('progress').count() === 0, 90_000)
        const label = await page.locator('.review-curve svg').getAttribute('aria-label')
        const [title] = await page.locator('.review-sums tbody th').nth(1).allTextContents()
        return { page, title, chances: [...label.matchAll(/(-?[\d.]+) %/g)].map(found => Number(found[1])),
                 whose: await page.locator('.review-page li a strong').allTextContents() }
    }
    const both = await seen(''), own = await seen(second)
    both.chances.forEach((chance, i) => assert.ok(Math.abs(chance + own.chances[i] - 100) < 0.11, `${both.chances} ${own.chances}`))
    assert.ok(own.whose.every(whose => whose === own.title), own.whose.join())
    assert.ok(await own.page.locator('.review-turn').count() >= 2, 'turns are marked')
    await picture(own.page, 'own')
})

test('a hint is asked for, and put in mind', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse?seat=English=greedy&seed=3`)
    await page.locator('.hint-panel button').first().click()
    await page.waitForSelector('.hint-list li')
    assert.equal(await page.locator('.hint-list li').count(), 3)
    assert.match(await page.locator('.hint-list').textContent(), /%/)
    await page.locator('.hint-list button').first().click()
    await page.waitForSelector('.hint-panel')
    await picture(page, 'hint')
})

await run()
