/* lobby.mjs - games and scenarios to pick from, seats, dice and house rules; with no server. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { forgetWorker, native, openPage, PHONE, picture, program, run, startPlain, test, until }
    from './harness.mjs'
import { atTable, decide, kept, offered, verify } from './table.mjs'

const { address } = await startPlain()
const games = native('games')

for (const game of games)
    test(`the scenarios of ${game.id} are shown with picture and history`, async () => {
        const page = await openPage(address)
        await page.locator(`input[name=game][value=${game.id}]`).check({ force: true })
        for (const scenario of native('scenarios', game.id)) {
            const box = page.locator('.scenario-box', { hasText: scenario.title })
            await box.waitFor()
            assert.ok((await box.textContent()).includes(scenario.blurb))
            await until('its picture is drawn', () => box.locator('img').evaluateAll(images =>
                images.length === 1 && images[0].complete && images[0].naturalWidth > 0))
        }
        await picture(page, game.id)
    })

test('every game has a battle on its lid, sides have the colours of their armies, nothing is left of what stood there before', async () => {
    const page = await openPage(address)
    await until('all lids are drawn', () => page.evaluate(count => {
        const lids = [...document.querySelectorAll('.game-picture img')]
        return lids.length === count && lids.every(image => image.complete && image.naturalWidth > 0)
    }, games.length))
    assert.deepEqual(await page.evaluate(() => ({
        signs: [...document.querySelector('.scenario-sides').querySelectorAll('.side-sign')].map(sign => getComputedStyle(sign).fill),
        waits: document.querySelectorAll('.coming').length
    })), { signs: ['rgb(39, 71, 111)', 'rgb(219, 165, 58)'], waits: 0 })
})

test('without a server nobody can be asked to join by link', async () => {
    const page = await openPage(address)
    await page.getByText('No server is here').waitFor()
    assert.equal(await page.locator('.setup option', { hasText: 'by link' }).count(), 0)
})

test('seats are taken as they were chosen, and the game begins', async () => {
    const page = await openPage(address)
    await page.locator('select[name=seat-Norman]').selectOption('level:3')
    await page.locator('select[name=seat-English]').selectOption('human')
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await atTable(page)
    await until('the computer has played, and somebody here must decide', async () =>
        (await offered(page)).length > 0)
    const [game] = await kept(page)
    assert.deepEqual(game.seats, { Norman: 'level:3', English: 'human' })
    assert.match(game.record, /^\[Norman "ai:level:3"\]$/m)
    assert.match(game.record, /^\d+ Norman /m)
})

test('house rules change lines of the scenario', async () => {
    const page = await openPage(address)
    await page.locator('select[name=seat-English]').selectOption('human')
    await page.getByText('House rules').click()
    await page.getByText('Any line of the scenario').click()
    await page.getByRole('button', { name: 'turns = 9' }).click()
    const lines = page.locator('textarea[name=set]')
    assert.equal(await lines.inputValue(), 'turns=9')
    await lines.fill('turns=2')
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await atTable(page)
    await page.getByText('Turn 1 of 2').first().waitFor()
})

for (const game of games)
    test(`every option of ${game.id} has a field that shows its value`, async () => {
        const page = await openPage(address)
        await page.locator(`input[name=game][value=${game.id}]`).check({ force: true })
        for (const { id, options } of native('scenarios', game.id)) {
            await page.locator(`input[name=scenario][value=${id}]`).check({ force: true })
            await page.locator('.setup-options summary').click()
            assert.deepEqual(await fieldsOf(page), options.map(({ key, value }) => [key, value]))
            for (const { title } of options)
                assert.ok(await page.locator('.setup-options .field', { hasText: title }).count())
        }
        await picture(page, `options-${game.id}`)
    })

/** What the fields of the options hold, as [key, value]; boxes of one key are one field. */
const fieldsOf = page => page.locator('.setup-options').evaluate(node => {
    const values = new Map()
    for (const field of node.querySelectorAll('input, select')) {
        const picked = !['radio', 'checkbox'].includes(field.type) || field.checked
        const before = values.get(field.name)
        values.set(field.name, [...(before ?? []), ...(picked ? [field.value] : [])])
    }
    return [...values].map(([key, all]) => [key, all.join(',') || 'none'])
})

test('seats are named after the armies that were chosen', async () => {
    const page = await openPage(address)
    await page.locator('input[name=game][value=guerre]').check({ force: true })
    await page.locator('input[name=scenario][value=open]').check({ force: true })
    const seat = page.locator('.seat-choice.side-0 .seat-side')
    assert.equal(await seat.textContent(), 'France 1494-1515')
    await page.locator('.setup-options summary').click()
    await page.locator('select[name="army.A"]').selectOption({ label: 'Venice 1495-1515' })
    await until('it is renamed', async () => await seat.textContent() === 'Venice 1495-1515')
    await page.getByRole('button', { name: 'As the scenario has it' }).click()
    await until('and back', async () => await seat.textContent() === 'France 1494-1515')
})

