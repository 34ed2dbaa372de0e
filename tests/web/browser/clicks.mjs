/* clicks.mjs - a stranger's first minutes, counted in clicks: the first move, the first odds, a whole
 * teaching game; and what is said before something is wasted. Nothing is typed, no notation shown. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { Hand, isSeen, obvious } from './hand.mjs'
import { picture, root, run, test, until } from './harness.mjs'
import { kept, verify } from './table.mjs'

const games = [
    ['shields/malfosse', 'Norman', 'seat=English=greedy&seed=7'],
    ['mons/nimy', 'GE', 'seat=BR=greedy&seed=7'],
    ['guerre/teaching_ofanto', 'A', 'seat=B=greedy&seed=7'],
    ['skirmish/salt_path', 'A', 'seat=B=greedy&seed=7'],
    ['honour/bicocca_1522', 'A', 'seat=B=greedy&seed=7']
]

for (const [scenario, side, query] of games)
    test(`the first move that does something takes at most three clicks: ${scenario}`, async () => {
        const hand = await Hand.at(scenario, query)
        await picture(hand.page, `begin-${scenario.replace('/', '-')}`)
        await hand.assertPlain()
        while (await hand.acted(side) === 0) {
            assert.ok(hand.clicks < 3, `${hand.clicks} clicks and nothing is done`)
            await obvious(hand)
            await hand.assertPlain()
        }
        await picture(hand.page, `first-${scenario.replace('/', '-')}`)
    })

/** Take what leads to dice: the first of these that is there is clicked. */
async function towardsOdds(hand, wishes) {
    for (const [kind, what] of wishes) {
        if (await hand.odds)
            return
        if (kind === 'commit')
            await hand.press(hand.page.locator('.mind .commit'))
        else if (kind === 'order')
            await hand.press(hand.page.locator(`.moves .move[data-move^="${what}"]`))
        else if (kind === 'unit')
            await hand.tap(`[data-stop="${what}"]`)
        else
            await hand.tap(`[data-stop^="place ${what}"]`)
    }
}

test('the first odds of a charge take at most six clicks, in words', async () => {
    const hand = await Hand.at('shields/malfosse', 'seat=English=level:2&seed=7')
    await towardsOdds(hand, [['order', 'assign 2 horse'], ['order', 'bonus'], ['unit', 'N1'],
                             ['place', '0504'], ['order', 'end'], ['unit', 'E1']])
    assert.ok(await hand.odds, 'the odds are shown')
    assert.ok(hand.clicks <= 6, `${hand.clicks} clicks`)
    const bubble = hand.page.locator('.board-bubble')
    await bubble.locator('.short-odds').waitFor()
    await picture(hand.page, 'odds')
    // The balloon hides none of those it is about.
    const hidden = await bubble.evaluate(node => {
        const { left, right, top, bottom } = node.getBoundingClientRect()
        return ['N1', 'E1'].filter(id => {
            const box = document.querySelector(`[data-stop="${id}"]`).getBoundingClientRect()
            const x = box.x + box.width / 2, y = box.y + box.height / 2
            return x > left && x < right && y > top && y < bottom
        })
    })
    assert.deepEqual(hidden, [])
    assert.doesNotMatch(await hand.page.locator('.mind-says').first().textContent(), /\b[EN]\d\b/)
})

/* On the first turn nobody is in reach of the Germans at Nimy, nor of anybody on the Ofanto: whom one would
 * attack is told all the same. */
const firstOdds = [
    ['mons/nimy', 'seat=GE=greedy&seed=7', [['order', 'programme FM'], ['order', 'bombard 2304']]],
    ['mons/nimy', 'seat=BR=greedy&seed=7', [['unit', 'G08'], ['unit', 'B10']]],
    ['guerre/teaching_ofanto', 'seat=B=greedy&seed=7', [['unit', 'A2'], ['unit', 'B2']]],
    ['skirmish/salt_path', 'seat=B=greedy&seed=7', [['unit', 'A1'], ['order', 'group A1 D']]],
    ['honour/bicocca_1522', 'seat=B=greedy&seed=7', []] // whatever comes first leads there
]

