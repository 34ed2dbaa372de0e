/* accessible.mjs - axe-core finds nothing serious on any page, in light and in dark, wide and on a
 * phone; titles, focus and the skip link are as they should be. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { assertNoSidewaysScroll, goTo, native, openPage, PHONE, picture, root, run, startPlain, test, until,
         WIDE } from './harness.mjs'
import { showNotation, sitDown } from './table.mjs'

const { address } = await startPlain()
const axe = fs.readFileSync(path.join(root, 'web/node_modules/axe-core/axe.min.js'), 'utf8')

const places = [
    ['lobby', '#/', '.scenario-picture img'],
    ['ask', '#/ask/shields', '.question-list'],
    ['question', '#/ask/shields/combat?dice=3', '.answer-result'],
    ['assault', '#/ask/mons/assault?attackers=G08%40dry%2CG09%40water%3A3', '.several .stepper'],
    ['refused', '#/ask/shields/combat?supporters=77', '.note.bad'],
    ['charts', '#/charts/shields', '.chart'],
    ['chart', '#/charts/mons/13_5_melee', '.chart'],
    ['found', '#/charts?find=artillery', '.chart mark'],
    ['rules', '#/rules/shields/R12.3', '.para-lit'],
    ['lesson', '#/learn/shields/first', '.teacher .button'],
    ['lessons', '#/learn', '.lesson-item'],
    ['short', '#/short/shields', 'figure img'],
    ['about', '#/about', 'main h1'],
    ['replay', '#/replay', 'main h1'],
    ...native('games').map(({ id, scenarios: [first] }) =>
        [id, `#/play/${id}/${first}`, `.table-page[data-scenario="${id}/${first}"]`]),
    ['nowhere', '#/no/such/place', 'main h1']
]

const PRESSED = 'button, select, .button, .nav-link, input:not([type=checkbox], [type=radio]), ' +
    'label:has(> input[type=checkbox])'

/** What axe finds; only of colours, where everything else has been looked at. */
async function findings(page, onlyColours) {
    return page.evaluate(async colours => {
        const { violations } = await globalThis.axe.run(document, {
            resultTypes: ['violations'],
            ...(colours ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {})
        })
        return violations.filter(v => v.impact === 'serious' || v.impact === 'critical')
            .map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target.join(' ')).join(' | ')}`)
    }, onlyColours)
}

/** What is pressed on a phone and lower than a thumb is wide. */
async function lowOnes(page) {
    return page.locator(PRESSED).evaluateAll(nodes => nodes
        .filter(node => node.checkVisibility({ visibilityProperty: true }) &&
                !node.closest('.visually-hidden, [inert]') &&
                !node.matches('.para, .term')) // in the midst of a sentence
        .map(node => [node.outerHTML.slice(0, 120), node.getBoundingClientRect().height])
        .filter(([, height]) => height > 0 && height < 43.5)
        .map(([what, height]) => `${height} px high: ${what}`))
}

/** Each page is opened once and looked at in both lights. */
for (const [width, screen] of [['wide', WIDE], ['phone', PHONE]])
    test(`axe finds nothing serious in light and dark, thumbs find room: ${width}`, async () => {
        const page = await openPage(`${address}#/about`, {
            ...screen, colorScheme: 'light', reducedMotion: 'reduce', bypassCSP: true })
        await page.evaluate(axe)
        const wrong = []
        for (const [name, hash, shown] of places) {
            await goTo(page, hash)
            await page.locator(shown).first().waitFor()
            if (hash.startsWith('#/play/'))
                await sitDown(page)
            for (const colorScheme of ['light', 'dark']) {
                await page.emulateMedia({ colorScheme })
                const found = await findings(page, colorScheme === 'dark')
                wrong.push(...found.map(it => `${name}, ${colorScheme}: ${it}`))
                await picture(page, `${name}-${width}-${colorScheme}`)
            }
            await assertNoSidewaysScroll(page)
            if (screen === PHONE)
                wrong.push(...(await lowOnes(page)).map(it => `${name}: ${it}`))
        }
        assert.deepEqual(wrong, [])
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

