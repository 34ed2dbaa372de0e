/* game.mjs - games in the page: a whole one by clicks against the computer, refusals with their
 * paragraph, odds as the command line counts them, undo, and the replay. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { native, openPage, picture, program, root, run, startPlain, test, until }
    from './harness.mjs'
import { atTable, decide, kept, movesOf, offered, recordFile, type, verify, walk }
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
    assert.deepEqual({ ...verify(game.record), record: '' },
                     { record: '', sound: true, lines: verify(game.record).lines, rulings: 0 })
    assert.ok(onBoard > 5, `only ${onBoard} moves were made on the board`)
    assert.ok(movesOf(game.record).some(line => line.startsWith('English')))
})

test('a refused move says the sentence, and its paragraph opens the rule', async () => {
    const page = await openPage(`${hotSeat('shields/malfosse')}?seat=English=human`)
    await atTable(page)
    await type(page, 'assign 1 move Pursuit')
    await type(page, 'done')
    const [{ record }] = await kept(page)
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
    await page.locator('.moves .button.move').first().waitFor() // the first die has fallen
    await page.waitForTimeout(300) // longer than the panel waits before it takes a lost focus
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true,
                 'nothing had the focus, nothing takes it')
    assert.doesNotMatch(await page.locator('.table-prompt').textContent(), /`/)
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
        const sheet = await box('.map .sheet'), window = await box('.board-surface')
        const buttons = await box('.board-controls')
        return sheet.x >= window.x && sheet.y >= window.y &&
            sheet.x + sheet.width <= buttons.x &&
            sheet.y + sheet.height <= window.y + window.height
    })
    const names = await page.locator('.place-names text').evaluateAll(nodes =>
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
    assert.ok(await told(0.91) < window.y + window.height / 2, 'above what is below')
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
    await page.locator('.moves .button.move').getByText(move, { exact: true }).first().click()

    const want = native('odds', recordFile(record), move)
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
    assert.deepEqual(got.rows, want.rows.map(row => ({
        p: row.p, values: [...measures.map(name => row.values[name]),
                           row.decision ? `${row.side}: ${row.decision}` : '']
    })))
    for (const { para, text, cite } of want.events) {
        const words = cite ? `${cite.title}: ${cite.row} × ${cite.column} = ${cite.cell}` : text
        assert.ok(got.words.includes(`${words} ${para}`), `${words} ${para}`)
    }
    await picture(page, 'odds')

    // What is supposed at a decision is counted as the command line counts it.
    const [{ side, decision, moves }] = want.decisions
    await panel.getByLabel(`${side}: ${decision}`).selectOption(moves[0])
    const given = `${side}: ${moves[0]}`
    const supposed = native('odds', recordFile(record), move, '--given', given)
    await until('it is counted anew', async () =>
        await panel.getByRole('button', { name: `No longer suppose ${given}` }).count() === 1)
    await until('the rows are those of the command line', async () =>
        JSON.stringify(await panel.locator('.distribution tbody tr').evaluateAll(rows =>
            rows.map(row => [row.querySelector('.distribution-p').textContent,
                             row.querySelector('.odds-then')?.textContent.trim() ?? '']))) ===
        JSON.stringify(supposed.rows.map(row =>
            [row.p, row.decision ? `${row.side}: ${row.decision}` : ''])))
    await picture(page, 'supposed')
    await panel.getByRole('button', { name: `No longer suppose ${given}` }).click()
    await until('it is asked for again', async () =>
        await panel.getByLabel(`${side}: ${decision}`).count() === 1)
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

await run()
