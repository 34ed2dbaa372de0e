/* records.mjs - games kept at this device, and records that are opened: sound, tampered with, or no
 * records at all. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { openPage, picture, root, run, startPlain, temporaryFolder, test, until }
    from './harness.mjs'
import { atTable, kept, type } from './table.mjs'

const { address } = await startPlain()
const record = path.join(root, 'tests/records/shields-malfosse-greedy.rec')
const lines = fs.readFileSync(record, 'utf8').split('\n')
const folder = temporaryFolder()

function changed(name, change) {
    const file = path.join(folder, name)
    fs.writeFileSync(file, change(fs.readFileSync(record, 'utf8')))
    return file
}

/** Drop a file somewhere on the page, as a mouse would. */
async function drop(page, file) {
    const given = await page.evaluateHandle(([name, text]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], name, { type: 'text/plain' }))
        return transfer
    }, [path.basename(file), fs.readFileSync(file, 'utf8')])
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: given })
    await page.waitForSelector('.drop-here')
    await page.dispatchEvent('main', 'drop', { dataTransfer: given })
}

test('a sound record that is dropped opens in the replay', async () => {
    const page = await openPage(`${address}#/about`)
    await drop(page, record)
    await atTable(page)
    assert.equal(new URL(page.url()).hash, '#/replay')
    assert.equal(await page.getByText('does not hold').count(), 0)
    await picture(page, 'replay')
    await page.reload()
    await atTable(page)
})

test('a record can be opened with the file dialog', async () => {
    const page = await openPage(`${address}#/`)
    await page.locator('input[type=file]').setInputFiles(record)
    await atTable(page)
})

test('a tampered die is caught: the line, the sentence, and all before it is shown', async () => {
    const file = changed('tampered.rec', text => text.replace(/^(\. d8 )[1-7]/m, '$18'))
    const bad = fs.readFileSync(file, 'utf8').split('\n').findIndex((line, i) => line !== lines[i])
    const page = await openPage(`${address}#/`)
    await page.waitForSelector('main h1')
    await drop(page, file)
    await page.getByText(`tampered.rec does not hold: line ${bad + 1}.`).waitFor()
    await page.getByText(/die \d of seed 7, game 0, is \d, not 8/).first().waitFor()
    await atTable(page)
    await picture(page, 'tampered')
})

test('a move nobody may make is caught at its line', async () => {
    const file = changed('illegal.rec', text =>
        text.replace(/^3 \w+ .*$/m, '3 Norman  move N1 0101'))
    const page = await openPage(`${address}#/about`)
    await drop(page, file)
    const bad = fs.readFileSync(file, 'utf8').split('\n').findIndex((line, i) => line !== lines[i])
    await page.getByText(`illegal.rec does not hold: line ${bad + 1}.`).waitFor()
    await atTable(page)
})

test('a file that is no record is said to be none', async () => {
    const file = path.join(folder, 'shopping.txt')
    fs.writeFileSync(file, 'bread\nbutter\n<b>cheese</b>\n')
    const page = await openPage(`${address}#/about`)
    await drop(page, file)
    await page.getByText('shopping.txt is no record that can be read.').waitFor()
    await picture(page, 'none')
})

test('a local game is kept after every move and resumed after a crash', async () => {
    const page = await openPage(`${address}#/play/blank/duel?seat=North=human&seat=South=random`)
    await atTable(page)
    await until('the game is kept', async () => (await kept(page)).length === 1)
    await type(page, 'wait')
    const game = await until('the move is kept', async () =>
        (await kept(page)).find(one => /^1 North {2}wait$/m.test(one.record)))
    const hash = new URL(page.url()).hash
    assert.equal(hash, `#/play/blank/duel?kept=${game.id}`)

    const again = await page.context().newPage() // the first page is as good as crashed
    await page.close()
    await again.goto(`${address}#/`)
    await again.getByRole('heading', { name: 'At this device' }).waitFor()
    await again.getByRole('link', { name: 'Go on' }).first().click()
    await atTable(again)
    assert.equal(new URL(again.url()).hash, hash)
    await until('the log tells the move again', () => again.getByText('wait').first().isVisible())

    await again.goto(`${address}#/`)
    await again.getByRole('button', { name: 'Delete' }).click()
    await again.getByRole('button', { name: 'Really delete?' }).click()
    await until('nothing is kept', async () =>
        await again.getByRole('heading', { name: 'At this device' }).count() === 0)
})

await run()
