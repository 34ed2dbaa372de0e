/* tables.mjs - tables at the server: two browsers against each other, one killed and reopened; the
 * server killed and started again; what a link opens and what it does not. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { assertNoSidewaysScroll, forgetWorker, openPage, PHONE, picture, run, Server, test, until } from './harness.mjs'
import { atTable, decide, movesOf, offered, verify, walk } from './table.mjs'

const server = await new Server().start()

/** The link somebody is sent. */
const linkOf = (page, side) => page.getByLabel(`Link for ${side}`).inputValue()

async function lay(page, seats) {
    await page.locator('input[name=scenario][value=malfosse]').waitFor()
    await page.locator('select[name=seat-Norman] option[value=link]').waitFor({ state: 'attached' })
    for (const [side, who] of Object.entries(seats))
        await page.locator(`select[name=seat-${side}]`).selectOption(who)
    if (!Object.values(seats).includes('link'))
        await page.locator('.choice label', { hasText: 'at the server' }).click()
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await page.getByRole('heading', { name: 'The table is laid' }).waitFor()
}

/** The table and the token of the seat this page has: in the browser, not in the address. */
const seatOf = page => page.evaluate(() => {
    const [, id, side] = /#\/table\/([^?]+)\?as=(.+)/.exec(location.hash)
    return { id, seat: JSON.parse(localStorage.getItem('sandtable.seats'))[id][side] }
})

async function recordOf(page) {
    const { id, seat } = await seatOf(page)
    const reply = await fetch(`${server.address}api/tables/${id}/record`,
                              { headers: { Authorization: `Bearer ${seat}` } })
    assert.equal(reply.status, 200)
    return reply.text()
}

const decides = (page, move) => until(`${move} is offered`, async () =>
    (await offered(page)).includes(move)).then(() => decide(page, move))

/** Two who sit down at a new table, each at a page of his own. */
async function twoAtATable() {
    const norman = await openPage(server.address)
    await lay(norman, { Norman: 'human', English: 'link' })
    const link = await linkOf(norman, 'English')
    await norman.getByRole('link', { name: 'Sit down as Norman' }).click()
    await atTable(norman)
    const english = await openPage(link)
    await atTable(english)
    return { norman, english }
}

