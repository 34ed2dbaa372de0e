/* wasm.mjs MODULE PROGRAM RECORD... - the engine as WebAssembly against the engine of this machine.
 *
 * The same records must end on the same bytes, the same random games must be played, and whatever
 * the command line answers as JSON the module must answer letter by letter. (How fast it is:
 * speed.mjs.) Plain node, no packages. Ends with 77 (skipped) where there is no module to test.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'

const UMPIRE = -1, PRESENT = -1
const GZIP_MOST = 450_000
const SKIPPED = 77
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const [moduleFile, program, ...records] = process.argv.slice(2)

// ---- is there anything to test? --------------------------------------------------------------

function skip(why) {
    console.log(`wasm: SKIPPED: ${why}`)
    process.exit(SKIPPED)
}

function newest(folder) {
    return fs.readdirSync(folder, { withFileTypes: true }).reduce((latest, entry) => {
        const file = path.join(folder, entry.name)
        return Math.max(latest, entry.isDirectory() ? newest(file)
            : /\.(c|h|tsv|txt)$/.test(entry.name) ? fs.statSync(file).mtimeMs : 0)
    }, 0)
}

/* Has anything it is made of changed since? It would differ for no good reason. */
function isStale(file) {
    const layers = ['base', 'core', 'space', 'odds', 'ai', 'play', 'view', 'web']
        .map(layer => `src/${layer}`)
    const games = JSON.parse(native('games', '--json')).map(g => `games/${g.id}`)
    const folders = ['include', ...layers, ...games]
    return fs.statSync(file).mtimeMs < Math.max(...folders.map(f => path.join(root, f))
        .filter(f => fs.existsSync(f)).map(newest))
}

if (!program)
    throw new Error('usage: wasm.mjs MODULE PROGRAM RECORD...')
if (!fs.existsSync(moduleFile))
    skip(`${moduleFile} is not built; \`make wasm\` builds it`)
if (isStale(moduleFile))
    skip(`${moduleFile} is older than its sources; \`make wasm\` builds it anew`)

// ---- the module: text in, text out -----------------------------------------------------------

const bytes = fs.readFileSync(moduleFile)
const compiled = new WebAssembly.Module(bytes)
const encoder = new TextEncoder(), decoder = new TextDecoder('utf-8', { fatal: true })

class Umpire {
    constructor() {
        this.wasm = new WebAssembly.Instance(compiled, {}).exports
        this.wasm._initialize()
        this.handle = this.wasm.sandtable_new()
        assert.notEqual(this.handle, 0)
    }

    write(text) {
        const raw = encoder.encode(text), at = this.wasm.malloc(raw.length + 1)
        assert.notEqual(at, 0, 'no memory for a text')
        const memory = new Uint8Array(this.wasm.memory.buffer)
        memory.set(raw, at)
        memory[at + raw.length] = 0
        return at
    }

    read(at) {
        const memory = new Uint8Array(this.wasm.memory.buffer)
        return decoder.decode(memory.subarray(at, memory.indexOf(0, at)))
    }

    /* The answer as it was written; texts go through the module's memory and back. */
    text(name, ...args) {
        const given = args.map(a => typeof a === 'string' ? this.write(a) : a ?? 0)
        try {
            return this.read(this.wasm[`sandtable_${name}`](this.handle, ...given))
        } catch (e) {
            const bug = this.read(this.wasm.sandtable_bug())
            throw new Error(`sandtable_${name}(${args.join(', ')}): ${bug || e.message}`)
        } finally {
            args.forEach((a, i) => typeof a === 'string' && this.wasm.free(given[i]))
        }
    }

    ask(name, ...args) {
        return JSON.parse(this.text(name, ...args))
    }

    must(name, ...args) {
        const answer = this.ask(name, ...args)
        assert.ok(!answer.error && !answer.refused, `${name} ${args}: ${JSON.stringify(answer)}`)
        return answer
    }

    state() {
        return this.must('state', UMPIRE, PRESENT)
    }
}

// ---- the program of this machine -------------------------------------------------------------

function native(...args) {
    return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 }).trimEnd()
}

/* As text, or null if it takes too long to be worth comparing. */
function nativeWithin(ms, ...args) {
    try {
        return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, timeout: ms,
                                             stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
    } catch (e) {
        if (e.code === 'ETIMEDOUT')
            return null
        throw e
    }
}

let checks = 0
function same(mine, theirs, what) {
    checks++
    if (mine !== theirs) {
        let at = 0
        while (mine[at] === theirs[at])
            at++
        const around = text => text.slice(Math.max(0, at - 60), at + 60)
        assert.fail(`${what}: at ${at} the module has\n  ${around(mine)}\n` +
                    `and the program\n  ${around(theirs)}`)
    }
}

// ---- the module itself -----------------------------------------------------------------------

