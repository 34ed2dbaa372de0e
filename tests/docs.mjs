/* docs.mjs PROGRAM - what README and the documents show is what the program says: every `$ sandtable ...` of a
 * fenced block is run, and the lines under it must come, in that order ("..." and what is not shown may stand between);
 * every command named in a sentence is there, with its options. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const program = path.resolve(process.argv[2])
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'docs-'))
const pages = ['README.md', ...fs.readdirSync(path.join(root, 'docs')).filter(f => f.endsWith('.md')).map(f => `docs/${f}`)]
const failures = []
let ran = 0, named = 0

/* Talks with somebody, programs that are only supposed, and what needs an installed library (tests/install.sh). */
const talks = /^sandtable (engine|play|learn|serve)\b|mine\.py|^cc |\blevel:/

/* What a guide asks its reader to write or to edit: a board of his own, and a 3 that hits in clear ground. */
function edit_as_told() {
    const chart = path.join(scratch, 'house/strike.tsv')

    if (fs.existsSync(chart))
        fs.writeFileSync(chart, fs.readFileSync(chart, 'utf8').replace('clear\tmiss\tmiss\tmiss', 'clear\tmiss\tmiss\thit'))
}

function prepare(text) {
    const wood = fs.readFileSync(path.join(root, 'examples/round-the-wood.txt'), 'utf8')

    fs.rmSync(scratch, { recursive: true })
    fs.mkdirSync(scratch)
    fs.symlinkSync(path.join(root, 'examples'), path.join(scratch, 'examples'))
    fs.symlinkSync(path.join(root, 'games'), path.join(scratch, 'games'))
    fs.symlinkSync(program, path.join(scratch, 'sandtable'))
    fs.writeFileSync(path.join(scratch, 'aside.txt'),
        wood.replace(/^id = .*/m, 'id = aside').replace(/^man\.North = .*/m, 'man.North = 0301'))
    if (!text.includes('mkdir house')) {
        fs.mkdirSync(path.join(scratch, 'house'))
        fs.copyFileSync(path.join(root, 'games/blank/tables/strike.tsv'), path.join(scratch, 'house/strike.tsv'))
        edit_as_told()
    }
}

function shell(line) {
    const env = { ...process.env, PATH: `${scratch}:${process.env.PATH}`, LC_ALL: 'C.UTF-8' }
    const done = spawnSync('sh', ['-c', line], { cwd: scratch, env, encoding: 'utf8', input: '', timeout: 120000 })

    ran++
    edit_as_told()
    return done.stdout + done.stderr
}

/* "$ command \" goes on in the next line; the lines that follow are its answer. */
function commands_of(block) {
    const commands = []

    for (const line of block) {
        const last = commands.at(-1)

        if (last?.line.endsWith('\\') && !last.answer.length)
            last.line = last.line.slice(0, -1) + line.trim()
        else if (line.startsWith('$ '))
            commands.push({ line: line.slice(2), answer: [] })
        else
            last?.answer.push(line)
    }
    return commands
}

function look_at_block(where, block) {
    for (const { line, answer } of commands_of(block)) {
        if (talks.test(line))
            continue
        const said = shell(line).split('\n').map(l => l.trimEnd())
        let at = 0

        for (const want of answer.map(l => l.trimEnd()).filter(l => l && l !== '...')) {
            const found = said.indexOf(want, at)

            if (found < 0) {
                failures.push(`${where}: \`${line}\` does not say: ${want}\n    but:\n${said.map(l => `    ${l}`).join('\n')}`)
                break
            }
            at = found + 1
        }
    }
}

const helps = new Map()
function help_of(command) {
    if (!helps.has(command)) {
        const done = spawnSync(program, [command, '--help'], { encoding: 'utf8' })

        helps.set(command, done.status === 0 ? done.stdout : null)
    }
    return helps.get(command)
}

function look_at_sentence(where, text) {
    for (const [, command, rest] of text.matchAll(/`sandtable ([a-z]+)( [^`]*)?`/g)) {
        const help = help_of(command)

        named++
        if (help === null)
            failures.push(`${where}: there is no command \`sandtable ${command}\``)
        else
            for (const [option] of (rest ?? '').matchAll(/--[a-z][a-z-]*/g))
                if (!help.includes(option))
                    failures.push(`${where}: \`sandtable ${command}\` does not know ${option}`)
    }
}

for (const page of pages) {
    const text = fs.readFileSync(path.join(root, page), 'utf8')
    let block = null

    prepare(text)
    text.split('\n').forEach((line, i) => {
        if (line.startsWith('```')) {
            if (block)
                look_at_block(page, block)
            block = block ? null : []
        } else if (block) {
            block.push(line)
        } else {
            look_at_sentence(`${page}:${i + 1}`, line)
        }
    })
}
fs.rmSync(scratch, { recursive: true })
if (failures.length || ran < 8 || named < 50) {
    console.error(failures.join('\n'))
    console.error(`docs.mjs: ${failures.length} that are not so, of ${ran} commands shown and ${named} named`)
    process.exit(1)
}
console.log(`docs.mjs: ${ran} commands shown and ${named} named are as the documents say`)
