/* records.mjs - games kept at this device, and records that are opened: sound, tampered with, or no
 * records at all. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { native, openPage, picture, root, run, startPlain, temporaryFolder, test, until }
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
    const [{ text }] = native('verify', record)
    await page.getByText(`shields-malfosse-greedy.rec is sound. ${text}`).waitFor()
    await picture(page, 'replay')
    await page.locator('.verdict').getByRole('button', { name: 'Close' }).click()
    assert.equal(await page.locator('.verdict').count(), 0, 'it can be put away')
    await page.reload()
    await atTable(page)
})

test('a record that had to be believed in part says so', async () => {
    const file = changed('renamed.rec', text => text.replace('[Dice ', '[Doce '))
    const page = await openPage(`${address}#/about`)
    await drop(page, file)
    const verdict = page.locator('.verdict.warn')
    await verdict.waitFor()
    assert.match(await verdict.textContent(), /dice of unknown origin.*missing tag: Dice; unknown tag: Doce/)
})

test('"Play again" begins the same scenario anew, with other dice', async () => {
    const page = await openPage(`${address}#/about`)
    await drop(page, record)
    await atTable(page)
    await page.getByRole('button', { name: 'To the last line' }).click()
    await page.locator('.winner').getByRole('button', { name: 'Play again' }).click()
    const dialog = page.getByRole('dialog')
    assert.match(await dialog.textContent(), /^Play againThe same scenario/)
    assert.doesNotMatch(await dialog.textContent(), /\b0 lines/)
    await picture(page, 'again')
    await dialog.getByRole('button', { name: 'Begin' }).click()
    const game = await until('it is begun', async () => (await kept(page))[0])
    assert.doesNotMatch(game.record, /^\d+ /m)
    assert.match(game.record, /^\[Dice "seed:\d+"\]/m)
    assert.doesNotMatch(game.record, /^\[Dice "seed:7"\]/m)
})

// ---- links that carry a game --------------------------------------------------------------------

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

async function copyLink(page) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('The link is copied').waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
}

test('a link to a game in this browser brings the game to another', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse?seat=English=greedy&seed=5`,
                                clipboard)
    await atTable(page)
    await type(page, 'assign 1 move Pursuit')
    const [mine] = await until('it is kept', async () => {
        const games = await kept(page)
        return /^1 Norman {2}assign/m.test(games[0]?.record) && games
    })
    const link = await copyLink(page)
    assert.ok(link.length < 2000, `${link.length} characters`)

    const other = await openPage(link)
    await atTable(other)
    const [theirs] = await until('it is kept there too', async () =>
        (await kept(other)).length && kept(other))
    assert.deepEqual([theirs.record, theirs.seats], [mine.record, mine.seats])
    assert.match(new URL(other.url()).hash, /^#\/play\/shields\/malfosse\?kept=\w+$/)
    await type(other, 'done') // and it goes on
    await until('it went on there', async () =>
        /^2 Norman {2}done/m.test((await kept(other))[0].record))
    assert.equal((await kept(page))[0].record, mine.record, 'and not here')
})

test('a link to a moment of a record shows another browser that moment', async () => {
    const page = await openPage(`${address}#/about`, clipboard)
    await drop(page, record)
    await atTable(page)
    for (let i = 0; i < 5; i++)
        await page.getByRole('button', { name: 'One line on' }).click()
    const at = page.locator('.replay-at')
    const where = await at.textContent()
    const link = await copyLink(page)
    const other = await openPage(link)
    await atTable(other)
    await until('the same line', async () => await other.locator('.replay-at').textContent() === where)
    await other.getByText('The record in the link is sound.').waitFor()
    await other.reload() // the address is short by now, and the record is kept
    await atTable(other)
    assert.ok(other.url().length < 100)
    await until('the same line again', async () =>
        await other.locator('.replay-at').textContent() === where)
})

test('a link cut short says so', async () => {
    const whole = zlib.deflateRawSync(fs.readFileSync(record)).toString('base64url')
    const rubbish = zlib.deflateRawSync('no record').toString('base64url')
    for (const [place, code] of [['play/shields/malfosse', whole.slice(0, -40)],
                                 ['play/shields/malfosse', rubbish],
                                 ['replay', whole.slice(0, -40)]]) {
        const page = await openPage(`${address}#/${place}?record=d${code}`)
        await page.getByText('came incomplete').waitFor()
    }
})

test('a game too long for a link offers the file', async () => {
    const page = await openPage(`${address}#/play/blank/duel`, clipboard)
    await atTable(page)
    for (let i = 0; i < 6; i++) { // words that do not compress
        const words = Array.from({ length: 400 }, () => Math.random().toString(36).slice(2)).join(' ')
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByLabel('A remark for the record').fill(words.slice(0, 3500))
        await page.getByRole('button', { name: 'Write it down' }).click()
        await until('it is written', async () =>
            ((await kept(page))[0]?.record.match(/^; /gm) ?? []).length > i)
    }
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    const note = page.locator('.note.warn', { hasText: 'too long for a link' })
    await note.waitFor()
    await picture(page, 'too-long')
    const saved = page.waitForEvent('download')
    await note.getByRole('button', { name: 'Download the record' }).click()
    assert.equal((await saved).suggestedFilename(), 'blank-duel.rec')
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
