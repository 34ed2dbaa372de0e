/* newcomer.mjs - where strangers stumbled at the table: orders out of sight, boxes over the targets, buttons that did nothing,
 * results nobody saw, a board that jumps. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { Hand, isSeen } from './hand.mjs'
import { goTo, openPage, PHONE, picture, root, run, Server, test, until } from './harness.mjs'
import { atTable, kept, verify } from './table.mjs'

const games = [
    ['shields/malfosse', 'seat=English=greedy&seed=7'],
    ['mons/nimy', 'seat=BR=greedy&seed=7'],
    ['guerre/teaching_ofanto', 'seat=B=greedy&seed=7'],
    ['skirmish/salt_path', 'seat=B=greedy&seed=7'],
    ['honour/bicocca_1522', 'seat=B=greedy&seed=7']
]

/** A game of tests/records up to that line, and whoever plays on. */
function recordUntil(name, isThere, seats) {
    const lines = fs.readFileSync(path.join(root, `tests/records/${name}.rec`), 'utf8').split('\n')
    return [`${lines.slice(0, lines.findIndex(line => isThere.test(line))).join('\n')}\n`, seats]
}

/** The orders that are not folded: the first of them, and what ends the step, can be read and pressed. */
async function assertOrdersSeen(hand, when) {
    const { page } = hand
    const orders = [...(await page.locator('.moves > .few:not(.bare) .move').all()).slice(0, 2),
                    ...await page.locator('.moves .bare .move').all()]
    for (const order of orders)
        assert.ok(await isSeen(order), `${when}: ${await order.textContent()}`)
    return orders.length
}

test('orders stay in sight whatever card or advice is open', async () => {
    const combat = recordUntil('shields-malfosse-greedy', / English {2}assign 2 wall/, { Norman: 'greedy', English: 'human' })
    const starts = [...games.map(game => () => Hand.at(...game)), () => Hand.from('shields/malfosse', ...combat)]
    for (const start of starts) {
        const hand = await start()
        const { page } = hand
        const where = await page.locator('main.table-page').getAttribute('data-scenario')
        await page.locator('.hint-panel .button').first().click()
        await page.locator('.hint-told').waitFor()
        await assertOrdersSeen(hand, `${where}, advice`)
        await picture(page, `advice-${where.replace('/', '-')}`)
        const lit = await page.locator('.piece .piece-hit[aria-label*="may act"]').first().getAttribute('data-piece').catch(() => null)
        if (lit) {
            await hand.tap(`[data-piece="${lit}"]`)
            await assertOrdersSeen(hand, `${where}, picked`)
            await picture(page, `picked-${where.replace('/', '-')}`)
        }
    }
})

test('advice closes when a piece is picked, and by its cross', async () => {
    const hand = await Hand.at('mons/nimy', 'seat=BR=greedy&seed=7')
    const { page } = hand
    const ask = page.locator('.hint-panel .button').first()
    await ask.click()
    await page.locator('.hint-close').click()
    assert.equal(await page.locator('.hint-told').count(), 0)
    await ask.click()
    await page.locator('.hint-told').waitFor()
    await hand.tap('[data-stop="G08"]')
    assert.equal(await page.locator('.hint-told').count(), 0)
})

test('picking a piece opens no box', async () => {
    for (const [scenario, query, unit] of [['guerre/teaching_ofanto', 'seat=B=greedy&seed=7', 'A2'],
                                           ['skirmish/salt_path', 'seat=B=greedy&seed=7', 'A1'],
                                           ['mons/nimy', 'seat=BR=greedy&seed=7', 'G08']]) {
        const hand = await Hand.at(scenario, query)
        await hand.tap(`[data-stop="${unit}"]`)
        assert.equal(await hand.page.locator('.piece.is-picked').count(), 1, scenario)
        assert.equal(await hand.page.locator('.board-bubble, .board-fan').count(), 0, scenario)
    }
})

