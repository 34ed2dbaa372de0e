/* boards.mjs - every game's board as it is drawn, in light, in dark and on a phone: nothing falls back to letters,
 * all that is used stands in the sheet. The pictures stay in build/web/shots, to be looked at. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { goTo, native, openPage, picture, root, run, startPlain, test, until } from './harness.mjs'
import { MM, darkBetween, longest, look, near } from '../../cli/paper.mjs'
import { sitDown } from './table.mjs'

const { address } = await startPlain()
const scenarios = fs.readdirSync(path.join(root, 'games'), { withFileTypes: true }).filter(at => at.isDirectory())
    .flatMap(({ name }) => native('scenarios', name).map(({ id }) => `${name}/${id}`)).sort()
/* The army that decides first: its chip has its colours, as looks.css has them. */
const begins = { 'shields/hastings': 'norman', 'mons/mons': 'german', 'guerre/cerignola_1503': 'french',
                 'skirmish/guildo_ford': 'red-coats', 'honour/pavia_1524': 'lilies' }
const looks = fs.readFileSync(path.join(root, 'src/view/looks/looks.css'), 'utf8')

/** Of an army, as the sheet has them and a browser says them. */
function coloursOf(army) {
    const [, rule] = new RegExp(`\\n\\.army-${army} \\{([^}]*)\\}`).exec(looks)
    const rgb = name => {
        const n = parseInt(new RegExp(`--k-${name}: #([0-9a-f]{6})`).exec(rule)[1], 16)
        return `rgb(${n >> 16}, ${n >> 8 & 255}, ${n & 255})`
    }
    return { body: rgb('side'), ink: rgb('side-ink') }
}

/** Names that are covered, by more than a tenth, by a counter or by another name. What is turned is left out: its box
 *  says little. */
function collisions(page) {
    return page.locator('.board').evaluate(board => {
        const names = [...board.querySelectorAll('.map-names text')].filter(text =>
            !text.getAttribute('transform').includes('rotate') && text.getBoundingClientRect().width)
        const boxes = names.map(text => text.getBoundingClientRect())
        const pieces = [...board.querySelectorAll('.piece-hit')].map(hit => hit.getBoundingClientRect())
        const part = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
            Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) / (a.width * a.height)
        return names.flatMap((text, i) => [
            ...pieces.filter(piece => part(boxes[i], piece) > 0.1).slice(0, 1)
                .map(piece => `${text.textContent} under a counter: ${part(boxes[i], piece).toFixed(2)}`),
            ...names.filter((_, k) => k < i && part(boxes[i], boxes[k]) > 0.1)
                .map(other => `${text.textContent} over ${other.textContent}`)
        ])
    })
}

const screens = {
    light: { width: 1400, height: 900 }, dark: { width: 1400, height: 900 }, phone: { width: 390, height: 844 }
}

/** What is drawn of a board, read in one look. */
const seenOn = page => page.locator('.board').evaluate(board => {
    const chip = getComputedStyle(document.querySelector('.side-chip'))
    return {
        letters: board.querySelectorAll('.pieces .k-letters').length,
        unknown: board.querySelectorAll('.k-unknown').length,
        lost: [...document.querySelectorAll('use')].map(use => use.getAttribute('href'))
            .filter(href => !document.getElementById(href.slice(1))),
        nodes: board.querySelectorAll('.map *').length,
        chip: { body: chip.backgroundColor, ink: chip.color }
    }
})

/** A board is opened once, and looked at in every way. Letters has only the blank game, which has nothing else. */
async function lookAt(page, scenario) {
    await page.setViewportSize(screens.light)
    await page.emulateMedia({ colorScheme: 'light' })
    await goTo(page, `#/play/${scenario}`)
    await page.locator(`.table-page[data-scenario="${scenario}"]`).waitFor({ state: 'attached' })
    await sitDown(page)
    const { nodes, chip, ...seen } = await seenOn(page)
    assert.deepEqual({ scenario, ...seen },
                     { scenario, letters: scenario.startsWith('blank/') ? 2 : 0, unknown: 0, lost: [] })
    assert.ok(nodes > 10, `${scenario}: ${nodes} nodes of ground`)
    if (begins[scenario])
        assert.deepEqual(chip, coloursOf(begins[scenario]))
    assert.deepEqual({ scenario, names: await collisions(page) }, { scenario, names: [] })
    for (const [name, size] of Object.entries(screens)) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme: name === 'dark' ? 'dark' : 'light' })
        // The board has taken up its new size when what was asked for it has been drawn.
        await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
        await picture(page, `${scenario.replace('/', '-')}-${name}`)
    }
}