test('two browsers play each other, and one that was killed sits down again', async () => {
    const norman = await openPage(server.address)
    await lay(norman, { Norman: 'human', English: 'link' })
    await picture(norman, 'links')
    const link = await linkOf(norman, 'English')
    assert.match(link, /#\/table\/[^?]+\?seat=./, 'behind the #, where no server sees it')
    await norman.getByRole('link', { name: 'Sit down as Norman' }).click()
    await atTable(norman)
    let english = await openPage(link)
    await atTable(english)
    assert.deepEqual(await offered(english), [], 'it is not their turn')

    await decides(norman, 'assign 1 move Pursuit')
    await decides(norman, 'done')
    await walk(norman, 'N6', '0606')
    await decides(norman, 'end')
    await until('the other sees it', async () => (await offered(english)).includes('done'))
    await english.context().close() // killed, with the table in the middle of the game
    english = await openPage(link)
    await atTable(english)
    await decides(english, 'assign 1 move Rearguard')
    await decides(english, 'done')
    await until('the English move', async () => (await offered(english)).includes('end'))
    await decides(english, 'end')
    await decides(norman, 'assign 2 combat Pursuit')
    await picture(english, 'english')

    const record = await recordOf(norman)
    assert.equal(await recordOf(english), record)
    assert.deepEqual(movesOf(record), [
        'Norman  assign 1 move Pursuit', 'Norman  done', 'Norman  move N6 0606', 'Norman  end',
        'English  assign 1 move Rearguard', 'English  done', 'English  end',
        'Norman  assign 2 combat Pursuit'
    ])
    assert.equal(verify(record).sound, true)
})

test('one Undo is asked of the other, and takes back one decision', async () => {
    const { norman, english } = await twoAtATable()
    await decides(norman, 'assign 1 move Pursuit')
    await decides(norman, 'done')
    const undo = () => norman.getByRole('button', { name: 'Undo' }).click()
    await undo()
    await norman.getByText('Your opponent is asked').waitFor()
    await english.getByText('Normans would like to take back').waitFor()
    await english.getByRole('button', { name: 'No', exact: true }).click()
    await norman.getByText('It was not allowed').waitFor()
    await undo()
    await english.getByRole('button', { name: 'Allow it' }).click()
    await until('the decision is back', async () => (await offered(norman)).includes('done'))
    const record = await recordOf(norman)
    assert.deepEqual(movesOf(record), ['Norman  assign 1 move Pursuit'], 'one decision, not two')
    assert.match(record, /; Norman took back decision 2 of Norman, done; English agreed/)
    await picture(norman, 'undone')
})

test('what somebody says is heard wherever one looks, and answered from there', async () => {
    const { norman, english } = await twoAtATable()
    const talk = async (page, words) => {
        await page.locator('.talk-form input').fill(words)
        await page.locator('.talk-form button').click()
    }
    const tabs = await english.locator('.tabs').boundingBox()
    await norman.locator('#tab-log').click()
    await talk(norman, 'Good luck!')
    const heard = english.locator('.heard')
    await heard.waitFor()
    assert.match(await heard.textContent(), /Normans Good luck!/)
    assert.equal((await english.locator('.tabs').boundingBox()).height, tabs.height, 'the tabs stay as high')
    assert.equal(await norman.locator('.heard').count(), 0)
    await picture(english, 'heard')
    await heard.getByRole('button', { name: 'Answer' }).click()
    await until('it is beside the record', async () => await heard.count() === 0 && await english.locator('.said').count() === 1)
    await talk(english, 'You will need it.')
    await norman.getByText('You will need it.').waitFor()
    assert.equal(await norman.locator('.heard').count(), 0, 'who reads it already is not told twice')
})

test('who is away is told; a draw is declined; giving up ends the game for both, and sides are switched', async () => {
    const norman = await openPage(server.address)
    await lay(norman, { Norman: 'human', English: 'link' })
    const link = await linkOf(norman, 'English')
    await norman.getByRole('link', { name: 'Sit down as Norman' }).click()
    await atTable(norman)
    const english = await openPage(link, PHONE)
    await atTable(english)
    const prompt = page => page.locator('.table-prompt')
    const choose = async (page, name) => {
        await page.locator('.tools [popovertarget]').first().click()
        await page.locator('.more-menu').getByRole('button', { name }).click()
    }
    await prompt(english).getByText('Waiting for Normans to decide').waitFor()
    await choose(norman, 'Offer a draw')
    await english.getByText('A draw? Normans would agree').waitFor()
    await english.getByRole('button', { name: 'No', exact: true }).click()
    await norman.getByText('No draw: the game goes on').waitFor()
    await choose(english, 'Resign')
    await picture(english, 'menu')
    await english.locator('.more-menu').getByRole('button', { name: 'Really resign?' }).click()
    for (const page of [norman, english])
        await prompt(page).getByText('The game is over. English resign. Victory: Normans.').waitFor()
    await norman.getByRole('button', { name: 'sides switched' }).click()
    await english.getByText('Normans would like another game').waitFor()
    await prompt(norman).getByText('Waiting for Normans, who are away').waitFor()
    await english.getByRole('link', { name: 'Sit down' }).click()
    await english.locator('.table-you').getByText('Normans').waitFor({ state: 'attached' })
    await prompt(norman).getByText('Waiting for Normans to decide').waitFor()
    await picture(norman, 'switched')
})

test('the token leaves the address bar, and a reload sits down again', async () => {
    const norman = await openPage(server.address)
    await lay(norman, { Norman: 'human', English: 'link' })
    const link = await linkOf(norman, 'English')
    const english = await openPage(link)
    await atTable(english)
    await until('the address is plain', () => /\?as=English$/.test(english.url()))
    const { seat } = await seatOf(english)
    assert.ok(link.includes(seat) && !english.url().includes(seat))
    await english.reload()
    await atTable(english)
    assert.equal(await english.getByText('You are watching').count(), 0)
    const stranger = await openPage(english.url())
    await atTable(stranger)
    await stranger.getByText('You are watching').waitFor()
})

test('after kill -9 the server takes up its tables, and pages come back to them', async () => {
    const norman = await openPage(server.address)
    await lay(norman, { Norman: 'human', English: 'level:2' })
    await norman.getByRole('link', { name: 'Sit down as Norman' }).click()
    await atTable(norman)
    await decides(norman, 'assign 1 move Pursuit')
    const before = movesOf(await recordOf(norman))
    await server.kill()
    await norman.getByText('The connection was lost').waitFor()
    await picture(norman, 'lost')
    await server.start()
    await decides(norman, 'done')
    assert.deepEqual(movesOf(await recordOf(norman)).slice(0, 2), [...before, 'Norman  done'])
})

test('the lobby lists tables, leads back to held seats, and lets others watch', async () => {
    const maker = await openPage(server.address)
    await lay(maker, { Norman: 'human', English: 'link' })
    await maker.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await maker.reload()
    await maker.getByRole('heading', { name: 'Being played' }).waitFor()
    await picture(maker, 'lobby')
    await maker.getByRole('link', { name: 'Your seat: Norman' }).first().click()
    await atTable(maker)
    await until('its moves', async () => (await offered(maker)).includes('done'))
    const watcher = await openPage(server.address)
    assert.equal(await watcher.getByRole('link', { name: /^Your seat/ }).count(), 0)
    await watcher.getByRole('link', { name: 'Watch' }).first().click()
    await atTable(watcher)
    assert.deepEqual(await offered(watcher), [])
    assert.equal(await watcher.getByRole('button', { name: 'Undo' }).count(), 0)
})

/** Where the table stands in the list. */
const itemOf = (page, id) =>
    page.locator('.game-item', { has: page.locator(`a[href="#/table/${id}"]`) })

const tableIn = address => /#\/table\/([^?]+)/.exec(address)[1]

const isListed = async id => (await (await fetch(`${server.address}api/tables`)).json())
    .some(table => table.id === id)

test('whoever laid a table removes it, and those who are there are told', async () => {
    const maker = await openPage(server.address)
    await lay(maker, { Norman: 'human', English: 'link' })
    const link = await linkOf(maker, 'English')
    const id = tableIn(link)
    await maker.getByRole('link', { name: 'Sit down as Norman' }).click()
    await atTable(maker)
    await decides(maker, 'assign 1 move Pursuit')
    const guest = await openPage(link), watcher = await openPage(link.replace(/\?.*/, ''))
    await atTable(guest)
    await atTable(watcher)

    await maker.goto(server.address)
    const item = itemOf(maker, id), button = item.getByRole('button', { name: 'Remove' })
    await button.focus() // all of it by keyboard
    await maker.keyboard.press('Enter')
    const dialog = maker.getByRole('dialog', { name: /^Remove “/ })
    await dialog.waitFor()
    await picture(maker, 'remove')
    await maker.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.ok(await isListed(id), 'nothing has happened')
    assert.equal(await button.evaluate(b => b === document.activeElement), true)

    await maker.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Download the record' }).focus()
    const [download] = await Promise.all([maker.waitForEvent('download'),
                                          maker.keyboard.press('Enter')])
    const record = fs.readFileSync(await download.path(), 'utf8')
    assert.deepEqual(movesOf(record), ['Norman  assign 1 move Pursuit'])
    await maker.keyboard.press('Tab')
    await maker.keyboard.press('Enter')
    await maker.getByText('was removed.').waitFor()
    assert.ok(!await isListed(id))
    assert.equal(await item.count(), 0)
    for (const page of [guest, watcher])
        await page.getByRole('heading', { name: 'This table was removed' }).waitFor()
    await picture(guest, 'removed')
    await guest.getByRole('link', { name: 'To the lobby', exact: true }).click()
    await guest.getByRole('heading', { name: 'At this server' }).waitFor()
})

test('by touch too; who came by a link only when the game is over', async () => {
    const maker = await openPage(server.address, PHONE)
    await lay(maker, { Norman: 'human', English: 'level:2' })
    const id = tableIn(await maker.getByRole('link', { name: /^Sit down/ }).getAttribute('href'))
    const item = itemOf(maker, id)
    await maker.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
    await maker.reload()
    await item.getByRole('button', { name: 'Remove' }).tap()
    await picture(maker, 'remove-phone')
    await assertNoSidewaysScroll(maker)
    await maker.getByRole('button', { name: 'Keep it' }).tap()
    assert.ok(await isListed(id))
    await item.getByRole('button', { name: 'Remove' }).tap()
    await maker.getByRole('button', { name: 'Remove the table' }).tap()
    await item.waitFor({ state: 'detached' })
    assert.ok(!await isListed(id))

    await lay(maker, { Norman: 'human', English: 'link' })
    const link = await linkOf(maker, 'English')
    const guest = await openPage(link, {}, /status of 403/)
    await atTable(guest)
    await guest.goto(server.address)
    await guest.getByRole('button', { name: /^Remove/ }).first().click()
    await guest.getByRole('button', { name: 'Remove the table' }).click()
    await guest.getByText('only whoever laid this table may remove it').waitFor()
})

test('a page that was away when its table was removed learns of it', async () => {
    const page = await openPage(server.address)
    await lay(page, { Norman: 'human', English: 'level:2' })
    await page.getByRole('link', { name: 'Sit down as Norman' }).click()
    await atTable(page)
    const { id, seat: token } = await seatOf(page)
    await page.context().setOffline(true)
    const reply = await fetch(`${server.address}api/tables/${id}`, {
        method: 'DELETE', headers: { Authorization: `Bearer ${token}`,
                                     Origin: new URL(server.address).origin } })
    assert.equal(reply.status, 200)
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'This table was removed' }).waitFor()
})

