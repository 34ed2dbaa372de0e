/* phone.mjs - a run with thumbs on a screen 360 px wide: every game's table, a few moves, and what
 * one finger and two do to a bare table. */
import assert from 'node:assert/strict'
import { assertNoSidewaysScroll, goTo, native, openPage, PHONE, picture, run, startPlain, test,
         until } from './harness.mjs'
import { atTable, commit, kept, movesOf, offered, wish, written } from './table.mjs'

const { address } = await startPlain()
const LANDSCAPE = { ...PHONE, viewport: { width: 740, height: 360 } }

async function tapMove(page, move) {
    const button = page.locator(`.moves .button.move[data-move="${move}"]`).first()
    await button.waitFor({ state: 'attached' })
    if (!await button.isVisible()) // the list is a sheet below the board
        await page.getByRole('tab', { name: 'Orders' }).tap()
    await button.scrollIntoViewIfNeeded()
    const before = await written(page)
    await button.tap()
    await commit(page, before, commits => commits.tap({ timeout: 1000 }))
    await until(`${move} is made`, async () => movesOf((await kept(page))[0].record)
        .some(line => line.endsWith(move)))
}

test('a few moves are made by thumb, on the list and on the board', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse?seat=English=human`, PHONE)
    await atTable(page)
    await assertNoSidewaysScroll(page)
    await picture(page, 'table')
    await tapMove(page, 'assign 1 move Pursuit')
    await tapMove(page, 'done')
    await until('moves are offered', async () => (await offered(page)).length > 0)

    const tapAt = async selector => {
        const box = await until(selector, () => page.locator(selector).first().boundingBox())
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    }
    await tapAt('[data-stop="N6"]')
    await tapAt('[data-stop^="place 0606"]')
    await until('N6 has moved', async () => movesOf((await kept(page))[0].record)
        .some(line => /move N6 .*0606$/.test(line)))
    await assertNoSidewaysScroll(page)
    await picture(page, 'moved')
})

// ---- fingers on a bare table -----------------------------------------------------------------

/** Several fingers at once, which playwright has not. Those that are not there any more are lifted,
 *  the last ones first. */
async function fingersOf(page) {
    const session = await page.context().newCDPSession(page)
    const send = (type, touchPoints) => session.send('Input.dispatchTouchEvent',
                                                     { type, touchPoints })
    let down = []
    return async (...points) => {
        const now = points.map(([x, y], id) => ({ x, y, id }))
        if (now.length < down.length)
            await send('touchEnd', down.slice(now.length))
        else
            await send(now.length > down.length ? 'touchStart' : 'touchMove', now)
        down = now
    }
}

/** Where pieces lie on the screen. */
const middlesOf = (page, ids) => page.evaluate(names => names.map(id => {
    const box = document.querySelector(`[data-stop="${id}"]`).getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
}), ids)

/** How a piece stands, as it is told: mm and degrees. */
async function standing(page, id) {
    const words = await page.locator(`[data-stop="${id}"]`).getAttribute('aria-label')
    const [, x, y, heading] = /at (\d+), (\d+) mm, facing (\d+)°/.exec(words).map(Number)
    return { x, y, heading }
}

const pickedOf = page => page.locator('.piece [aria-pressed="true"]').evaluateAll(nodes =>
    nodes.map(node => node.dataset.piece))

/** What fingers did is seen a frame later. */
const comesTo = (page, wanted, what) => until(what, async () =>
    (await middlesOf(page, TROOPS)).every(([x, y], i) =>
        Math.hypot(x - wanted[i][0], y - wanted[i][1]) < 1.5), 3000)

const TROOPS = ['A1', 'A5', 'B1', 'B3']

/** A small battle with orders to be given. */
async function bareTable() {
    const page = await openPage(`${address}#/play/guerre/teaching_ofanto?seed=7`, PHONE)
    await atTable(page)
    await until('there are orders to give', async () =>
        await page.locator('.piece .may-act').count() === 5)
    // What is asked takes three lines, one more than before the die: the board is fitted anew below it.
    await page.getByText('Six orders left, and').first().waitFor()
    await page.evaluate(() => new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen))))
    return { page, fingers: await fingersOf(page) }
}

