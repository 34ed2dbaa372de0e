/* accessible.mjs - axe-core finds nothing serious on any page, in light and in dark, wide and on a
 * phone; titles, focus and the skip link are as they should be. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { assertNoSidewaysScroll, goTo, openPage, PHONE, picture, root, run, startPlain, test, until,
         WIDE } from './harness.mjs'

const { address } = await startPlain()
const axe = fs.readFileSync(path.join(root, 'web/node_modules/axe-core/axe.min.js'), 'utf8')

const places = [
    ['lobby', '#/', '.scenario-picture img'],
    ['ask', '#/ask/shields', '.question-list'],
    ['question', '#/ask/shields/combat?dice=3', '.answer-result'],
    ['refused', '#/ask/shields/combat?supporters=77', '.note.bad'],
    ['charts', '#/charts/shields', '.chart'],
    ['chart', '#/charts/mons/13_5_melee', '.chart'],
    ['found', '#/charts?find=artillery', '.chart mark'],
    ['rules', '#/rules/shields/R12.3', '.para-lit'],
    ['about', '#/about', 'main h1'],
    ['replay', '#/replay', 'main h1'],
    ['table', '#/play/shields/malfosse', '.table-page .board-surface'],
    ['plane', '#/play/guerre/teaching_ofanto', '.table-page .board-surface'],
    ['nowhere', '#/no/such/place', 'main h1']
]

const PRESSED = 'button, select, .button, .nav-link, input:not([type=checkbox], [type=radio]), ' +
    'label:has(> input[type=checkbox])'

async function findings(page) {
    return page.evaluate(async () => {
        const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] })
        return violations.filter(v => v.impact === 'serious' || v.impact === 'critical')
            .map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target.join(' ')).join(' | ')}`)
    })
}

for (const [width, screen, colorScheme] of [['wide', WIDE, 'light'], ['wide', WIDE, 'dark'],
                                            ['phone', PHONE, 'light']])
    test(`axe finds nothing serious: ${width}, ${colorScheme}`, async () => {
        const page = await openPage(`${address}#/about`, {
            ...screen, colorScheme, reducedMotion: 'reduce', bypassCSP: true })
        await page.evaluate(axe)
        const wrong = []
        for (const [name, hash, shown] of places) {
            await goTo(page, hash)
            await page.locator(shown).first().waitFor()
            wrong.push(...(await findings(page)).map(found => `${name}: ${found}`))
            await assertNoSidewaysScroll(page)
            await picture(page, `${name}-${width}-${colorScheme}`)
        }
        assert.deepEqual(wrong, [])
    })

test('what is pressed on a phone is at least 44 px high', async () => {
    const page = await openPage(`${address}#/about`, PHONE)
    for (const [name, hash, shown] of places) {
        await goTo(page, hash)
        await page.locator(shown).first().waitFor()
        const small = await page.locator(PRESSED).evaluateAll(nodes => nodes
            .filter(node => node.checkVisibility({ visibilityProperty: true }) &&
                    !node.closest('.visually-hidden, [inert]') &&
                    !node.matches('.para')) // a number in the midst of a sentence
            .map(node => [node.outerHTML.slice(0, 120), node.getBoundingClientRect().height])
            .filter(([, height]) => height > 0 && height < 43.5))
        assert.deepEqual(small, [], name)
    }
})

test('every page has a title, and focus goes there with the reader', async () => {
    const page = await openPage(`${address}#/about`)
    for (const [link, title] of [['Ask', 'Ask the umpire · Sandtable'],
                                 ['Charts', 'Charts · Sandtable'], ['Play', 'Sandtable']]) {
        await page.locator('.shell-header').getByRole('link', { name: link, exact: true }).click()
        await until(`the title of ${link}`, async () => await page.title() === title)
        assert.equal(await page.evaluate(() =>
            document.activeElement.classList.contains('shell-page')), true)
    }
})

test('the first Tab offers to skip the header', async () => {
    const page = await openPage(`${address}#/about`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'MAIN')
})

test('the switch turns dark into light, and is remembered', async () => {
    const page = await openPage(`${address}#/about`, { colorScheme: 'dark' })
    const ground = () => page.locator('html').evaluate(html =>
        getComputedStyle(html).backgroundColor)
    const dark = await ground()
    await page.getByRole('button', { name: 'Light colours' }).click()
    const light = await ground()
    assert.notEqual(light, dark)
    await page.reload()
    await page.getByRole('button', { name: 'Dark colours' }).waitFor()
    assert.equal(await ground(), light)
})

await run()
