/* battle.mjs - a battle that is fought beside the map: it opens by itself, is ordered by taps on it, and hides what is hidden. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { Hand, obvious } from './hand.mjs'
import { assertNoSidewaysScroll, PHONE, picture, root, run, test, until } from './harness.mjs'

/** The record of a battle up to that line, played on against the computer. */
async function before(line, options) {
    const record = fs.readFileSync(path.join(root, 'tests/records/honour-bicocca-greedy.rec'), 'utf8').split('\n')
    const at = record.findIndex(text => line.test(text))
    assert.notEqual(at, -1)
    return Hand.from('honour/bicocca_1522', `${record.slice(0, at).join('\n')}\n`, { A: 'human', B: 'greedy' }, options)
}

const VANGUARD = / A {2}vanguard /
const ROUND = / A {2}engage -/
const section = (side, id) => `.battle-section[data-section="${id}"].${side ? 'is-near' : 'battle-section:not(.is-near)'}`
const pieces = locator => locator.locator('[data-piece]').evaluateAll(all => all.map(one => one.dataset.piece))

test('a battle opens over the map by itself, and the map is a tap away', async () => {
    const hand = await before(/ A {2}attack /)
    const { page } = hand
    assert.equal(await page.locator('.battle').count(), 0)
    await hand.press(page.locator('.moves .move[data-move^="attack"]'))
    if (await hand.has('.mind .commit'))
        await hand.press(page.locator('.mind .commit'))
    await page.locator('.battle').waitFor()
    await page.locator('.battle-map').click()
    await page.locator('.board').waitFor()
    assert.equal(await page.locator('.battle').count(), 0)
    await page.locator('.battle-return').click()
    await page.locator('.battle').waitFor()
})

test('units are sent to the Vanguard by taps on the board', async () => {
    const hand = await before(VANGUARD)
    const { page } = hand
    assert.deepEqual(await pieces(page.locator(section(true, 'vanguard'))), [])
    await hand.tap('.battle [data-piece="UA1"]')
    await hand.tap('.battle [data-piece="UA4"]')
    await hand.press(page.locator('.battle-orders .move'))
    if (await hand.has('.mind .commit'))
        await hand.press(page.locator('.mind .commit'))
    await until('they stand in the Vanguard', async () => (await pieces(page.locator(section(true, 'vanguard')))).length === 2)
    assert.deepEqual(await pieces(page.locator(section(true, 'main'))), ['UA2', 'UA3', 'UA5'])
})

test('one\'s own chits say what they do, those of the enemy lie face down', async () => {
    const hand = await before(ROUND)
    const { page } = hand
    const own = page.locator('.battle-side').last(), foe = page.locator('.battle-side').first()
    assert.ok(await foe.locator('.battle-chit.is-hidden').count())
    assert.deepEqual(await foe.locator('[data-chit]').evaluateAll(all => all.map(one => one.dataset.chit)), ['earthworks'])
    await own.locator('[data-chit="charge"]').click()
    assert.match(await page.locator('.battle-chosen').textContent(), /horse of this Corps charges/i)
    for (const chit of await page.locator('.battle-section .battle-chit').all())
        assert.ok((await chit.locator('.battle-chit-does').textContent()).length > 20)
})

test('of chits that may be had twice two can be taken, each with what it does', async () => {
    const hand = await before(/ A {2}hand /)
    const { page } = hand
    const firearms = page.locator('.slots .value', { hasText: /^Firearms/ })
    assert.match(await firearms.textContent(), /two rounds/)
    await hand.press(firearms)
    await hand.press(firearms)
    assert.match(await firearms.textContent(), /Firearms × 2/)
    await hand.press(page.locator('.slots .primary'))
    if (await hand.has('.mind .commit'))
        await hand.press(page.locator('.mind .commit'))
    await until('both are in the hand', () => hand.has('.battle-side:last-child [data-chit="firearms"], .battle-section [data-chit="firearms"]'))
})

for (const [name, options] of [['wide', {}], ['phone', PHONE]])
    test(`a whole battle is fought on its board, ${name}`, async () => {
        const hand = await before(VANGUARD, options)
        const { page } = hand
        let dice = 0, shot = 0
        for (let i = 0; i < 80 && await hand.has('.battle'); i++) {
            await assertNoSidewaysScroll(page)
            if (!await hand.has('.mind'))
                await hand.assertPlain()
            dice += await page.locator('.battle-clash .die').count()
            await picture(page, `battle-${name}-${String(shot++).padStart(2, '0')}`)
            if (!await hand.has('.mind .commit') && await hand.has('.battle-orders .move'))
                await hand.press(page.locator('.battle-orders .move').last())
            else
                await obvious(hand)
        }
        await picture(page, `battle-${name}-over`)
        assert.equal(await hand.has('.battle'), false)
        assert.ok(dice > 3, `${dice} dice lay between the lines`)
        assert.ok(await hand.has('.board'))
    })

const axe = fs.readFileSync(path.join(root, 'web/node_modules/axe-core/axe.min.js'), 'utf8')
const findings = () => globalThis.axe.run(document.querySelector('.battle'), { resultTypes: ['violations'] })
    .then(({ violations }) => violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target.join(' ')).join(' | ')}`))

for (const [name, options] of [['wide', {}], ['phone', PHONE]])
    for (const colorScheme of ['light', 'dark'])
        test(`axe finds nothing in the board of a battle, ${name} and ${colorScheme}, and thumbs find room`, async () => {
            const { page } = await before(ROUND, { ...options, colorScheme })
            await page.locator('.battle-side').last().locator('[data-chit="charge"]').click()
            await page.evaluate(axe)
            assert.deepEqual(await page.evaluate(findings), [])
            const low = await page.locator('.battle button').evaluateAll(all => all.map(b => b.getBoundingClientRect().height))
            assert.ok(name === 'wide' || Math.min(...low) >= 43.5, `${Math.min(...low)} px`)
            await picture(page, `battle-${name}-${colorScheme}`)
        })

await run()
