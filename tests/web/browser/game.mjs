/* game.mjs - games in the page: a whole one by clicks against the computer, refusals with their
 * paragraph, odds as the command line counts them, undo, and the replay. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Hand } from './hand.mjs'
import { native, openPage, picture, program, root, run, startPlain, test, until }
    from './harness.mjs'
import { atTable, decide, kept, movesOf, offered, recordFile, showNotation, type, verify, walk }
    from './table.mjs'

const { address } = await startPlain()
const hotSeat = scenario => `${address}#/play/${scenario}`

/** What the rules say to a move, by the command line: { para, text } or undefined. */
function refusal(record, move) {
    const said = spawnSync(program, ['odds', recordFile(record), move, '--json'],
                           { encoding: 'utf8' })
    return JSON.parse(said.stdout || '{}').refused
}

/* A player who does a little and then ends the step; so that games end, and all kinds of moves are
 * made. Moves of one hex are made on the board. */
function choose(moves, doneHere) {
    const ends = moves.filter(move => /^(end|done|pass|stay)$/.test(move))
    const acts = moves.filter(move => !ends.includes(move))
    const eager = acts.find(move => /^(attack|charge|fire) /.test(move)) ??
        acts.find(move => /^assign \d move /.test(move))
    if (eager)
        return eager
    const goesOn = acts.length && (doneHere < 2 || !ends.length)
    return goesOn ? acts[(doneHere * 7) % acts.length] : ends[0]
}

test('a whole game of shields by clicks against the computer', async () => {
    const page = await openPage(`${hotSeat('shields/malfosse')}?seat=English=greedy&seed=7`)
    await atTable(page)
    let step = '', doneHere = 0, onBoard = 0
    const over = page.locator('.winner')
    for (let decisions = 0; ; decisions++) {
        assert.ok(decisions < 400, 'the game must end')
        const moves = await until('a decision, or the end', async () =>
            await over.count() ? [] : (await offered(page)).length ? offered(page) : null)
        if (!moves.length)
            break
        const now = await page.locator('.moves .step').textContent()
        doneHere = now === step ? doneHere + 1 : 0
        step = now
        const move = choose(moves, doneHere)
        const [, piece, hex] = /^move (\w+) (\d{4})$/.exec(move) ?? []
        if (piece && ++onBoard)
            await walk(page, piece, hex)
        else
            await decide(page, move)
        if (decisions === 12)
            await picture(page, 'middle')
    }
    await picture(page, 'over')
    const [game] = await kept(page)
    assert.equal(game.over, true)
    assert.match(game.record, /^; over: /m)
    const { sound, whole, rulings, recomputed, dice } = verify(game.record)
    assert.deepEqual([sound, whole, rulings, recomputed], [true, true, 0, dice])
    assert.doesNotMatch(await page.locator('.table-head').textContent(), /to act/)
    assert.equal(await page.locator('[data-stop][aria-label*="may act"]').count(), 0,
                 'nobody may act after the end')
    assert.ok(onBoard > 5, `only ${onBoard} moves were made on the board`)
    assert.ok(movesOf(game.record).some(line => line.startsWith('English')))
})

test('a refused move says the sentence, and its paragraph opens the rule', async () => {
    const page = await openPage(`${hotSeat('shields/malfosse')}?seat=English=human`)
    await atTable(page)
    await type(page, 'assign 1 move Pursuit')
    await type(page, 'done')
    const [{ record }] = await kept(page)
    await showNotation(page)
    const line = page.getByPlaceholder('Type a move')
    await line.fill('move N1 0501')
    await line.press('Enter')
    const said = refusal(record, 'move N1 0501')
    assert.ok(said.para)
    const shown = page.locator('.refusal')
    await shown.waitFor()
    assert.ok((await shown.textContent()).includes(said.text), `it should say: ${said.text}`)
    await picture(page, 'refused')
    await shown.locator('.para').click()
    const rule = native('rules', 'shields', said.para).text.replace(/[*`\-\s]+/g, ' ').trim()
    await until('the rule is open', async () => (await page.locator('body').innerText())
        .replace(/[*`\-\s]+/g, ' ').includes(rule.slice(0, 60)))
    await picture(page, 'rule')
})

/** Of its height, how much of an element is in sight in what scrolls it. */
const partSeen = locator => locator.evaluate(node => new Promise(done =>
    new IntersectionObserver(([seen]) => done(seen.intersectionRatio)).observe(node)))

