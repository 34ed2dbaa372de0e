/* hand.mjs - a stranger's hand at a table: whatever it does is a click, and is counted. Nothing is typed, no notation
 * shown. */
import assert from 'node:assert/strict'
import { goTo, openPage, startPlain, until } from './harness.mjs'
import { atTable, kept, movesOf, written } from './table.mjs'

const { address } = await startPlain()

export class Hand {
    clicks = 0

    constructor(page) {
        this.page = page
    }

    static async at(scenario, query, options) {
        const page = await openPage(`${address}#/play/${scenario}?${query}`, options)
        await atTable(page)
        const hand = new Hand(page)
        await hand.settled()
        return hand
    }

    /** At a game that was kept at this device, so far. */
    static async from(scenario, record, seats, options) {
        const page = await openPage(`${address}#/about`, options)
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
export async function obvious(hand) {
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

/** Is all of it inside what is seen of the panel it stands in, and of the window? */
export const isSeen = locator => locator.evaluate(node => {
    const box = node.getBoundingClientRect()
    const around = node.closest('.table-tab, .table-now').getBoundingClientRect()
    return box.top >= around.top - 1 && box.bottom <= Math.min(around.bottom, innerHeight) + 1
})