test('the sheet and its rules are under 60 kB, gzipped', async () => {
    const bytes = ['looks.css', 'sheet.svg'].map(name =>
        zlib.gzipSync(fs.readFileSync(path.join(root, 'src/view/looks', name))).length)
    assert.ok(bytes[0] + bytes[1] < 60_000, `${bytes}`)
})

for (const game of new Set(scenarios.map(name => name.split('/')[0])))
    test(`every board of ${game} is drawn from the sheet, in light, in dark and at 390 px, and no name lies under a counter`,
         async () => {
             const page = await openPage(address, { viewport: screens.light })
             for (const scenario of scenarios.filter(name => name.startsWith(`${game}/`)))
                 await lookAt(page, scenario)
         })

test('the column is a printed sheet: turns, the phase, losses up to the breaking point, commands left, a key', async () => {
    const page = await openPage(`${address}#/play/shields/hastings`, { viewport: screens.light })
    await sitDown(page)
    assert.deepEqual(await page.locator('.tracks-brief').evaluate(tracks => ({
        turns: tracks.querySelectorAll('.boxes-turn span').length, now: tracks.querySelector('.boxes-turn .here').textContent,
        phase: tracks.querySelector('[aria-current=step]').textContent,
        losses: [...tracks.querySelectorAll('.boxes-losses')].map(boxes => boxes.children.length),
        commands: tracks.querySelectorAll('.boxes-commands .full use').length
    })), { turns: 14, now: '1', phase: 'Commands', losses: [8, 8], commands: 3 })
    await page.getByRole('tab', { name: 'Aim' }).click()
    await page.locator('.key li').first().waitFor()
    assert.deepEqual(await page.locator('.key').first().evaluate(key => [key.children.length > 4,
        key.querySelectorAll('.k-letters').length]), [true, 0])
    assert.deepEqual(await page.locator('.key-ground li').allTextContents(), ['Woods', 'Marsh', 'Slope'])
    await picture(page, 'aim')
})

test('turns have their dates where a scenario has them, and the ground its swatches', async () => {
    const page = await openPage(`${address}#/play/mons/mons`, { viewport: screens.light })
    await sitDown(page)
    assert.deepEqual(await page.locator('.tracks-brief .boxes-turn').evaluate(track => [
        [...track.querySelectorAll('b')].map(day => day.textContent), track.querySelectorAll('span').length,
        track.querySelector('.here').textContent]), [['23 Aug', '24 Aug'], 14, '06'])
    await page.getByRole('tab', { name: 'Aim' }).click()
    await page.locator('.key-ground li').first().waitFor()
    assert.deepEqual(await page.locator('.key-ground').evaluate(key => ({
        words: [...key.children].map(row => row.textContent).join(),
        lost: [...key.querySelectorAll('use')].map(use => use.getAttribute('href'))
            .filter(href => !document.getElementById(href.slice(1)))
    })), { words: 'Forest,River,Canal,Road,Railway,Village,Town,Fortress', lost: [] })
    await page.locator('.key-ground').scrollIntoViewIfNeeded()
    await picture(page, 'key')
})

test('a picked shooter has bands with what is needed, and a line to whoever is pointed at', async () => {
    const page = await openPage(`${address}#/play/skirmish/guildo_ford`, { viewport: screens.light })
    await sitDown(page)
    await page.locator('[data-piece="B15"]').click()
    await until('the bands lie about him', async () => (await page.locator('.sight-needs').allTextContents()).join() ===
        '5+ to 200 mm,6+ to 400 mm,7+ to 600 mm')
    assert.equal(await page.locator('.sight-bands path').count(), 3)
    await page.locator('[data-stop="A1"]').focus()
    await until('somebody is in the way', () => page.locator('.board').evaluate(board =>
        board.querySelector('.k-sight.k-shut') && board.querySelector('.k-in-the-way') &&
        / in the way of /.test(board.querySelector('.sight-shut')?.textContent)))
    await picture(page, 'sight')
})