test('a typed move that is refused under a long list is answered in sight', async () => {
    const page = await openPage(`${hotSeat('guerre/cerignola_1503')}?seat=B=human&seed=3`)
    await atTable(page)
    await page.locator('.moves .step').waitFor() // the first die has fallen
    await page.waitForTimeout(300) // longer than the panel waits before it takes a lost focus
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true,
                 'nothing had the focus, nothing takes it')
    assert.doesNotMatch(await page.locator('.table-prompt').textContent(), /`/)
    await showNotation(page)
    const line = page.getByPlaceholder('Type a move')
    await line.fill('move A4: A 400')
    await line.press('Enter')
    await page.locator('.refusal').waitFor()
    await until('it is in sight', async () => await partSeen(page.locator('.refusal')) > 0.95)
})

test('the whole table is shown when that is asked for, clear of the buttons', async () => {
    const page = await openPage(`${hotSeat('skirmish/guildo_ford')}?seat=A=human`,
                                { viewport: { width: 1024, height: 700 } })
    await atTable(page)
    await page.getByRole('button', { name: /^I play/ }).click()
    await page.getByRole('button', { name: 'Show the whole map' }).click()
    const box = selector => page.locator(selector).first().boundingBox()
    await until('all of it is seen', async () => {
        const sheet = await box('.map .k-neat-thin'), window = await box('.board-surface')
        const buttons = await box('.board-controls')
        return sheet.x >= window.x && sheet.y >= window.y &&
            sheet.x + sheet.width <= buttons.x &&
            sheet.y + sheet.height <= window.y + window.height
    })
    const names = await page.locator('.map-names text').evaluateAll(nodes =>
        nodes.filter(node => node.getClientRects().length).map(node => {
            const { left, right, top, bottom } = node.getBoundingClientRect()
            return { name: node.textContent, left, right, top, bottom }
        }))
    for (const [i, a] of names.entries())
        for (const b of names.slice(i + 1))
            assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top ||
                      b.bottom <= a.top, `${a.name} lies on ${b.name}`)
    await picture(page, 'whole')
})

test('what is pointed at is told where it is not, and no longer than it is true', async () => {
    const page = await openPage(`${hotSeat('shields/malfosse')}?seat=English=human`)
    await atTable(page)
    const caption = page.locator('.board-caption')
    const window = await page.locator('.board-surface').boundingBox()
    const told = async down => {
        await page.mouse.move(window.x + window.width / 2, window.y + window.height * down)
        await caption.filter({ hasText: 'hex' }).waitFor()
        return (await caption.boundingBox()).y
    }
    assert.ok(await told(0.1) > window.y + window.height / 2, 'below what is above')
    assert.ok(await told(0.885) < window.y + window.height / 2, 'above what is below')
    await page.mouse.move(window.x + window.width + 200, window.y + 300)
    await until('nothing is pointed at', async () => await caption.textContent() === '')
})

test('places lit for a picked piece are brought into the window if none is there', async () => {
    const page = await openPage(`${hotSeat('mons/mons')}?seat=BR=human`)
    await atTable(page)
    const window = await page.locator('.board-surface').boundingBox()
    await page.mouse.move(window.x + window.width / 2, window.y + window.height - 20)
    for (let i = 0; i < 8; i++)
        await page.mouse.wheel(0, -400)
    await page.locator('.board-tray [data-piece=G01]').click()
    const places = page.locator('[data-stop^="place "]')
    await places.first().waitFor({ state: 'attached' })
    await until('one is in the window', () => places.evaluateAll((nodes, { y, height }) =>
        nodes.some(node => {
            const box = node.getBoundingClientRect()
            const middle = (box.top + box.bottom) / 2
            return middle > y && middle < y + height
        }), window))
    await picture(page, 'lit')
})

test('the odds panel is what `sandtable odds --json` says', async () => {
    const whole = path.join(root, 'tests/records/shields-malfosse-greedy.rec')
    const lines = fs.readFileSync(whole, 'utf8').split('\n')
    const at = lines.findIndex(line => /^\d+ \w+ {2}attack /.test(line))
    const record = `${lines.slice(0, at).join('\n')}\n`
    const move = /attack .*$/.exec(lines[at])[0]
    const page = await openPage(`${address}#/`)
    await page.locator('input[type=file]').setInputFiles(recordFile(record))
    await atTable(page)
    await page.getByRole('button', { name: 'To the last line' }).click()
    await page.getByRole('button', { name: 'Play on from here' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Play on' }).click()
    await until('the attack is offered', async () => (await offered(page)).includes(move))
    await page.locator(`.moves .button.move[data-move="${move}"]`).first().click()

    const want = native('odds', recordFile(record), move, '--given', '?')
    assert.equal(want.rows.some(row => row.stopped), false, 'it goes on to its end')
    const panel = page.locator('.mind .odds')
    await panel.waitFor()
    const got = await panel.evaluate(node => {
        const text = cell => cell.textContent.trim()
        const table = node.querySelector('.distribution')
        const what = ':is(th, td):not(.distribution-p, .distribution-bar)'
        return {
            heads: Array.from(table.querySelectorAll(`thead ${what}`), text),
            rows: Array.from(table.querySelectorAll('tbody tr'), row => ({
                p: text(row.querySelector('.distribution-p')),
                values: Array.from(row.querySelectorAll(what), text)
            })),
            words: node.textContent
        }
    })
    const measures = Object.keys(want.rows[0].values)
    assert.deepEqual(got.heads.map(head => head.replace(' ', '.')), [...measures, 'Then'])
    const { sides, side_titles: titles } = native('scenarios', 'shields')
        .find(({ id }) => id === 'malfosse')
    const sideOf = side => titles[sides.indexOf(side)]
    assert.deepEqual(got.rows, want.rows.map(row => ({
        p: row.p, values: [...measures.map(name => row.values[name]),
                           row.decision ? `${sideOf(row.side)}: ${row.decision}` : '']
    })))
    for (const { para, text, cite } of want.events) {
        const words = cite ? `${cite.title}: ${cite.row} × ${cite.column} = ${cite.cell}` : text
        assert.ok(got.words.includes(`${words} ${para}`), `${words} ${para}`)
    }
    await picture(page, 'odds')

    // What looks best is supposed and can be taken out, down to where nothing is.
    const out = panel.getByRole('button', { name: 'No longer suppose' })
    assert.equal(await out.count(), want.supposing.length)
    for (let left = want.supposing.length; left > 0; left--) {
        await out.first().click()
        await until('one less is supposed', async () => await out.count() === left - 1)
    }
    // What is supposed at a decision is counted as the command line counts it.
    const [{ side, decision, moves }] = native('odds', recordFile(record), move).decisions
    await panel.getByLabel(`${sideOf(side)}: ${decision}`).selectOption(moves[0])
    const given = `${side}: ${moves[0]}`
    const supposed = native('odds', recordFile(record), move, '--given', given)
    await until('it is counted anew', async () =>
        await panel.getByRole('button', { name: `No longer suppose ${given}` }).count() === 1)
    await until('the rows are those of the command line', async () =>
        JSON.stringify(await panel.locator('.distribution tbody tr').evaluateAll(rows =>
            rows.map(row => [row.querySelector('.distribution-p').textContent,
                             row.querySelector('.odds-then')?.textContent.trim() ?? '']))) ===
        JSON.stringify(supposed.rows.map(row =>
            [row.p, row.decision ? `${sideOf(row.side)}: ${row.decision}` : ''])))
    await picture(page, 'supposed')
    await panel.getByRole('button', { name: `No longer suppose ${given}` }).click()
    await until('it is asked for again', async () =>
        await panel.getByLabel(`${sideOf(side)}: ${decision}`).count() === 1)
})

test('what was decided can be taken back until a die has fallen', async () => {
    const page = await openPage(`${hotSeat('shields/malfosse')}?seat=English=human`)
    await atTable(page)
    await decide(page, 'assign 1 move Pursuit')
    await until('it is written', async () => movesOf((await kept(page))[0].record).length === 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('it is taken back', async () => movesOf((await kept(page))[0].record).length === 0)
    assert.ok((await offered(page)).includes('assign 1 move Pursuit'))
})

test('a record is stepped through back and forth', async () => {
    const page = await openPage(`${address}#/`)
    await page.locator('input[type=file]').setInputFiles(
        path.join(root, 'tests/records/mons-nimy-greedy.rec'))
    await atTable(page)
    const place = page.locator('.replay-at')
    const at = async () => Number(/\d+/.exec(await place.textContent())[0])
    const seen = [await at()]
    assert.equal(seen[0], 0)
    assert.equal(await page.locator('.winner').count(), 0, 'nobody has won yet')
    for (let i = 0; i < 4; i++) {
        await page.getByRole('button', { name: 'One line on' }).click()
        await until('it goes on', async () => await at() > seen.at(-1))
        seen.push(await at())
    }
    while (seen.pop() && seen.length) {
        await page.getByRole('button', { name: 'One line back' }).click()
        await until(`back to ${seen.at(-1)}`, async () => await at() === seen.at(-1))
    }
    await page.getByRole('button', { name: 'To the last line' }).click()
    const last = native('verify', path.join(root, 'tests/records/mons-nimy-greedy.rec'))[0].lines
    await until('the last line', async () => await at() >= last)
    await page.locator('.winner').waitFor()
    await picture(page, 'replay')
})

/** Is the middle of the map's drawing in the window, and most of it? */
const seesMap = page => page.evaluate(() => {
    const sheet = document.querySelector('.board-layer').getBoundingClientRect()
    const window = document.querySelector('.board-surface').getBoundingClientRect()
    const wide = Math.min(sheet.right, window.right) - Math.max(sheet.left, window.left)
    const high = Math.min(sheet.bottom, window.bottom) - Math.max(sheet.top, window.top)
    return Math.max(0, wide) * Math.max(0, high) / (sheet.width * sheet.height)
})

test('a table whose first decision lights places opens with its map in the window', async () => {
    const page = await openPage(hotSeat('blank/duel'))
    await atTable(page)
    await page.locator('[data-stop^="place "]').first().waitFor({ state: 'attached' })
    await page.waitForTimeout(400) // longer than the view glides
    assert.ok(await seesMap(page) > 0.9, `only ${await seesMap(page)} of it`)
    await picture(page, 'duel')
})

test('units that are gone may not act, though their wing may', async () => {
    const text = fs.readFileSync(path.join(root, 'tests/records/shields-malfosse-greedy.rec'), 'utf8')
        .split('\n')
    const last = text.findLastIndex(line => /^\d+ \w+ {2}assign /.test(line))
    const page = await openPage(`${address}#/`)
    await page.locator('input[type=file]').setInputFiles(
        recordFile(`${text.slice(0, last).join('\n')}\n`))
    await atTable(page)
    await page.getByRole('button', { name: 'To the last line' }).click()
    await page.getByRole('button', { name: 'Play on from here' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Play on' }).click()
    await until('it goes on', async () => (await offered(page)).length > 0)
    await page.keyboard.press('t') // the board in words
    const said = await page.locator('.text-pieces', { has: page.getByText('Off the map') })
        .locator('tbody tr').evaluateAll(rows => rows.map(row =>
            [row.querySelector('th').textContent, row.querySelector('td:last-child').textContent]))
    assert.ok(said.length, 'somebody was eliminated')
    assert.deepEqual(said.filter(([, may]) => may !== 'no'), [])
})

test('keys 0 and F show the map and the pieces wherever the focus is', async () => {
    const page = await openPage(`${hotSeat('mons/mons')}?seat=BR=human`)
    await atTable(page)
    await page.locator('.moves .step').waitFor()
    const size = () => page.locator('.board-layer').first().evaluate(n =>
        n.getBoundingClientRect().width)
    await page.locator('#tab-moves').focus()
    const rest = async () => { // when the view has glided where it goes
        let last = -1
        return until('it lies still', async () => {
            const now = await size(), still = now === last
            last = now
            await page.waitForTimeout(300)
            return still && now
        })
    }
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    const near = await rest()
    await page.keyboard.press('0')
    await until('all of it is seen', async () => await seesMap(page) > 0.99)
    const all = await rest()
    assert.ok(all < near, 'smaller than before')
    await page.keyboard.press('f')
    await until('the pieces are shown larger', async () => await size() > all &&
        await seesMap(page) < 0.99)
    await showNotation(page)
    await page.getByPlaceholder('Type a move').fill('0') // who writes, writes
    assert.equal(await page.getByPlaceholder('Type a move').inputValue(), '0')
})

test('what was told of a piece is not told any more when it is gone', async () => {
    const page = await openPage(`${address}#/`)
    await page.locator('input[type=file]').setInputFiles(
        path.join(root, 'tests/records/shields-malfosse-greedy.rec'))
    await atTable(page)
    const standing = () => page.locator('[data-stop]').evaluateAll(nodes =>
        nodes.map(node => node.dataset.stop))
    const go = name => page.getByRole('button', { name }).evaluate(button => button.click())
    await until('pieces', async () => (await standing()).length > 5)
    const before = await standing()
    await go('To the last line')
    const lost = await until('somebody is lost', async () => {
        const left = await standing()
        return before.find(id => !left.includes(id))
    })
    await go('To the beginning')
    await until('it stands there again', async () => (await standing()).includes(lost))
    const stop = page.locator(`[data-stop="${lost}"]`)
    const name = (await stop.getAttribute('aria-label')).split(',')[0]
    const caption = page.locator('.board-caption')
    let nudge = 0
    await until('it is told', async () => { // the piece may still be on its way there
        const box = await stop.boundingBox()
        await page.mouse.move(box.x + box.width / 2 + nudge++ % 2, box.y + box.height / 2)
        return await caption.count() && (await caption.textContent()).includes(name)
    })
    await go('To the last line')
    await page.locator('.winner').waitFor()
    await until('it is not told any more', async () =>
        !(await caption.textContent()).includes(name))
})

test('who is waited for is told in words that fit one and many', async () => {
    const page = await openPage(`${hotSeat('skirmish/guildo_ford')}?seat=A=greedy&seat=B=greedy`)
    await atTable(page)
    const prompt = page.locator('.table-prompt')
    await until('somebody is waited for', async () =>
        /Waiting for .+ to decide/.test(await prompt.textContent()))
})

test('the ring about a target on the bare table is a line, at any zoom', async () => {
    const page = await openPage(`${address}#/`)
    const text = fs.readFileSync(path.join(root, 'tests/records/guerre-ofanto-greedy.rec'), 'utf8')
        .split('\n')
    const shots = text.findIndex(line => /^\d+ \w+ {2}(shoot|fire) /.test(line))
    await page.locator('input[type=file]').setInputFiles(
        recordFile(`${text.slice(0, shots).join('\n')}\n`))
    await atTable(page)
    await page.getByRole('button', { name: 'To the last line' }).click()
    await page.getByRole('button', { name: 'Play on from here' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Play on' }).click()
    const [, , piece] = /^\d+ (\w+) {2}\w+ (\w+)/.exec(text[shots])
    const shooter = page.locator(`[data-stop="${piece}"]`).first()
    // Playing on lays the table anew: what is picked before that is not picked afterwards.
    await until('the shooter is picked', async () => {
        await shooter.focus()
        if (await shooter.getAttribute('aria-pressed') !== 'true')
            await page.keyboard.press('Enter')
        await page.waitForTimeout(300)
        return await shooter.getAttribute('aria-pressed') === 'true'
    })
    const ring = page.locator('.hint-target circle').first()
    await ring.waitFor({ state: 'attached' })
    const thick = () => ring.evaluate(node => {
        const style = getComputedStyle(node)
        const scale = style.vectorEffect === 'non-scaling-stroke' ? 1 : node.getScreenCTM().a
        return parseFloat(style.strokeWidth) * scale
    })
    await picture(page, 'ring')
    const before = await thick()
    for (let i = 0; i < 5; i++)
        await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.waitForTimeout(600)
    await picture(page, 'ring-near')
    assert.ok(Math.abs(await thick() - before) < 0.5, `${before} px, then ${await thick()} px`)
    assert.ok(before >= 2 && before <= 5, `${before} px`)
})

test('a balloon that grows while chances are counted moves away from the piece it is about', async () => {
    const record = fs.readFileSync(path.join(root, 'tests/records/mons-nimy-fire.rec'), 'utf8')
    const hand = await Hand.from('mons/nimy', record, { GE: 'greedy', BR: 'human' })
    const { page } = hand
    await page.locator('.moves .able').first().click()
    await hand.tap('[data-stop="G12"]')
    const bubble = page.locator('.board-bubble')
    await until('all chances are told', async () => await bubble.getByText('to win').count() === 8)
    await until('the piece is seen', async () => {
        const box = await bubble.boundingBox()
        const piece = await page.locator('[data-stop="G12"]').boundingBox()
        const x = piece.x + piece.width / 2, y = piece.y + piece.height / 2
        return x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height
    }, 5000)
})

await run()
