/* clicks.mjs - a stranger's first minutes, counted in clicks: the first move, the first odds, a whole
 * teaching game; and what is said before something is wasted. Nothing is typed, no notation shown. */
import assert from 'node:assert/strict'
import { openPage, picture, run, startPlain, test, until } from './harness.mjs'
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

    /** Nothing is being made or thought about: something can be decided, or the game is over. */
    async settled() {
        await until('somebody here decides, or it is over', () => this.page.evaluate(() =>
            document.querySelector('.moves .button, .winner, .mind .commit') !== null))
        await this.page.waitForTimeout(120)
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
    get odds() { return this.has('.mind .odds') }
    lines = () => written(this.page)

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
        while (await hand.acted(side) === 0) {
            assert.ok(hand.clicks < 3, `${hand.clicks} clicks and nothing is done`)
            await obvious(hand)
        }
        await picture(hand.page, `first-${scenario.replace('/', '-')}`)
    })

await run()