test('the button that begins is in sight at once in a low window', async () => {
    const page = await openPage(address, { viewport: { width: 1024, height: 700 } })
    const begin = page.getByRole('button', { name: 'Begin', exact: true })
    await begin.waitFor()
    const { y, height } = await begin.boundingBox()
    assert.ok(y + height <= 700, `it ends at ${y + height}`)
})

test('options that were changed are those of the game that begins', async () => {
    const page = await openPage(address)
    await page.locator('input[name=game][value=guerre]').check({ force: true })
    await page.locator('input[name=scenario][value=open]').check({ force: true })
    await page.locator('select[name=seat-B]').selectOption('human')
    await page.locator('.setup-options summary').click()
    await page.locator('select[name="army.A"]').selectOption({ label: 'Venice 1495-1515' })
    await page.getByRole('group', { name: 'Length in turns' })
        .getByRole('button', { name: 'more' }).click()
    await page.getByText('2 changed').waitFor()
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await atTable(page)
    const [{ record }] = await kept(page)
    assert.deepEqual(record.match(/^\[Given .*$/mg),
                     ['[Given "turns=13"]', '[Given "army.A=VENETIAN"]'])
})

test('boxes of optional rules that are ticked are in force', async () => {
    const page = await openPage(address)
    await page.locator('input[name=game][value=skirmish]').check({ force: true })
    await page.locator('.setup-options summary').click()
    await page.getByRole('checkbox', { name: 'Reforming' }).check()
    await page.getByRole('checkbox', { name: 'Command' }).check()
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await atTable(page)
    const [{ record }] = await kept(page)
    assert.match(record, /^\[Given "options=command,reforming"\]$/m)
})

test('a value the engine refuses has its sentence at the field, and no game begins', async () => {
    const page = await openPage(address)
    await page.locator('input[name=game][value=guerre]').check({ force: true })
    await page.locator('.setup-options summary').click()
    const turns = page.locator('input[name=turns]')
    await turns.fill('999')
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    const field = page.locator('.setup-options .field', { has: turns })
    const sentence = await field.getByRole('alert').textContent()
    const said = spawnSync(program, ['scenarios', 'guerre', '--set', 'turns=999'],
                           { encoding: 'utf8' })
    assert.equal(said.status, 2)
    assert.ok(said.stderr.includes(sentence), `${said.stderr} should say ${sentence}`)
    assert.equal(await turns.getAttribute('aria-invalid'), 'true')
    await until('the field has the focus', () => turns.evaluate(node =>
        node === document.activeElement))
    assert.equal(await page.locator('.table-page').count(), 0)
    await picture(page, 'options-wrong')
    await turns.fill('9')
    await until('nothing is wrong any more', async () => await field.getByRole('alert').count() === 0)
})

test('a house rule that cannot be is said to be wrong', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse?set=nonsense`)
    await page.getByRole('heading', { name: 'This game cannot be begun' }).waitFor()
})

test('an address with a player nobody knows says so', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse?seat=Norman=computer`)
    await page.getByText('Nobody called `computer` can sit there').waitFor()
})

test('dice that are typed in are asked for', async () => {
    const page = await openPage(address)
    await page.locator('input[name=game][value=blank]').check({ force: true })
    await page.locator('.choice label', { hasText: 'typed in' }).click()
    await page.locator('select[name=seat-South]').selectOption('human')
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await atTable(page)
    await decide(page, 'move 0302')
    await decide(page, 'wait')
    await decide(page, 'strike')
    await page.getByRole('button', { name: 'Face 4' }).click()
    const game = await until('the die is written down', async () =>
        (await kept(page)).find(one => /^\. d6 4 /m.test(one.record)))
    assert.equal(verify(game.record).sound, true)
})

test('an engine the server does not have is said to have stopped', async () => {
    const page = await openPage(undefined, {}, /sandtable\.wasm/)
    await forgetWorker(page) // it would bring the engine
    await page.route('**/sandtable.wasm', route => route.fulfill({ status: 404 }))
    await page.goto(address)
    await page.getByRole('heading', { name: 'The umpire stopped' }).waitFor()
    await page.unroute('**/sandtable.wasm')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('button', { name: 'Begin', exact: true }).waitFor()
})

test('the choice is remembered', async () => {
    const page = await openPage(address)
    await page.locator('input[name=game][value=mons]').check({ force: true })
    await page.locator('.scenario-box').nth(1).click()
    await page.reload()
    await until('it is chosen again', async () =>
        await page.locator('.scenario-box input').nth(1).isChecked())
})

test('a thumb can begin a game on a phone', async () => {
    const page = await openPage(address, PHONE)
    await page.locator('.scenario-box').first().tap()
    await page.getByRole('button', { name: 'Begin', exact: true }).tap()
    await atTable(page)
    await picture(page, 'phone-table')
})

await run()