test('two fingers zoom the table around their middle, and one of them pans on', async () => {
    const { page, fingers } = await bareTable()
    const before = await middlesOf(page, TROOPS)
    const middle = [150, 240]
    await fingers([100, 240], [200, 240])
    await fingers([90, 240], [210, 240])
    await fingers([70, 210], [230, 270])
    const by = Math.hypot(160, 60) / 100
    const zoomed = before.map(([x, y]) => [middle[0] + (x - middle[0]) * by,
                                           middle[1] + (y - middle[1]) * by])
    await comesTo(page, zoomed, 'the table is zoomed around the middle')
    await fingers([70, 210]) // the other is lifted
    await fingers([85, 200])
    await fingers()
    await comesTo(page, zoomed.map(([x, y]) => [x + 15, y - 10]), 'the finger left pans')
    assert.deepEqual(await pickedOf(page), [])
})

test('one finger on empty ground pans the table, and picks nothing', async () => {
    const { page, fingers } = await bareTable()
    const before = await middlesOf(page, TROOPS)
    await fingers([60, 260])
    await fingers([80, 250])
    await fingers([110, 230])
    await fingers()
    await comesTo(page, before.map(([x, y]) => [x + 50, y - 30]), 'the table follows')
    assert.deepEqual(await pickedOf(page), [])
    assert.equal(await page.locator('.board-bubble').count(), 0)
})

test('one finger drags a piece to where it shall stand', async () => {
    const { page, fingers } = await bareTable()
    const [[x, y]] = await middlesOf(page, ['A5']), from = await standing(page, 'A5')
    await fingers([x, y])
    await fingers([x, y - 12])
    await fingers([x, y - 30])
    await page.locator('.carried').waitFor()
    await fingers()
    const to = await until('A5 has moved', async () => {
        const now = await standing(page, 'A5')
        return now.y > from.y && now
    })
    assert.deepEqual([to.x, to.heading], [from.x, from.heading])
})

test('a second finger turns the piece that the first one holds', async () => {
    const { page, fingers } = await bareTable()
    const [[x, y]] = await middlesOf(page, ['A5']), from = await standing(page, 'A5')
    const hub = [x, y - 14], slice = Math.PI / 24
    await fingers([x, y])
    await fingers([x, y - 12])
    await fingers(hub)
    // It may rest on the buttons too: there is little room beside a piece.
    const button = await page.locator('.board-controls button').last().boundingBox()
    const arm = [button.x + button.width / 2 - hub[0], button.y + button.height / 2 - hub[1]]
    const around = turn => [hub[0] + arm[0] * Math.cos(turn) - arm[1] * Math.sin(turn),
                            hub[1] + arm[0] * Math.sin(turn) + arm[1] * Math.cos(turn)]
    await fingers(hub, around(0))
    for (let i = 1; i <= 6; i++)
        await fingers(hub, around(i * slice))
    await until('A5 is turned in the hand', async () => {
        const turned = await page.locator('.carried .element').getAttribute('transform')
        return Math.abs(Number(/rotate\((.+)\)/.exec(turned)[1]) - 45) <= 2
    })
    await fingers(hub)
    await fingers()
    await page.locator('.commit:visible').first().tap()
    const to = await until('A5 has wheeled', async () => {
        const now = await standing(page, 'A5')
        return now.heading !== from.heading && now
    })
    assert.ok(to.heading > 30 && to.heading <= 46, `facing ${to.heading}`)
    await picture(page, 'wheeled')
})

test('a long press picks one more piece', async () => {
    const { page, fingers } = await bareTable()
    for (const id of ['A1', 'A5']) {
        await fingers((await middlesOf(page, [id]))[0])
        await until(`${id} is picked`, async () => (await pickedOf(page)).includes(id))
        await fingers()
    }
    assert.deepEqual(await pickedOf(page), ['A1', 'A5'])
})

test('pieces within a finger\'s width are laid side by side, to pick one', async () => {
    const { page, fingers } = await bareTable()
    const [[x, y], [, below]] = await middlesOf(page, ['A3', 'A4'])
    await page.touchscreen.tap(x, (y + below) / 2)
    const fan = page.getByRole('dialog', { name: '2 pieces here' })
    await fan.waitFor()
    await picture(page, 'crowd')
    await fan.getByRole('button', { name: /^Swiss pikes \(rear\)/ }).tap()
    await until('A4 is picked', async () => (await pickedOf(page)).join() === 'A4')
    assert.equal(await fan.count(), 0)
    // Now the finger takes the one that was picked, though it comes down on its neighbour.
    await fingers([x, y])
    await fingers([x, y + 12])
    await page.locator('.piece.is-lifted [data-piece="A4"]').waitFor({ state: 'attached' })
    await fingers()
    await page.keyboard.press('Escape')
    await fingers((await middlesOf(page, ['A5']))[0]) // who stands alone is picked at once
    await fingers()
    await until('A5 is picked', async () => (await pickedOf(page)).join() === 'A5')
    assert.equal(await page.locator('.board-fan').count(), 0)
})