function checkModule() {
    const header = fs.readFileSync(path.join(root, 'include/sandtable.h'), 'utf8')
    const declared = [...header.matchAll(/^[^ *#\n][^\n]*?\b(sandtable_\w+)\(/gm)].map(m => m[1])
    const exported = WebAssembly.Module.exports(compiled).map(e => e.name)
    const size = zlib.gzipSync(bytes, { level: 9 }).length

    assert.deepEqual(WebAssembly.Module.imports(compiled), [], 'the module asks for nothing')
    assert.ok(declared.length > 20)
    assert.deepEqual(exported.sort(), [...declared, 'sandtable_bug', 'malloc', 'free', 'memory',
                                       '_initialize'].sort(), 'the header is exported whole')
    console.log(`module: ${bytes.length} bytes, ${size} gzipped; ${exported.length} exports, ` +
                'no imports')
    assert.ok(size <= GZIP_MOST, `more than ${GZIP_MOST} bytes gzipped`)
    checks += 4
}

/* What a page does when a game is picked: the module holds no texts. */
function bring(u, id) {
    const games = path.join(root, 'games')
    const put = name => u.must('file', name, fs.readFileSync(path.join(games, name), 'utf8'))

    for (const folder of ['tables', 'scenarios', 'words', 'lessons'].map(part => `${id}/${part}`))
        if (fs.existsSync(path.join(games, folder)))
            fs.readdirSync(path.join(games, folder)).forEach(name => put(`${folder}/${name}`))
    fs.readdirSync(path.join(games, id)).filter(name => name.endsWith('.tsv')).forEach(name => put(`${id}/${name}`))
    assert.equal(u.ask('rules', id).error.kind, 'usage')
    put(`${id}/RULES.md`)
}

/* Everything that needs no game on the table. */
function checkLibrary(u) {
    const games = u.ask('games')

    same(u.text('games'), native('games', '--json'), 'games')
    for (const game of games) {
        const id = game.id

        assert.equal(u.ask('scenarios', id).error.text, 'no such file')
        bring(u, id)
        same(u.text('scenarios', id), native('scenarios', id, '--json'), `scenarios ${id}`)
        same(u.text('chart', id), native('chart', id, '--json'), `charts of ${id}`)
        same(u.text('ask', id), native('ask', id, '--json'), `questions of ${id}`)
        for (const chart of game.charts) {
            same(u.text('chart', id, chart), native('chart', id, chart, '--json'), `${id} ${chart}`)
            same(u.must('chart_svg', id, chart).svg.trimEnd(), native('chart', id, chart, '--svg'),
                 `picture of ${id} ${chart}`)
        }
        for (const question of game.questions)
            same(u.text('ask', id, question), native('ask', id, question, '--json'),
                 `${id} ${question}`)
        same(u.text('rules', id), native('rules', id, '--json'), `rules of ${id}`)
        const para = u.must('rules', id).headings.find(h => h.para).para
        same(u.text('rules', id, para), native('rules', id, para, '--json'), `${id} ${para}`)
    }
    return games.flatMap(g => g.scenarios.map(s => `${g.id}/${s}`))
}

// ---- records and games -----------------------------------------------------------------------

/* The module holds no drawings: it leaves two places that a page fills from the sheets it has. */
const withoutSheet = svg => svg.replace(/<style>\n[^]*?<\/style>/, '<style>\n<!--rules--></style>')
    .replace(/<defs>\n[^]*?<\/defs>\n/, '<!--sheet-->')

/* The same record on both sides: events, positions, pictures, and the hash on its last `=` line. */
function checkRecord(u, file) {
    const record = fs.readFileSync(file, 'utf8')
    const theirs = JSON.parse(native('replay', file, '--json'))

    assert.ok(u.must('verify', record).sound, `${file} is sound`)
    u.must('load', record, PRESENT)
    const told = u.must('lines', UMPIRE, 0).lines
    same(JSON.stringify(told), JSON.stringify(theirs.lines), `${file}: lines`)
    const { line, lines, mode, ...position } = u.state()
    same(JSON.stringify(position), JSON.stringify(theirs.position), `${file}: position`)
    const checked = record.match(/^= ([0-9a-f]{8})/gm)
    if (position.turn.kind === 'over')
        assert.equal(`= ${position.hash}`, checked.at(-1), `${file}: last hash`)
    const { svg } = u.must('svg', UMPIRE, PRESENT)
    same(svg.trimEnd(), withoutSheet(native('position', file, '--svg')), `${file}: picture`)
    assert.equal(line, lines)
    assert.ok(['enforce', 'warn', 'record-only'].includes(mode))
    return position.hash
}

/* A random game played by the module alone, to its end or so many decisions. */
function playHere(u, name, seed, most) {
    u.must('open', name, `dice seed:${seed}`)
    for (let i = 0; i < most; i++) {
        u.must('roll')
        if (u.state().turn.kind !== 'decision')
            break
        u.must('decide', 'random', seed)
    }
    u.must('note', 'played by the module: è ♣ 😀')
    return u.must('record').record
}

function playThere(name, sides, seed, file) {
    native('play', name, ...sides.flatMap(s => ['--seat', `${s}=random`]), '--dice', `seed:${seed}`,
           '--record', file, '--quiet')
}

// ---- odds ------------------------------------------------------------------------------------

/* At some decisions of a record, the first offer of each verb: its odds, letter by letter. */
function checkOdds(u, file, places, budget) {
    const record = fs.readFileSync(file, 'utf8')
    u.must('load', record, PRESENT)
    const lines = u.must('lines', UMPIRE, 0).lines
    const decisions = lines.flatMap((l, i) => l.kind === 'move' ? [i] : [])
    let compared = 0, rolled = 0

    for (let k = 0; k < places; k++) {
        const n = Math.floor(decisions.length * (k + 0.5) / places)
        if (n >= decisions.length)
            break
        u.must('load', record, decisions[n])
        if (u.state().turn.kind !== 'decision')
            continue
        const verbs = new Set()
        for (const group of u.must('offers', UMPIRE, '').offers) {
            const move = group.offers.find(o => o.move)?.move
            if (!move || verbs.has(group.form))
                continue
            verbs.add(group.form)
            const theirs = nativeWithin(budget, 'odds', file, move, '--to', `${n}`, '--json')
            if (theirs === null)
                continue
            same(u.text('odds', UMPIRE, move), theirs, `${file} after ${n}: odds of ${move}`)
            compared++
            rolled += JSON.parse(theirs).faces.length > 0
        }
    }
    return { compared, rolled }
}

// ---- random games ----------------------------------------------------------------------------

function checkPlayouts(u) {
    const theirs = JSON.parse(native('bench', '--play', '--json')).playouts

    for (const p of theirs) {
        const { game, scenario, seed, steps_per_second: _, ...tally } = p
        const name = `${game}/${scenario}`

        u.must('open', name, '')
        same(u.text('playouts', p.games, seed), JSON.stringify(tally), `playouts of ${name}`)
    }
    return theirs.length
}

// ---- thinking --------------------------------------------------------------------------------

/* The same thoughts: the first decisions of a game between players that think, move by move. */
function checkThought(u, name, sides, kind, most, file) {
    const moves = text => text.split('\n').filter(l => /^\d/.test(l)).slice(0, most)

    native('play', name, ...sides.flatMap(s => ['--seat', `${s}=${kind}`]), '--dice', 'seed:3', '--record', file, '--quiet')
    u.must('open', name, 'dice seed:3')
    for (let i = 0; i < most; i++) {
        u.must('roll')
        if (u.state().turn.kind !== 'decision')
            break
        u.must('decide', kind, 3)
    }
    same(moves(u.must('record').record).join('\n'), moves(fs.readFileSync(file, 'utf8')).join('\n'), `${kind} at ${name}`)
}

// ---- all of it -------------------------------------------------------------------------------

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'sandtable-wasm-'))
try {
    checkModule()
    const u = new Umpire()
    const names = checkLibrary(u)
    for (const file of records)
        checkRecord(u, file)
    console.log(`records: ${records.length} end on the same bytes`)

    let odds = 0, rolled = 0
    const mine = []
    for (const name of names) {
        const [game, id] = name.split('/')
        const { sides } = u.must('scenarios', game).find(s => s.id === id)
        const there = path.join(work, `there-${mine.length}.rec`)
        const here = path.join(work, `here-${mine.length}.rec`)

        playThere(name, sides, 21, there)
        checkRecord(u, there)
        fs.writeFileSync(here, playHere(u, name, 22, 1500))
        checkRecord(u, here)
        const some = checkOdds(u, there, 4, 4000)
        odds += some.compared
        rolled += some.rolled
        mine.push(here)
    }
    // the smallest scenario of each game: a game between thinkers on both machines
    for (const name of names.filter((n, i) => i === 0 || n.split('/')[0] !== names[i - 1].split('/')[0])) {
        const [game, id] = name.split('/')
        const { sides } = u.must('scenarios', game).find(s => s.id === id)

        checkThought(u, name, sides, 'level:3', 12, path.join(work, `thought-${game}.rec`))
    }
    checkThought(u, 'blank/duel', ['North', 'South'], 'level:4', 30, path.join(work, 'thought.rec'))
    console.log('thought: the same moves')
    native('verify', ...mine)
    console.log(`games: ${2 * names.length} of ${names.length} scenarios end on the same bytes`)
    assert.ok(odds >= names.length && rolled >= 10, `only ${odds} odds, ${rolled} with dice`)
    console.log(`odds: ${odds} answers are the same text, ${rolled} of them with dice`)
    assert.equal(checkPlayouts(u), names.length)
    u.wasm.sandtable_free(u.handle)
    console.log(`wasm: ${checks} comparisons, all equal`)
} finally {
    fs.rmSync(work, { recursive: true })
}
