/* site.mjs - the site (make site) in a folder deep in some host: from a document to the table and back to the
 * rules; after the first visit without that host. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { openPage, picture, program, root, run, startPlain, temporaryFolder, test, until } from './harness.mjs'
import { atTable, kept, movesOf, type } from './table.mjs'

const folder = temporaryFolder()
execFileSync(process.execPath, [path.join(root, 'web/site/make.mjs'), path.join(folder, 'deep/down')],
             { env: { ...process.env, SANDTABLE: path.resolve(program) } })

/** The site, its host and the address of its first page. */
async function hosted(types) {
    const plain = await startPlain(folder, types)
    return { ...plain, site: `${plain.address}deep/down/` }
}

/** The worker of that folder of the site has everything and answers this page. */
const keptBy = (page, worker) => page.evaluate(name => new Promise(done => {
    const look = () => navigator.serviceWorker.controller?.scriptURL.endsWith(name) && done()
    navigator.serviceWorker.addEventListener('controllerchange', look)
    look()
}), worker)

test('from the first page to the table, to a game\'s five minutes and all its rules', async () => {
    const { site } = await hosted()
    const page = await openPage(`${site}index.html`)
    await picture(page, 'site')
    await page.getByRole('link', { name: 'Shields & Swords', exact: true }).click()
    await page.getByRole('heading', { name: 'Shields & Swords in five minutes' }).waitFor()
    await page.waitForFunction(() => [...document.images].slice(0, 1).every(image => image.complete && image.naturalWidth > 0))
    await page.getByRole('link', { name: 'All rules' }).click()
    await page.getByRole('heading', { name: /the rules as umpired/ }).waitFor()
    await page.getByRole('link', { name: 'Play in the browser' }).click()
    await page.getByRole('button', { name: 'Begin' }).first().waitFor()
})

test('after a visit both documents and table work with nobody to ask, and a game goes on', async () => {
    const { site, stop } = await hosted()
    const page = await openPage(`${site}index.html`)
    await keptBy(page, '/deep/down/sw.js')
    await page.getByRole('link', { name: 'Play in the browser' }).click()
    await page.getByRole('button', { name: 'Begin' }).first().waitFor()
    await keptBy(page, '/deep/down/play/sw.js')
    assert.equal(await page.getByText('A newer Sandtable is ready.').count(), 0)
    await page.goto(`${site}play/index.html#/play/shields/malfosse?seat=English=human`)
    await atTable(page)
    await type(page, 'assign 1 move Pursuit')
    const moves = async () => movesOf((await kept(page))[0]?.record ?? '').length
    await until('the move is kept', async () => await moves() === 1)

    await stop()
    await page.context().setOffline(true)
    await page.reload()
    await atTable(page)
    await type(page, 'done')
    await until('the game has gone on', async () => await moves() > 1)
    await picture(page, 'offline')
    await page.goto(`${site}docs/players-guide.html`)
    await page.getByRole('heading', { name: 'The player\'s guide' }).waitFor()
    assert.ok(await page.evaluate(() => getComputedStyle(document.querySelector('nav')).display !== 'inline' &&
                                        document.styleSheets[0].cssRules.length > 5), 'it has lost its style')
    await page.goto(site)
    await page.getByRole('link', { name: 'Play in the browser' }).waitFor()
})

test('a host that does not know what WebAssembly is serves the table all the same', async () => {
    const { site } = await hosted({ wasm: 'application/octet-stream' })
    const page = await openPage(`${site}play/index.html#/play/blank/duel?seat=South=human`)
    await atTable(page)
    await type(page, 'wait')
})

await run()