test('beside an open tray the board keeps half of the screen, and who waits there is picked by thumb', async () => {
    const page = await openPage(`${address}#/play/mons/mons`, { ...PHONE, viewport: { width: 390, height: 844 } })
    await page.locator('.board-tray-title[aria-expanded="true"]').waitFor()
    await page.locator('.board-tray-group button').first().waitFor()
    const [board, whole] = await until('the board has its height', () => page.evaluate(() => {
        const surface = document.querySelector('.board-surface').getBoundingClientRect()
        const tray = document.querySelector('.board-tray').getBoundingClientRect()
        return surface.bottom <= tray.top + 1 && [surface.height, innerHeight]
    }))
    assert.ok(board >= whole / 2, `${board} of ${whole} px`)
    await page.locator('.board-tray-group button').first().tap()
    await page.locator('.board-tray-group button[aria-pressed="true"]').waitFor()
    await assertNoSidewaysScroll(page)
    await picture(page, 'tray')
})

test('a picked piece leaves the board in sight; tapped again it asks which move', async () => {
    const { page, fingers } = await bareTable()
    const tapA5 = async () => {
        await fingers((await middlesOf(page, ['A5']))[0])
        await fingers()
    }
    await tapA5()
    await until('A5 is picked', async () => (await pickedOf(page)).join() === 'A5')
    await page.getByRole('heading', { name: 'Gascon crossbows' }).waitFor()
    assert.equal(await page.locator('.board-bubble').count(), 0)
    await tapA5()
    await page.locator('.board-bubble .which').waitFor()
    await picture(page, 'which')
    await page.locator('.board-bubble').getByRole('button', { name: 'Leave it' }).tap()
    await page.locator('.board-bubble').waitFor({ state: 'detached' })
    assert.deepEqual(await pickedOf(page), ['A5'])
})

test('a move in mind stands below the board, which stays in sight; so it does on its side',
     async () => {
    for (const how of [PHONE, LANDSCAPE]) {
        const page = await openPage(`${address}#/play/mons/nimy`, how)
        await atTable(page)
        await wish(page, 'confirm')
        const tapAt = async selector => {
            const box = await until(selector, () => page.locator(selector).first().boundingBox())
            await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
        }
        await tapAt('[data-stop="G08"]')
        const caption = page.locator('.board-caption')
        await caption.getByText('Infantry Regiment 84').waitFor()
        await tapAt('[data-stop^="place 2203"]')
        const mind = page.locator('.mind')
        await mind.locator('.commit').waitFor()
        assert.ok(!await page.locator('.board-bubble').isVisible())
        await caption.waitFor({ state: 'hidden' }) // it fades, and hides nothing any more
        await picture(page, how === PHONE ? 'mind' : 'mind-landscape')
        await mind.locator('.commit').tap()
        await until('G08 has moved', async () => movesOf((await kept(page))[0].record)
            .some(line => /move G08 .*2203$/.test(line)))
    }
})

test('the replay stands below the board, with all its buttons in reach', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse?seat=English=human`, PHONE)
    await atTable(page)
    await tapMove(page, 'assign 1 move Pursuit')
    await page.getByRole('button', { name: 'Replay' }).tap()
    const bar = page.getByRole('region', { name: 'Replay' })
    await bar.waitFor()
    const board = await page.locator('.board').boundingBox()
    assert.ok(board.height > 150, `the board is ${board.height} px high`)
    assert.ok(board.y + board.height <= (await bar.boundingBox()).y + 1)
    await bar.getByRole('button').first().tap()
    await bar.getByText('Line 0').waitFor()
    await picture(page, 'replay')
    await bar.getByRole('button', { name: 'Back to now' }).tap()
    await bar.waitFor({ state: 'detached' })
})

async function sitDown(game, scenario, how) {
    const page = await openPage(`${address}#/play/${game.id}/${scenario}`, how)
    await atTable(page)
    if (game.secrets) // nothing is shown until somebody sits down
        await page.getByRole('button', { name: /^I play / }).tap()
    await page.waitForSelector('.board-surface')
    await page.waitForSelector('.table-head .side-chip')
    await assertNoSidewaysScroll(page)
    return page
}

/** What of the head is cut off, or lies under something else. */
const hiddenInHead = page => page.evaluate(() => {
    const head = document.querySelector('.table-head').getBoundingClientRect()
    return ['.table-prompt', '.table-head .side-chip', '.tools > .button:last-of-type']
        .filter(name => {
            const node = document.querySelector(name), box = node.getBoundingClientRect()
            const over = document.elementFromPoint(box.x + box.width / 2, box.bottom - 2)
            return box.top < head.top || box.bottom > head.bottom || box.right > innerWidth ||
                node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0 ||
                !(node.contains(over) || over.contains(node))
        })
})

