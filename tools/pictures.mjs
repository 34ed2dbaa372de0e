#!/usr/bin/env node
/* pictures.mjs - writes docs/pictures: what the README and the docs show, from real positions in the real page.
 *
 *     make build web && tools/pictures.mjs [NAME...]
 *
 * Every picture is a row below: an address, what is done there, what is photographed. None may be larger than 150 kB. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'

const wanted = process.argv.slice(2)
process.argv[2] = 'build/release/sandtable'
process.chdir(path.join(path.dirname(process.argv[1]), '..'))
const { openPage, program, root, run, startPlain, test, until } =
    await import('../tests/web/browser/harness.mjs')
const { atTable, showNotation, type } = await import('../tests/web/browser/table.mjs')

const folder = path.join(root, 'docs/pictures')
const MOST = 150_000
const screen = { viewport: { width: 1200, height: 760 }, colorScheme: 'light', reducedMotion: 'reduce' }
/* Of words rather than of the map: small, so that they can be read where two stand side by side. */
const small = { ...screen, viewport: { width: 960, height: 608 } }
const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' }

const packed = file => 'd' + zlib.deflateRawSync(fs.readFileSync(file)).toString('base64url')
const record = name => packed(path.join(root, 'tests/records', `${name}.rec`))

/** A game of two levels, played for the picture. */
function game(scenario, seed, ...seats) {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'picture-')), 'game.rec')

    execFileSync(program, ['play', scenario, ...seats.flatMap(seat => ['--seat', seat]), '--dice', `seed:${seed}`,
                           '--record', file], { stdio: 'ignore' })
    return packed(file)
}

/** The board has its pieces, and nothing glides any more. */
async function settled(page) {
    const hand = page.getByRole('button', { name: /^I play/ })
    await until('the board is there', async () => {
        if (await hand.count())
            await hand.first().click({ timeout: 1000 }).catch(() => {})
        return await hand.count() === 0 && page.locator('.pieces .piece').count()
    })
    const note = page.getByRole('button', { name: 'Close', exact: true })
    if (await note.count())
        await note.first().click()
    const places = () => page.locator('.piece').evaluateAll(all =>
        all.slice(0, 9).map(p => p.getBoundingClientRect().x).join(' '))
    let before
    await until('all lies still', async () => {
        const now = await places(), still = now === before
        before = now
        return still
    })
}

const tap = async (page, stop) => {
    const box = await until(`${stop} is on the board`, () =>
        page.locator(`[data-stop^="${stop}"]`).first().boundingBox())
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function malfosse(page, ...moves) {
    await atTable(page)
    for (const move of moves)
        await type(page, move)
}

async function put(page, move) {
    await showNotation(page)
    const line = page.getByPlaceholder('Type a move')
    await line.fill(move)
    await line.press('Enter')
}

const boards = {
    // name: [address, what is done, screen]
    'hastings': ['#/play/shields/hastings', async page => {
        await atTable(page)
        await settled(page)
    }],
    'mons': [`#/replay?record=${record('mons-mons-greedy')}&at=300`, settled],
    'mons-dark': [`#/replay?record=${record('mons-mons-greedy')}&at=300`, settled,
                  { ...screen, colorScheme: 'dark' }],
    'cerignola': [`#/replay?record=${record('guerre-cerignola-greedy')}&at=70`, settled],
    'guildo': ['#/play/skirmish/guildo_ford', async page => {
        await atTable(page)
        await settled(page)
    }],
    'pavia': ['#/play/honour/pavia_1524', async page => {
        await atTable(page)
        await settled(page)
    }],
    'phone': ['#/play/shields/hastings', async page => {
        await atTable(page)
        await settled(page)
    }, phone],
    'refusal': ['#/play/shields/malfosse?seat=English=human', async page => {
        await malfosse(page, 'assign 1 move Pursuit', 'done')
        await settled(page)
        await put(page, 'move N1 0501')
        await page.locator('.refusal').waitFor()
        await page.locator('.refusal').scrollIntoViewIfNeeded()
    }, small],
    'odds': ['#/play/shields/malfosse?seat=English=human', async page => {
        await malfosse(page, 'assign 2 horse Pursuit', 'done', 'charge N1 0504', 'end')
        await put(page, 'attack E3 by N1')
        await page.locator('.odds, .short-odds').first().waitFor()
        await settled(page)
    }, small],
    'lobby': ['', async page => {
        await page.getByRole('button', { name: 'Begin', exact: true }).waitFor()
        await until('every lid has its picture', () => page.evaluate(() =>
            [...document.querySelectorAll('.game-box')].every(box => box.querySelector('img')?.complete)))
    }, { ...small, viewport: { width: 1200, height: 900 } }],
    'learn': ['#/learn/shields/first?page=2', async page => {
        await page.locator('.teacher').waitFor()
        await settled(page)
    }, small],
    'ask': ['#/ask/shields/combat?type=HH&class=A&target=L&wall=yes&bonus_horse=yes', async page => {
        await page.waitForSelector('.distribution')
    }, small],
    'hint': ['#/play/shields/malfosse?seat=English=human', async page => {
        await malfosse(page, 'assign 2 horse Pursuit', 'done')
        await settled(page)
        await page.locator('.hint-panel button').first().click()
        await page.locator('.hint-list li').first().waitFor()
    }, small],
    'review': [`#/review?record=${game('shields/malfosse', 8, 'Norman=level:2', 'English=level:3')}`, async page => {
        await page.waitForSelector('.review-sums')
        await until('all of it is looked at', async () => await page.locator('progress').count() === 0, 90_000)
    }, { ...small, viewport: { width: 960, height: 740 } }]
}

/** As good as fits. */
async function photograph(page, name) {
    for (let quality = 88; ; quality -= 6) {
        const bytes = await page.screenshot({ type: 'jpeg', quality })
        if (bytes.length < MOST || quality < 40) {
            fs.writeFileSync(path.join(folder, `${name}.jpg`), bytes)
            return
        }
    }
}

const { address } = await startPlain()
fs.mkdirSync(folder, { recursive: true })
for (const [name, [at, act, options = screen]] of Object.entries(boards))
    if (!wanted.length || wanted.includes(name))
        test(name, async () => {
            const page = await openPage(address + at, options)
            await act(page)
            await photograph(page, name)
        })

const drawings = {
    'odds-chart': ['odds', 'shields/malfosse', 'attack E3 by N1', '--svg', '--after',
                   'assign 2 horse Pursuit; done; charge N1 0504; end'],
    'wood': ['position', 'blank:examples/round-the-wood.txt', '--svg'],
    'analysis': ['analyse', 'tests/records/guerre-ofanto-greedy.rec', '--svg']
}
for (const [name, words] of Object.entries(drawings))
    if (!wanted.length || wanted.includes(name))
        test(name, async () => fs.writeFileSync(path.join(folder, `${name}.svg`), execFileSync(program, words)))
await run()