test('a box that has just appeared lets clicks through to what was seen there', async () => {
    const hand = await Hand.at('mons/nimy', 'seat=GE=greedy&seed=7')
    const { page } = hand
    await hand.press(page.locator('.moves .move[data-move="programme FM"]'))
    await page.locator('.moves .move[data-move^="bombard"]').first().click()
    const box = page.locator('.board-bubble')
    const { first, later } = await box.evaluate(async node => {
        const first = getComputedStyle(node).pointerEvents
        await Promise.all(node.getAnimations().map(one => one.finished))
        return { first, later: getComputedStyle(node).pointerEvents }
    })
    assert.deepEqual({ first, later }, { first: 'none', later: 'auto' })
})

test('a button that ends a step ends it at the first click, after a step that closed by itself too', async () => {
    const hand = await Hand.at('mons/nimy', 'seat=GE=greedy&seed=7')
    const { page } = hand
    await hand.press(page.locator('.moves .move[data-move="programme FM"]'))
    await hand.press(page.locator('.moves .move[data-move^="bombard"]'))
    await hand.press(page.locator('.mind .commit'))
    const before = await hand.lines()
    await hand.press(page.locator('.moves .bare .move[data-move="end"]'))
    if (await hand.has('.mind .commit'))
        await hand.press(page.locator('.mind .commit'))
    assert.equal(await page.locator('.refusal').count(), 0)
    assert.ok(await hand.lines() > before, 'it is ended')
})

test('giving up is no order of the day; the menu has it, and asks once more', async () => {
    for (const [scenario, query, word] of [['mons/nimy', 'seat=GE=greedy&seed=7', 'resign'],
                                           ['guerre/teaching_ofanto', 'seat=B=greedy&seed=7', 'rout'],
                                           ['shields/malfosse', 'seat=English=greedy&seed=7', '']]) {
        const hand = await Hand.at(scenario, query)
        const { page } = hand
        assert.equal(await page.locator(`.moves [data-move="${word}"]`).count(), 0, scenario)
        await page.locator('[popovertarget="table-more"]').click()
        await page.locator('.more-menu .resign').click()
        await page.locator('.more-menu .resign').click()
        await until(`${scenario} is given up`, () => hand.isOver)
        const [game] = await kept(page)
        assert.equal(verify(game.record).sound, true)
    }
})