test('a token that is none is refused in words', async () => {
    const page = await openPage(server.address)
    await page.getByRole('link', { name: 'Watch' }).first().waitFor()
    const watch = await page.getByRole('link', { name: 'Watch' }).first().getAttribute('href')
    await page.goto(`${server.address}${watch}?seat=AAAAAAAAAAAAAAAAAAAAAA`)
    await page.getByRole('heading', { name: 'This table cannot be joined' }).waitFor()
})

/** A page whose texts are held back until the server is gone, as if they had been on their way just then. */
async function cutOff() {
    const page = await openPage(undefined, {}, /ERR_CONNECTION_REFUSED/)
    await forgetWorker(page) // it would bring the texts
    let gone
    const killed = new Promise(done => { gone = done })
    await page.route('**/texts/*.json', async route => {
        await killed
        await route.continue()
    })
    await page.goto(server.address)
    await page.locator('h1').first().waitFor()
    await server.kill()
    gone()
    return page
}

test('a server that does not answer is said not to, and is asked again for what was not there yet', async () => {
    const page = await cutOff()
    await page.evaluate(() => { location.hash = '#/table/nowhere' })
    await page.getByText('The server does not answer. Still trying').waitFor()
    await server.start()
    await page.evaluate(() => { location.hash = '#/' })
    await page.locator('input[name=scenario][value=malfosse]').waitFor()
})

test('a page that cannot be had for want of a server says so, and not that the umpire failed', async () => {
    const page = await cutOff()
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor()
    await server.start()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.locator('input[name=scenario][value=malfosse]').waitFor()
})

await run()
