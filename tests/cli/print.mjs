/* print.mjs - `sandtable print` on paper: pages of the right size, and lengths that are true to 0.2 mm. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { MM, darkBetween, longest, look, near } from './paper.mjs'

const program = process.argv[2]
if (spawnSync('pdftoppm', ['-v']).error) {
    console.log('print: SKIPPED: there is no pdftoppm; tools/setup installs it')
    process.exit(77)
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandtable-print-'))
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))

/** A PDF, and what is written on each of its pages. */
function print(name, ...more) {
    const file = path.join(folder, 'out.pdf')
    // Fonts are looked for by libraries that keep what they found: no concern of ours.
    const said = execFileSync(program, ['print', name, '-o', file, ...more],
                              { encoding: 'utf8', env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' } })
    const words = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1)
    assert.equal(said.trim(), `${file}: ${words.length} pages`)
    return { file, words }
}

for (const [paper, wide, high] of [['a4', 210, 297], ['letter', 215.9, 279.4]]) {
    const pdf = print('shields/malfosse', '--paper', paper)
    const find = words => pdf.words.findIndex(page => page.includes(words))
    for (const part of ['player\'s aid', 'map, sheet A1', 'counters, fronts', 'counters, backs', 'charts', 'rules'])
        assert.ok(find(part) >= 0, `${paper}: no page with ${part}`)
    const front = look(pdf.file, find('counters, fronts'))
    near('the paper is wide', front.wide, wide * MM)
    near('the paper is high', front.high, high * MM)
    near('the line to check by', Math.max(...[-2, -1, 0, 1].map(by =>
        longest(front, front.high - 4 * MM + by))), 50 * MM)
    // The first counter lies in the corner of the margins, its middle 7.5 mm further; its outline is dark.
    const [left, right] = darkBetween(front, Math.round(17.5 * MM), 6 * MM, 26 * MM)
    near('a counter is wide', right - left, 15 * MM)
    near('it begins', left, 10 * MM)
}

// A bare table is as large as it is: the frame of Cerignola's stands 18 mm round 90 cm, its line is 0.7 mm wide.
const table = print('guerre/cerignola_1503')
const sheets = table.words.map((words, page) => ({ page, sheet: /sheet ([A-Z])(\d) of/.exec(words) }))
    .filter(({ sheet }) => sheet)
const widest = Math.max(...sheets.map(({ sheet }) => Number(sheet[2])))
const last = look(table.file, sheets.find(({ sheet }) => sheet[1] === 'A' && Number(sheet[2]) === widest).page)
const shown = 297 - 20 // mm of the map on a sheet; each lies over the next by 10
const [, end] = darkBetween(last, last.high / 2 | 0, 0, last.wide)
near('the map is wide', (widest - 1) * (shown - 10) * MM + end - 10 * MM, (900 + 36 + 0.35) * MM)
assert.ok(table.words.some(page => page.includes('bases, at their true size')))

// Charts of every game: titles and words, never the keys of their files ("movement_allowance").
const games = JSON.parse(execFileSync(program, ['games', '--json'], { encoding: 'utf8' }))
for (const { id, scenarios: [first] } of games) {
    const charts = print(`${id}/${first.id ?? first}`, '--paper', 'letter').words
        .filter(words => /· +charts\b/.test(words))
    assert.ok(charts.length > 0, `${id}: no charts`)
    assert.deepEqual(charts.flatMap(words => words.match(/\w+_\w+|No rule reads/g) ?? []), [], id)
}

const bad = spawnSync(program, ['print', 'shields/malfosse', '--paper', 'a5'], { encoding: 'utf8' })
assert.equal(bad.status, 2)
assert.match(bad.stderr, /no paper `a5`; a4 or letter/)
console.log('print: passed')