test('what came of a die is told in words beside the fight, and seen before the others go on', async () => {
    const start = recordUntil('shields-malfosse-greedy', / English {2}assign 2 wall/, { Norman: 'greedy', English: 'human' })
    const hand = await Hand.from('shields/malfosse', ...start)
    const { page } = hand
    await hand.press(page.locator('.moves .move[data-move^="assign 2 combat"], .moves .move[data-move^="assign 3 combat"]'))
    if (await hand.has('.moves .move[data-move="done"]'))
        await hand.press(page.locator('.moves .move[data-move="done"]'))
    await until('somebody may strike', () => hand.has('.moves .move[data-move^="attack"]'))
    await page.locator('select[name=pace]').evaluate(wish => { // so that a busy machine can look in time
        wish.value = 'slow'
        wish.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await page.locator('.moves .move[data-move^="attack"]').first().click()
    await page.locator('.mind .commit').click()
    const came = page.locator('.board-dice .tray-came')
    await came.waitFor()
    const words = await came.textContent()
    assert.ok(words.length > 5, words)
    const fell = await hand.lines()
    await page.waitForTimeout(900)
    assert.equal(await hand.lines(), fell, 'nobody has gone on yet')
    assert.ok((await page.locator('.happened').textContent()).includes(words.slice(0, 12)), words)
    // Beside those it was about, over nobody's counter.
    const hidden = await came.evaluate(node => {
        const { left, right, top, bottom } = node.getBoundingClientRect()
        return [...document.querySelectorAll('.piece .piece-hit')].filter(piece => {
            const box = piece.getBoundingClientRect()
            const x = box.x + box.width / 2, y = box.y + box.height / 2
            return x > left && x < right && y > top && y < bottom
        }).map(piece => piece.dataset.piece)
    })
    assert.deepEqual(hidden, [])
})

test('the report of the others\' turn stays until they act again, a line a move', async () => {
    const hand = await Hand.at('shields/malfosse', 'seat=Norman=level:2&seed=9')
    const { page } = hand
    const report = () => page.locator('.happened').innerText()
    const before = (await report()).split('\n').filter(line => /Normans/.test(line)).length
    assert.ok(before > 1, 'the Normans did something')
    assert.doesNotMatch(await report(), /movement points|Nothing else could be done/)
    await hand.press(page.locator('.moves .move'))
    if (await hand.has('.mind .commit'))
        await hand.press(page.locator('.mind .commit'))
    const [game] = await kept(page)
    assert.match(game.record, / English {2}/)
    assert.ok((await report()).split('\n').filter(line => /Normans/.test(line)).length >= before, await report())
})

test('the board stays where it is whatever is asked or noticed', async () => {
    for (const [scenario, query] of games) {
        const hand = await Hand.at(scenario, query)
        const { page } = hand
        const place = () => page.locator('.table-ground').evaluate(node => {
            const { x, y, width, height } = node.getBoundingClientRect()
            return [x, y, width, height].map(Math.round).join()
        })
        const first = await place()
        for (let i = 0; i < 4; i++) {
            await hand.press(page.locator('.mind .commit:visible, .moves .few .move:visible, .moves .value:visible, ' +
                '.moves .able:visible, .moves .bare .move:visible'))
            assert.equal(await place(), first, `${scenario}, ${i}`)
        }
    }
})

test('who fires where is asked in names, a unit of the list is chosen by it, and ways that are alike are one', async () => {
    const record = fs.readFileSync(path.join(root, 'tests/records/mons-nimy-fire.rec'), 'utf8')
    const hand = await Hand.from('mons/nimy', record, { GE: 'greedy', BR: 'human' })
    const { page } = hand
    await page.locator('.moves .able').first().click()
    await until('it is picked', () => hand.has('.piece.is-picked'))
    assert.equal(await page.locator('.board-bubble, .board-fan').count(), 0)
    assert.match(await page.locator('.piece-head h3').textContent(), /Royal Irish/)
    const values = await page.locator('.moves .value').allTextContents()
    assert.ok(values.length > 2 && await page.locator('.moves .value:visible').count() === 2, 'his are shown, the others folded')
    for (const value of values)
        assert.doesNotMatch(value, /[A-Z]\d\d|>|\d{4}/, value)
    assert.match(values[0], /Royal Irish/)
    await hand.assertPlain()
    await picture(page, 'fire')
    await hand.tap('[data-stop="G12"]')
    await until('ways are ranked', () => hand.has('.which .way-chance'))
    await page.locator('.which .ways-alike').first().waitFor()
    const shown = await page.locator('.which .ways > .way').evaluateAll(ways => ways.map(way => way.dataset.move))
    assert.ok(shown.length < 5 && shown.every(move => move.includes('B06>2304')), shown.join('; '))
    await picture(page, 'ways')
})

test('on a phone orders are under the thumb when a piece is picked', async () => {
    const start = recordUntil('shields-malfosse-greedy', / Norman {2}attack E3/, { Norman: 'human', English: 'greedy' })
    const hand = await Hand.from('shields/malfosse', ...start, PHONE)
    const { page } = hand
    await page.locator('[data-stop="N1"]').tap()
    const order = page.locator('.moves > .few:not(.bare) .move').first()
    await order.waitFor()
    assert.ok(await isSeen(order), await order.textContent())
    await picture(page, 'phone')
})

test('in the lobby names of sides are whole words, and on a phone the button that begins is in sight at once', async () => {
    const server = await new Server().start()
    const wide = await openPage(server.address)
    const side = wide.locator('.seat-side').first()
    await side.waitFor()
    assert.ok((await side.boundingBox()).height < 30, await side.textContent())
    const phone = await openPage(server.address, PHONE)
    const begin = phone.locator('.setup .begin')
    await begin.waitFor()
    const box = await begin.boundingBox()
    assert.ok(box.y + box.height <= PHONE.viewport.height, `${box.y} px down`)
    await picture(phone, 'lobby')
    await begin.tap()
    await atTable(phone)
    await server.kill()
})

test('a bare table opens on those who stand on it, with one measure', async () => {
    for (const [options, least] of [[{}, 60], [PHONE, 25]]) {
        const { page } = await Hand.at('guerre/teaching_ofanto', 'seat=B=greedy&seed=7', options)
        const box = await page.locator('[data-piece="A2"]').boundingBox()
        assert.ok(Math.max(box.width, box.height) >= least, `${box.width} x ${box.height} px`)
        assert.equal(await page.locator('.board-scale, .k-name-scale').count(), 1)
        await picture(page, `opens-${least}`)
    }
})

test('a man is named, sent and done in three clicks, and ducks in three', async () => {
    const hand = await Hand.at('skirmish/salt_path', 'seat=B=greedy&seed=7')
    const { page } = hand
    const said = async () => (await kept(page))[0].record.split('\n').filter(line => /^\d+ A {2}/.test(line))
        .map(line => line.replace(/^\d+ A {2}/, ''))
    const before = (await said()).length
    await hand.tap('[data-stop="A1"]')
    assert.doesNotMatch(await page.locator('.piece-head').textContent(), /\d+, \d+ mm/)
    const man = await page.locator('[data-stop="A1"]').boundingBox()
    hand.clicks++
    await page.mouse.click(man.x + 100, man.y + man.height / 2)
    await page.locator('.mind .commit').first().waitFor()
    const words = await page.locator('.way-length text').first().boundingBox()
    assert.ok(words.height >= 10, `${words.height} px high`)
    await picture(page, 'onward')
    await hand.press(page.locator('.mind .commit'))
    await until('he has gone', async () => (await said()).length >= before + 3)
    assert.deepEqual((await said()).slice(before, before + 3).map(move => move.split(' ')[0]), ['group', 'move', 'end'])
    assert.equal(hand.clicks, 3)
    await until('the next is asked for', () => hand.has('.moves .able'))
    await hand.tap('[data-stop="A6"]')
    await hand.press(page.locator('.moves .move[data-move="group A6 open"]'))
    await until('his own orders are there', () => hand.has('.moves .move[data-move="stand A6"]'))
    await hand.press(page.locator('.moves .move[data-move="stand A6"]'))
    await until('his group is done', async () => (await said()).includes('stand A6') && (await said()).filter(m => m === 'end').length === 2)
    assert.equal(hand.clicks, 6)
})

test('at a table of the server one thing is told after another, as it is here', async () => {
    const server = await new Server().start()
    const page = await openPage(server.address)
    const [record] = recordUntil('shields-malfosse-greedy', / English {2}assign 2 wall/)
    const made = await page.evaluate(async record => (await fetch('api/tables', {
        method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ record, seats: { Norman: 'computer:greedy', English: 'link' }, undo: 'free' })
    })).json(), record)
    await goTo(page, `#/table/${made.id}?seat=${made.tokens.English}`)
    await atTable(page)
    const hand = new Hand(page)
    await hand.settled()
    await page.evaluate(() => {
        const table = document.querySelector('main.table-page')
        window.told = []
        new MutationObserver(() => window.told.push({ at: performance.now(), lines: Number(table.dataset.lines) }))
            .observe(table, { attributes: true, attributeFilter: ['data-lines'] })
    })
    await page.locator('.moves .move[data-move="done"]').click()
    await page.locator('.mind .commit').first().click()
    await until('the others have acted', () => page.evaluate(() => window.told.length > 3))
    await hand.settled()
    const told = await page.evaluate(() => window.told)
    const quick = told.slice(2).filter((one, i) => one.at - told[i + 1].at < 200)
    assert.deepEqual(quick, [], 'each is looked at before the next')
    await server.kill()
})

await run()
