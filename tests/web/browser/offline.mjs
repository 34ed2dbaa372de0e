/* offline.mjs - after the first visit the page works with nobody to ask; newer ones are offered. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { dist, goTo, openPage, picture, run, startPlain, temporaryFolder, test, until }
    from './harness.mjs'

const ready = page => page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
        await new Promise(done => navigator.serviceWorker.addEventListener('controllerchange', done,
                                                                           { once: true }))
})

test('the page is usable within two seconds of a cold start (printed, not judged)', async () => {
    const plain = await startPlain()
    const page = await openPage()
    const began = Date.now()
    await page.goto(plain.address)
    await page.getByRole('button', { name: 'Begin' }).waitFor()
    console.log(`    usable after ${Date.now() - began} ms (at most 2000 are wanted)`)
})

test('after the first visit everything works without a server', async () => {
    const plain = await startPlain()
    const page = await openPage(plain.address)
    await ready(page)
    await plain.stop()
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Begin a game' }).waitFor()
    await goTo(page, '#/ask/honour/weather')
    await page.waitForSelector('.distribution')
    await goTo(page, '#/charts/mons')
    await page.waitForSelector('.chart')
    await goTo(page, '#/rules/guerre/5.1.1')
    await page.waitForSelector('.para-lit')
    await goTo(page, '#/play/mons/nimy')
    await page.waitForSelector('.table-page h1', { state: 'attached' })
    await picture(page, 'table')
})

test('a newer build is offered, and taken when the reader says so', async () => {
    const folder = temporaryFolder()
    fs.cpSync(dist, folder, { recursive: true })
    const plain = await startPlain(folder)
    const page = await openPage(plain.address)
    await ready(page)
    const worker = path.join(folder, 'sw.js')
    fs.writeFileSync(worker, fs.readFileSync(worker, 'utf8').replace(/sandtable-\$\{"\w+"\}/,
                                                                     'sandtable-newer'))
    const html = path.join(folder, 'index.html')
    fs.writeFileSync(html, fs.readFileSync(html, 'utf8')
        .replace('<html', '<html data-build="newer"'))
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.getByText('A newer Sandtable is ready.').waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.dataset.build), undefined)
    await page.getByRole('button', { name: 'Reload with it' }).click()
    await until('the newer page', () => page.evaluate(() =>
        document.documentElement.dataset.build === 'newer').catch(() => false))
})

await run()
