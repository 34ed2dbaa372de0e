/* tables.mjs - tables at the server: two browsers against each other, one killed and reopened; the
 * server killed and started again; what a link opens and what it does not. */
import assert from 'node:assert/strict'
import { openPage, picture, run, Server, test, until } from './harness.mjs'
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

async function recordOf(page) {
    const { id, seat } = await page.evaluate(() => {
        const [, table, token] = /#\/table\/([^?]+)\?seat=(.+)/.exec(location.hash)
        return { id: table, seat: token }
    })
    const reply = await fetch(`${server.address}api/tables/${id}/record`,
                              { headers: { Authorization: `Bearer ${seat}` } })
    assert.equal(reply.status, 200)
    return reply.text()
}

const decides = (page, move) => until(`${move} is offered`, async () =>
    (await offered(page)).includes(move)).then(() => decide(page, move))

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

test('after kill -9 the server takes up its tables, and pages come back to them', async () => {
    const norman = await openPage(server.address)
    await lay(norman, { Norman: 'human', English: 'greedy' })
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

test('a token that is none is refused in words', async () => {
    const page = await openPage(server.address)
    await page.getByRole('link', { name: 'Watch' }).first().waitFor()
    const watch = await page.getByRole('link', { name: 'Watch' }).first().getAttribute('href')
    await page.goto(`${server.address}${watch}?seat=AAAAAAAAAAAAAAAAAAAAAA`)
    await page.getByRole('heading', { name: 'This table cannot be joined' }).waitFor()
})

test('a server that does not answer is said not to', async () => {
    const page = await openPage(server.address)
    await page.getByRole('link', { name: 'Watch' }).first().waitFor()
    await server.kill()
    await page.evaluate(() => { location.hash = '#/table/nowhere' })
    await page.getByText('The server does not answer. Still trying').waitFor()
    await server.start()
})

await run()