test('a crowd of a bare table is opened with keys and mouse, and one is picked', async () => {
    const page = await openPage(`${address}#/play/guerre/teaching_ofanto?seed=7`)
    const stop = id => page.locator(`[data-stop="${id}"]`)
    const picked = id => page.locator(`[data-stop="${id}"][aria-pressed="true"]`)
    const fan = page.getByRole('dialog', { name: '2 pieces here' })
    // Focus comes back to the board a frame after a fan closes; a key before that goes nowhere.
    const letGo = async () => {
        await page.locator('.board :focus, .board-surface:focus').first().waitFor({ state: 'attached' })
        await page.keyboard.press('Escape')
        await until('nothing is picked', async () =>
            await page.locator('[data-stop][aria-pressed="true"]').count() === 0)
    }
    await page.locator('.piece .may-act').nth(4).waitFor({ state: 'attached' })
    await until('it is picked', async () => { // well apart as they are, at once; if the page listens yet
        await stop('A3').focus()
        await page.keyboard.press('Enter')
        return picked('A3').waitFor({ state: 'attached', timeout: 3000 }).then(() => true, () => false)
    })
    await letGo()
    const near = await stop('A3').boundingBox() // and so it is by a mouse, close to the next
    await page.mouse.click(near.x + near.width / 2, near.y + near.height - 2)
    await picked('A3').waitFor({ state: 'attached' })
    assert.equal(await fan.count(), 0)
    await letGo()
    await page.locator('.board-surface').focus()
    for (let i = 0; i < 8; i++)
        await page.keyboard.press('-')
    let before = 0 // a glide that goes on would take the piece from under the mouse
    await until('it is far away and lies still', async () => {
        const { x, width } = await stop('A3').boundingBox()
        const still = x === before
        before = x
        return still && width < 14
    })
    await stop('A3').focus()
    await page.keyboard.press('Enter')
    await fan.waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await picked('A4').waitFor({ state: 'attached' })
    assert.equal(await fan.count(), 0)
    await letGo()
    const { x, y, width } = await stop('A3').boundingBox()
    await page.mouse.click(x + width / 2, y + 1)
    await fan.getByRole('button', { name: /^Swiss pikes \(front\)/ }).click()
    await picked('A3').waitFor({ state: 'attached' })
})

/** What is drawn of a kind, as boxes on the screen. */
const boxesOf = (page, selector) => page.locator(selector).evaluateAll(nodes => nodes.map(node => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    return { words: node.textContent, left, right, top, bottom }
}))

test('names of places and pieces can be read, and buttons do not hide the map', async () => {
    const page = await openPage(`${address}#/play/mons/nimy`)
    await page.locator('.piece').first().waitFor()
    const names = await boxesOf(page, '.map-names text')
    const counters = await boxesOf(page, '.piece-hit')
    assert.ok(names.length > 8 && counters.length > 8)
    const hidden = names.filter(({ left, right, top, bottom }) => counters.some(c =>
        c.left < (left + right) / 2 && (left + right) / 2 < c.right &&
        c.top < (top + bottom) / 2 && (top + bottom) / 2 < c.bottom))
    assert.deepEqual(hidden.map(({ words }) => words), [])
    await goTo(page, '#/play/guerre/ravenna_1512')
    await until('the bare table is laid', () => page.locator('.map .k-rule').count())
    const [buttons] = await boxesOf(page, '.board-controls')
    // A bare table opens on those who stand on it: none of them is under the buttons, nor is the sheet when all of it is shown.
    const elements = await boxesOf(page, '.piece-hit')
    assert.ok(elements.length > 8)
    assert.deepEqual(elements.filter(({ right, top, bottom }) =>
        right > buttons.left && top < buttons.bottom && bottom > buttons.top), [])
    await page.getByRole('button', { name: 'Show the whole map' }).click()
    const rightOfSheet = async () => (await boxesOf(page, '.map .k-neat-thin'))[0].right
    await until('the whole sheet is clear of the buttons', async () => await rightOfSheet() <= buttons.left)
    // From far a name would lie on the figures; near, every one can be read.
    assert.equal(await page.locator('.element-id:visible').count(), 0)
    for (let i = 0; i < 5; i++)
        await page.getByRole('button', { name: 'Zoom in' }).click()
    await until('the view is near', () => page.locator('[data-detail="near"]').count())
    assert.equal(await page.locator('.element-id:visible').count(), 0) // without the notation no codes
    await showNotation(page)
    await until('the ids are shown', () => page.locator('.element-id:visible').count())
    const ids = (await boxesOf(page, '.element-id')).filter(({ words }) => /^[AB]\d/.test(words))
    assert.equal(ids.length, 33)
    assert.deepEqual(ids.filter(({ top, bottom }) => bottom - top < 5.5), [])
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
