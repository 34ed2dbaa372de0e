/* clicks.mjs - a stranger's first minutes, counted in clicks: the first move, the first odds, a whole
 * teaching game; and what is said before something is wasted. Nothing is typed, no notation shown. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { goTo, openPage, picture, root, run, startPlain, test, until } from './harness.mjs'
import { atTable, kept, movesOf, verify, written } from './table.mjs'

const { address } = await startPlain()

/** A hand at the table: whatever it does is a click, and is counted. */
class Hand {
    clicks = 0

    constructor(page) {
        this.page = page
    }

    static async at(scenario, query) {
        const page = await openPage(`${address}#/play/${scenario}?${query}`)
        await atTable(page)
        const hand = new Hand(page)
        await hand.settled()
        return hand
    }

    /** At a game that was kept at this device, so far. */
    static async from(scenario, record, seats) {
        const page = await openPage(`${address}#/about`)
        await page.evaluate(game => new Promise((done, failed) => {
            const request = indexedDB.open('sandtable', 1)
            request.onupgradeneeded = () => {
                request.result.createObjectStore('games', { keyPath: 'id' })
                request.result.createObjectStore('opened')
            }
            request.onerror = () => failed(request.error)
            request.onsuccess = () => {
                const put = request.result.transaction('games', 'readwrite')
                put.objectStore('games').put(game)
                put.oncomplete = () => { request.result.close(); done() }
            }
        }), { id: 'cut', scenario, title: scenario, record, seats, seed: 1, turn: '', over: false, changed: 1 })
        await goTo(page, `#/play/${scenario}?kept=cut`)
        await atTable(page)
        const hand = new Hand(page)
        await hand.settled()
        return hand
    }

    /** Nothing is being made or thought about: something can be decided, or the game is over. In one look. */
    async settled() {
        await until('somebody here decides, or it is over', () => this.page.evaluate(() => {
            const { awaits, deciding } = document.querySelector('main.table-page').dataset
            const { thinking } = document.querySelector('.table-prompt')?.dataset ?? {}
            return awaits !== 'die' && deciding === 'false' && thinking === 'false' &&
                document.querySelector('.moves .button, .winner, .mind .commit') !== null
        }))
    }

    async press(locator) {
        this.clicks++
        await locator.first().click()
        await this.settled()
    }

    /** Click where that is drawn on the board. */
    async tap(selector) {
        this.clicks++
        const box = await until(`${selector} is on the board`, () =>
            this.page.locator(selector).first().boundingBox())
        await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
        await this.settled()
    }

    has = async selector => await this.page.locator(selector).count() > 0
    get isOver() { return this.has('.winner') }
    get odds() { return this.has('.mind .odds, .if-attacked .short-odds') }
    lines = () => written(this.page)

    /** Nothing a stranger reads is a code, and no two buttons beside each other say the same. */
    async assertPlain() {
        const seen = await this.page.evaluate(() => {
            const told = [...document.querySelectorAll(
                '.table-head, .table-column, .board-bubble, .tray, .notices')].map(part => {
                const copy = part.cloneNode(true)
                copy.querySelectorAll('.para, table, .mono').forEach(node => node.remove())
                return copy.textContent
            })
            const labels = [...document.querySelectorAll('[data-stop]')]
                .map(node => node.getAttribute('aria-label') ?? '')
            const buttons = [...document.querySelectorAll('.moves .few')].flatMap(list => {
                const words = [...list.querySelectorAll('.move-short')].map(node => node.textContent)
                return words.filter((word, i) => words.indexOf(word) !== i)
            })
            return { text: [...told, ...labels].join('\n'), buttons }
        })
        assert.doesNotMatch(seen.text, /\b(?!SP\b|AP\b|MP\b)[A-Z]{1,3}\d{1,2}\b|\b[a-z]+_[a-z]+\b|\bHH\b|\bcp [AB]\b|\bA \d+;/)
        assert.deepEqual(seen.buttons, [])
    }

    /** Own decisions that are more than closing a step. */
    async acted(side) {
        const [game] = await kept(this.page)
        return movesOf(game.record).filter(line => line.startsWith(`${side} `) &&
            / {2}\w+ \S/.test(line)).length
    }
}

/** Do the next obvious thing: what the page puts first. */
async function obvious(hand) {
    const { page } = hand
    for (const selector of ['.mind .commit:visible', '.board-bubble .which .move',
                            '.moves .few:not(.bare) .move', '.moves .slots .value:visible']) {
        if (await hand.has(selector))
            return hand.press(page.locator(selector))
    }
    if (await hand.has('.piece-head') && await hand.has('[data-stop^="place "]'))
        return hand.tap('[data-stop^="place "]')
    if (await hand.has('.moves .able'))
        return hand.press(page.locator('.moves .able'))
    return hand.press(page.locator('.moves .bare .move'))
}

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

/** Is all of it inside what is seen of the panel it stands in, and of the window? */
const isSeen = locator => locator.evaluate(node => {
    const box = node.getBoundingClientRect()
    const around = node.closest('.table-tab, .table-now').getBoundingClientRect()
    return box.top >= around.top - 1 && box.bottom <= Math.min(around.bottom, innerHeight) + 1
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
    const hand = await Hand.at('shields/malfosse', 'seat=Norman=level:2&seed=7')
    const { page } = hand
    await until('a wall is asked', () => hand.has('.moves .move[data-move="exchange"]'))
    assert.equal(await page.locator('.may-act').count(), 0)
    await hand.press(page.locator('.moves .move[data-move="exchange"]'))
    await until('somebody must retreat', () => hand.has('.moves .move[data-move^="retreat"]'))
    assert.equal(await page.locator('.may-act').count(), 1)
    assert.equal(await page.locator('[data-stop^="place "]').count(), 2)
    const before = await hand.lines()
    await hand.tap('[data-stop^="place 0602"]')
    await until('he has gone there', async () => await hand.lines() > before)
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