for (const [scenario, query, wishes] of firstOdds)
    test(`the first odds take at most six clicks: ${scenario}, ${query}`, async () => {
        const hand = await Hand.at(scenario, query)
        await towardsOdds(hand, wishes)
        while (!wishes.length && !await hand.odds && hand.clicks < 6)
            await obvious(hand)
        await until('the odds are shown', () => hand.odds)
        assert.ok(hand.clicks <= 6, `${hand.clicks} clicks`)
        await hand.assertPlain()
        await picture(hand.page, `odds-${scenario.replace('/', '-')}-${query.slice(5, 7)}`)
    })

test('a whole Malfosse takes at most sixty clicks', async () => {
    const hand = await Hand.at('shields/malfosse', 'seat=Norman=level:1&seed=11')
    const { page } = hand
    for (let turns = 0; !await hand.isOver; turns++) {
        assert.ok(hand.clicks <= 60, `${hand.clicks} clicks and it is not over`)
        // The English stand and strike whoever comes near: attack where there is one, else no more.
        if (await hand.has('.mind .commit'))
            await hand.press(page.locator('.mind .commit'))
        else if (await hand.has('.which .move'))
            await hand.press(page.locator('.which .move'))
        else if (await hand.has('.moves .move[data-move^="attack"]'))
            await hand.press(page.locator('.moves .move[data-move^="attack"]'))
        else if (await hand.has('.moves .move[data-move^="assign 2 combat"]') && turns % 2 === 0)
            await hand.press(page.locator('.moves .move[data-move^="assign 2 combat"]'))
        else if (await hand.has('.moves .bare .move'))
            await hand.press(page.locator('.moves .bare .move'))
        else
            await hand.press(page.locator('.moves .button'))
    }
    assert.ok(hand.clicks <= 60, `${hand.clicks} clicks`)
    const [game] = await kept(page)
    assert.equal(verify(game.record).sound, true)
    console.log(`    a whole Malfosse: ${hand.clicks} clicks`)
    await picture(page, 'malfosse-over')
})

test('what may be done, what ends it and the hint are in sight, whatever has happened before', async () => {
    for (const [scenario, , query] of [...games, ['shields/malfosse', 'English', 'seat=Norman=level:2&seed=9']]) {
        const hand = await Hand.at(scenario, query)
        const buttons = await hand.page.locator('.moves .button').all()
        const seen = (await Promise.all(buttons.map(isSeen))).filter(Boolean).length
        assert.ok(seen >= Math.min(3, buttons.length), `${scenario}: ${seen} of ${buttons.length} seen`)
        for (const button of [...await hand.page.locator('.moves .bare .move').all(),
                              hand.page.locator('.hint-panel .button').first()])
            assert.ok(await isSeen(button), `${scenario}: ${await button.textContent()}`)
    }
})

test('whoever must retreat has his places lit before he is picked, and nobody else is lit', async () => {
    const lines = fs.readFileSync(path.join(root, 'tests/records/shields-malfosse-greedy.rec'), 'utf8').split('\n')
    const before = what => `${lines.slice(0, lines.findIndex(line => what.test(line))).join('\n')}\n`
    const seats = { Norman: 'human', English: 'human' }
    const asked = await Hand.from('shields/malfosse', before(/English {2}keep$/), seats)
    await until('a wall is asked', () => asked.has('.moves .move[data-move="exchange"]'))
    assert.equal(await asked.page.locator('.may-act').count(), 0)
    const hand = await Hand.from('shields/malfosse', before(/English {2}retreat E6 1203$/), seats)
    const { page } = hand
    await until('somebody must retreat', () => hand.has('.moves .move[data-move^="retreat"]'))
    assert.equal(await page.locator('.may-act').count(), 1)
    const ways = await page.locator('.moves .move[data-move^="retreat"]').count()
    assert.ok(ways > 0)
    assert.equal(await page.locator('[data-stop^="place "]').count(), ways)
    const made = await hand.lines()
    await hand.tap('[data-stop^="place 1203"]')
    await until('he has gone there', async () => await hand.lines() > made)
})

test('whoever is picked on a bare table shows how far he may go, also where he has to be named first', async () => {
    for (const [scenario, id, mm] of [['skirmish/salt_path', 'A4', 160], ['guerre/teaching_ofanto', 'A2', 120]]) {
        const hand = await Hand.at(scenario, 'seat=B=greedy&seed=7')
        await hand.tap(`[data-stop="${id}"]`)
        const reach = hand.page.locator('.board .reach').first()
        await reach.waitFor({ state: 'attached' })
        const { width, height } = await reach.evaluate(node => {
            const box = node.getBBox()
            return { width: box.width, height: box.height }
        })
        assert.ok(height >= mm && height <= 2 * mm + 1, `${scenario}: ${height} mm deep`)
        assert.ok(width >= mm / 2 && width <= 2 * mm + 1, `${scenario}: ${width} mm wide`)
        await picture(hand.page, `reach-${scenario.replace('/', '-')}`)
        await hand.page.keyboard.press('Escape')
        await until('nothing is picked, nothing is lit', async () => await reach.count() === 0)
    }
})