for (const game of native('games')) {
    for (const scenario of game.scenarios)
        test(`the table of ${game.id}/${scenario} fits on a phone, and says what is asked`,
             async () => {
            const page = await sitDown(game, scenario, PHONE)
            assert.deepEqual(await hiddenInHead(page), [])
            await picture(page, `${game.id}-${scenario}`)
        })
    test(`the board of ${game.id} keeps most of a phone that lies on its side`, async () => {
        const page = await sitDown(game, game.scenarios[0], LANDSCAPE)
        assert.deepEqual(await hiddenInHead(page), [])
        const board = await page.locator('.table-board').boundingBox()
        assert.ok(board.height >= 0.8 * 360, `the board is ${board.height} px high`)
        await picture(page, `${game.id}-landscape`)
    })
}

test('from the lobby to every page by thumb', async () => {
    const page = await openPage(address, { ...PHONE, colorScheme: 'dark' })
    for (const [link, shown] of [['Ask', '.question-list'], ['Charts', '.chart'],
                                 ['Rules', '.markdown'], ['About', 'main h1'],
                                 ['Play', '.scenario-box']]) {
        await page.locator('.shell-header').getByRole('link', { name: link, exact: true }).tap()
        await page.locator(shown).first().waitFor()
        await assertNoSidewaysScroll(page)
        await picture(page, link.toLowerCase())
    }
    await goTo(page, '#/ask/mons/assault')
    await page.locator('.answer-summary').waitFor()
    assert.ok(await page.locator('.answer-summary').isVisible())
})

test('what an attack would come to is told beside the board, not over the two', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse?seat=English=human`, PHONE)
    await atTable(page)
    for (const id of ['N1', 'E3']) {
        const box = await until(id, () => page.locator(`[data-stop="${id}"]`).first().boundingBox())
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    }
    await page.locator('.if-attacked .short-odds').waitFor()
    await picture(page, 'what-if')
    const hidden = await page.locator('.board-bubble').evaluate(node => {
        const { left, right, top, bottom } = node.getBoundingClientRect()
        return ['N1', 'E3'].filter(id => {
            const box = document.querySelector(`[data-stop="${id}"]`).getBoundingClientRect()
            return box.right > left && box.left < right && box.bottom > top && box.top < bottom
        })
    })
    assert.deepEqual(hidden, [])
    await page.locator('.board-bubble').getByRole('button', { name: 'Close' }).tap()
    await page.locator('.board-bubble').waitFor({ state: 'detached' })
})

test('the gist of an answer leads to it and back, and says what is wrong', async () => {
    const page = await openPage(`${address}#/ask/mons/assault`, PHONE)
    const gist = page.locator('.answer-summary')
    await gist.getByText('%').waitFor()
    await gist.tap()
    await gist.getByText('Back to the question').waitFor()
    await gist.tap()
    await gist.getByText('%').waitFor()
    await page.locator('input[name=pick-target][value=write]').check() // something else than what is named
    const field = page.getByLabel('hex attacked')
    assert.ok((await field.boundingBox()).y > 0)
    await field.fill('9999')
    await gist.getByText('9999').waitFor()
    await assertNoSidewaysScroll(page)
    await picture(page, 'ask-wrong')
})

test('a bare table opens on those who may act, and whoever is picked in the list is brought into sight', async () => {
    const page = await openPage(`${address}#/play/skirmish/salt_path?seat=B=level:2&seed=7`, PHONE)
    const able = page.locator('.moves .able').first()
    await able.waitFor()
    const seen = id => page.evaluate(name => {
        const board = document.querySelector('.table-ground').getBoundingClientRect()
        const box = document.querySelector(`[data-stop="${name}"]`).getBoundingClientRect()
        const x = box.left + box.width / 2, y = box.top + box.height / 2
        return x > board.left && x < board.right && y > board.top && y < board.bottom
    }, id)
    for (const id of ['A1', 'A4'])
        await until(`${id} is in sight`, () => seen(id), 5000)
    for (let i = 0; i < 6; i++)
        await page.getByRole('button', { name: 'Zoom in' }).tap()
    await until('they are zoomed out of sight', async () => !await seen('A1'), 5000)
    await able.tap()
    await until('who was picked is in sight', () => seen('A1'), 5000)
    await picture(page, 'bare')
})

await run()