/** The page printed as a browser prints it, kept to be looked at; what is written on each page. */
async function printed(page, address, name) {
    await page.goto('about:blank')
    await page.goto(address)
    await until('the rules are there', () => page.locator('.paper .rules h2, .paper .rules h3').count())
    const file = path.join(root, `build/web/shots/boards-${name}.pdf`)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }))
    const words = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).split('\f')
    return { file, find: said => words.findIndex(text => text.includes(said)) }
}

test('a game is printed from the page: map in sheets, counters, charts and rules', async () => {
    const page = await openPage(`${address}#/print/mons/nimy`)
    await until('the rules are there', () => page.locator('.paper .rules h2, .paper .rules h3').count())
    const sizes = await page.locator('.paper-sheet').evaluateAll(sheets => sheets.map(sheet => {
        const { width, height } = sheet.getBoundingClientRect()
        return [width, height].map(px => Math.round(px * 25.4 / 96 * 5) / 5)
    }))
    assert.deepEqual(sizes, [[210, 297], [210, 297], [210, 297]]) // a map, fronts, backs
    assert.equal(await page.locator('.paper-cut').count(), 18)
    assert.ok(await page.locator('.paper .chart').count() > 4)
    await picture(page, 'print')
})

test('what the page prints is true to 0.2 mm, on A4 and on Letter', async () => {
    if (spawnSync('pdftoppm', ['-v']).error)
        return console.log('    there is no pdftoppm to look with')
    const page = await openPage()
    for (const [paper, wide, high] of [['a4', 210, 297], ['letter', 215.9, 279.4]]) {
        const pdf = await printed(page, `${address}#/print/mons/nimy?paper=${paper}`, `nimy-${paper}`)
        const front = look(pdf.file, pdf.find('fronts'))
        near(`${paper} is wide`, front.wide, wide * MM)
        near(`${paper} is high`, front.high, high * MM)
        near('the line to check by', Math.max(...Array.from({ length: 8 * MM }, (_, up) =>
            longest(front, front.high - 1 - up))), 50 * MM)
        const [left, right] = darkBetween(front, Math.round(17.5 * MM), 6 * MM, 26 * MM)
        near('a counter is wide', right - left, 15 * MM)
        near('it begins', left, 10 * MM)
    }
    // A bare table is as large as it is: its frame stands 18 mm round 90 cm, and the sheet ends in the middle of its line.
    const table = await printed(page, `${address}#/print/guerre/cerignola_1503`, 'cerignola')
    const words = [1, 2, 3, 4].map(col => table.find(`A${col}`)).filter(found => found >= 0)
    const last = look(table.file, words.at(-1)), across = 297 - 20 - 10
    const [, end] = darkBetween(last, last.high / 2 | 0, 0, last.wide)
    near('the map is wide', (words.length - 1) * across * MM + end - 10 * MM, (900 + 36) * MM)
})

test('on paper a table is its map, without the buttons', async () => {
    const page = await openPage(`${address}#/play/shields/malfosse`)
    await sitDown(page)
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.locator('.board').isVisible())
    for (const part of ['.shell-header', '.table-column', '.board-controls', '.tools'])
        assert.ok(!await page.locator(part).first().isVisible(), `${part} is printed`)
    await picture(page, 'paper')
})

test('losses are shown where they happen, and stay where motion is unwanted', async () => {
    const record = fs.readFileSync(path.join(root, 'tests/records/shields-malfosse-greedy.rec'))
    const code = 'd' + zlib.deflateRawSync(record).toString('base64url')
    const page = await openPage(`${address}#/replay?record=${code}`, { reducedMotion: 'reduce' })
    await page.locator('.piece').first().waitFor()
    await page.getByRole('button', { name: 'To the last line', exact: true }).click()
    await page.locator('.loss').first().waitFor()
    const { id, at } = await page.locator('.loss').first().evaluate(node => {
        const { x, y, width, height } = node.getBoundingClientRect()
        return { id: node.dataset.loss, at: [x + width / 2, y + height / 2] }
    })
    assert.match(id, /^[EN]\d+$/)
    const [x, y] = await page.locator('.board').evaluate(board => {
        const { left, right, top, bottom } = board.getBoundingClientRect()
        return [[left, right], [top, bottom]]
    })
    assert.ok(at[0] > x[0] && at[0] < x[1] && at[1] > y[0] && at[1] < y[1], `${at}`)
    await picture(page, 'loss')
})

await run()