test('what was told last is in sight, however many orders take room from it', async () => {
    const hand = await Hand.at('shields/malfosse', 'seat=Norman=level:2&seed=7')
    const last = () => hand.page.evaluate(() => {
        const past = document.querySelector('.table-past').getBoundingClientRect()
        const told = document.querySelector('.happened').lastElementChild.getBoundingClientRect()
        return told.top >= past.top - 1 && told.top < past.bottom - 20
    })
    await until('the last line is seen', last, 3000)
    await hand.press(hand.page.locator('.moves .move'))
    await hand.page.waitForTimeout(500)
    await until('a move was in mind, or made, and the last line is seen again', async () =>
        await hand.has('.mind .commit') ? (await hand.page.keyboard.press('Escape'), false) : last(), 5000)
})

test('what would be wasted is said first, and done anyway with one more click', async () => {
    const hand = await Hand.at('mons/nimy', 'seat=BR=level:2&seed=7')
    const before = await hand.lines()
    await hand.press(hand.page.locator('.moves .bare .move[data-move="end"]'))
    const said = hand.page.locator('.mind .wasted')
    assert.match(await said.textContent(), /5 units could still act/)
    assert.equal(await hand.lines(), before)
    await picture(hand.page, 'wasted')
    await hand.press(hand.page.locator('.mind .commit'))
    await until('it is made', async () => await hand.lines() > before)
})

test('what the game is won by stands before all other moves, and to leave it is warned of', async () => {
    // Lanvaux, when the first of the caravan can leave by the edge that counts.
    const lines = fs.readFileSync(path.join(root, 'tests/records/skirmish-lanvaux_heath.rec'), 'utf8').split('\n')
    const at = lines.findIndex(line => / {2}move B4 \d+,1000$/.test(line))
    const hand = await Hand.from('skirmish/lanvaux_heath', `${lines.slice(0, at).join('\n')}\n`,
                                 { A: 'greedy', B: 'human' })
    const { page } = hand
    const counts = page.locator('.moves .counts .move')
    await counts.first().waitFor()
    assert.match(await counts.first().textContent(), /gets away/)
    const before = await hand.lines()
    await hand.press(page.locator('.moves .bare .move[data-move="end"]'))
    await until('what is left is told', () => page.evaluate(() =>
        /Left undone: .*That (counts|wins)/.test(document.querySelector('.mind .wasted')?.textContent ?? '')))
    assert.equal(await hand.lines(), before)
    await picture(page, 'goal')
    await hand.press(counts)
    await until('he has got away', async () => await hand.lines() > before)
})

test('fifty units come in by taps, never by a list of a thousand lines', async () => {
    const hand = await Hand.at('mons/mons', 'seat=BR=level:2&seed=7')
    const { page } = hand
    assert.ok(await page.locator('.moves button').count() < 130, 'no list of all ways')
    await picture(page, 'entry')
    const before = await hand.lines()
    await page.locator('.moves .able-units details').first().evaluate(node => { node.open = true })
    await hand.press(page.locator('.moves .able:visible'))
    await hand.tap('[data-stop^="place "]')
    await until('it has come in', async () => await hand.lines() > before)
    assert.equal(hand.clicks, 2)
})

test('words of prompt and rules say on tap what they mean', async () => {
    const hand = await Hand.at('shields/malfosse', 'seat=English=level:1&seed=7')
    const { page } = hand
    await hand.press(page.locator('.moves .move[data-move="assign 2 horse Pursuit"]'))
    await hand.press(page.locator('.moves .bare .move'))
    await page.locator('.moves .step .para-button').click()
    const term = page.locator('.rule-sheet .term').first()
    await term.waitFor()
    assert.equal(await term.getAttribute('aria-expanded'), 'false')
    await term.click()
    const note = page.locator('.rule-sheet .term-explains:visible')
    assert.ok((await note.first().textContent()).length > 10)
    await picture(page, 'glossary')
    await term.click()
    assert.equal(await note.count(), 0)
})

await run()
