/* make.mjs [FOLDER] - documents, rules, five-minute rules and the playable page as one folder of static
 * files (build/site): put it on any web host, in any folder of it, or open index.html from a disk.
 *
 * Every page lies where its text lies in the source, so that links between texts stay as they are
 * written, .md becoming .html; what else they link to is copied. The playable page is in play/. After the
 * first visit both work without a network: sw.js keeps the documents, play/sw.js the table. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.resolve(here, '../..')
const dist = process.env['SANDTABLE_DIST'] ?? path.join(root, 'build/web/dist')
const program = process.env['SANDTABLE'] ?? path.join(root, 'build/release/sandtable')
const out = path.resolve(process.argv[2] ?? path.join(root, 'build/site'))

const escape = text => text.replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])
const plain = html => html.replace(/<[^>]*>/g, '').replace(/&amp;/g, '&').replace(/&[a-z]+;|&#\d+;/g, '')

/* ---- what there is --------------------------------------------------------------------------- */

const texts = under => fs.readdirSync(path.join(root, under)).filter(name => name.endsWith('.md')).sort()
    .map(name => path.posix.join(under, name))
const games = fs.readdirSync(path.join(root, 'games'), { withFileTypes: true })
    .filter(entry => entry.isDirectory()).map(entry => entry.name).sort()
const sources = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...texts('docs'), ...games.flatMap(game => texts(`games/${game}`))]
const pageOf = source => source === 'README.md' ? 'index.html' : source.replace(/\.md$/, '.html')
const titleOf = source =>
    (/^# +(.*)$/m.exec(fs.readFileSync(path.join(root, source), 'utf8'))?.[1] ?? source).replace(/[*`]/g, '')

const lists = [
    { head: 'Games', pages: games.filter(game => game !== 'blank').map(game => [`games/${game}/five-minutes.md`,
        titleOf(`games/${game}/RULES.md`).replace(/[,:(].*| - .*/, '').trim()]) },
    { head: 'Guides', pages: texts('docs').filter(name => /guide/.test(name)).map(name => [name, titleOf(name)]) },
    { head: 'Documents', pages: texts('docs').filter(name => !/guide/.test(name)).map(name => [name, titleOf(name)]) },
    { head: 'Project', pages: [['CHANGELOG.md', 'Changelog'], ['CONTRIBUTING.md', 'Contributing']] }
]

/* ---- a page ------------------------------------------------------------------------------------ */

/** As GitHub names headings, so that links within texts hold in both places. */
function namer() {
    const seen = new Map()
    return text => {
        const name = plain(text).trim().toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replace(/ /g, '-')
        const n = seen.get(name) ?? 0
        seen.set(name, n + 1)
        return n ? `${name}-${n}` : name
    }
}

/** A link as the site has it; what is linked to and is no page is noted, to be copied. */
function linkOf(source, href, files) {
    if (/^[a-z]+:|^#/.test(href))
        return href
    const [to, mark] = href.split('#')
    const at = path.posix.normalize(path.posix.join(path.posix.dirname(source), decodeURI(to)))
    if (sources.includes(at))
        return path.posix.relative(path.posix.dirname(pageOf(source)), pageOf(at)) + (mark ? `#${mark}` : '')
    files.add(at)
    return href
}

/** Pictures that texts of a game name as `position:SCENARIO` and `chart:CHART` are drawn by the program. */
function drawn(source, href) {
    const [, kind, name] = /^(position|chart):([\w-]+)$/.exec(href) ?? []
    const game = /^games\/(\w+)\//.exec(source)?.[1]
    if (!kind || !game)
        return null
    const words = kind === 'chart' ? ['chart', game, name] : ['position', `${game}/${name}`]
    const file = `${kind}-${name}.svg`
    fs.mkdirSync(path.join(out, path.dirname(source)), { recursive: true })
    fs.writeFileSync(path.join(out, path.dirname(source), file), execFileSync(program, [...words, '--svg']))
    return file
}

/** A picture of a page of a lesson is the lesson itself, at the table. */
function lessonOf(source, href, text) {
    const [, lesson, page] = /^lesson:([\w-]+)\/(\d+)$/.exec(href) ?? []
    const game = /^games\/(\w+)\//.exec(source)?.[1]
    return lesson && game ? `<a class="lesson" href="../../play/index.html#/learn/${game}/${lesson}?page=${page}">${text}</a>` : null
}

function bodyOf(source, files) {
    const name = namer()
    const marked = new Marked({
        gfm: true,
        renderer: {
            heading: (text, level) => `<h${level} id="${name(text)}">${text}</h${level}>\n`,
            link: (href, title, text) => `<a href="${escape(linkOf(source, href, files))}">${text}</a>`,
            image: (href, title, text) => lessonOf(source, href, text) ??
                `<img src="${escape(drawn(source, href) ?? linkOf(source, href, files))}" alt="${escape(text)}" loading="lazy">`,
            table: (head, rows) =>
                `<div class="wide"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>\n`
        }
    })
    return marked.parse(fs.readFileSync(path.join(root, source), 'utf8'))
}

function navigation(page) {
    const to = where => escape(path.posix.relative(path.posix.dirname(page), where))
    const item = ([source, title]) =>
        `<li><a href="${to(pageOf(source))}"${pageOf(source) === page ? ' aria-current="page"' : ''}>${escape(title)}</a></li>`
    return `<nav aria-label="Pages"><a class="home" href="${to('index.html')}">Sandtable</a>
<a class="play" href="${to('play/index.html')}">Play in the browser</a>
${lists.filter(list => list.pages.length).map(list =>
        `<h2>${list.head}</h2><ul>${list.pages.map(item).join('')}</ul>`).join('\n')}</nav>`
}

/** The five minutes and the whole rules of a game lead to each other, and both to the table. */
function beside(source) {
    const game = /^games\/(\w+)\//.exec(source)?.[1]
    if (!game)
        return ''
    return `<p class="beside"><a href="five-minutes.html">Five minutes</a> <a href="RULES.html">All rules</a> ` +
        `<a href="../../play/index.html#/rules/${game}">At the table</a></p>\n`
}

function write(source, files) {
    const page = pageOf(source)
    const up = path.posix.relative(path.posix.dirname(page), '.') || '.'
    const at = path.join(out, page)
    fs.mkdirSync(path.dirname(at), { recursive: true })
    fs.writeFileSync(at, `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(titleOf(source))}${source === 'README.md' ? ', an umpire for historical wargames' : ' · Sandtable'}</title>
<link rel="icon" href="${up}/play/icon.svg"><link rel="stylesheet" href="${up}/site.css"><script src="${up}/site.js" defer></script></head>
<body>${navigation(page)}
<main>
${beside(source)}${bodyOf(source, files)}</main></body></html>
`)
}

function filesUnder(at, within = '') {
    return fs.readdirSync(path.join(at, within), { withFileTypes: true }).flatMap(entry => {
        const name = path.posix.join(within, entry.name)
        return entry.isDirectory() ? filesUnder(at, name) : [name]
    })
}

/** The worker knows every file of the documents, and a name for this making of them. */
function writeWorker() {
    const all = filesUnder(out).sort()
    const hash = crypto.createHash('sha256')
    for (const file of all)
        hash.update(file).update(fs.readFileSync(path.join(out, file)))
    const kept = [...all.map(file => encodeURI(file)), 'play/icon.svg']
    fs.writeFileSync(path.join(out, 'sw.js'), fs.readFileSync(path.join(here, 'sw.js'), 'utf8')
        .replace('SITE_FILES', JSON.stringify(kept))
        .replace('SITE_HASH', JSON.stringify(hash.digest('hex').slice(0, 12))))
}

/* ---- all of it ----------------------------------------------------------------------------------- */

if (!fs.existsSync(path.join(dist, 'index.html'))) {
    console.error(`site: no pages in ${dist} (make web builds them)`)
    process.exit(1)
}
fs.rmSync(out, { recursive: true, force: true })
fs.mkdirSync(out, { recursive: true })
const files = new Set()
for (const source of sources)
    write(source, files)
for (const file of files) {
    const from = path.join(root, file)
    if (file.startsWith('..') || !fs.existsSync(from)) {
        console.error(`site: a text links to ${file}, which is not there`)
        process.exitCode = 1
    } else {
        fs.cpSync(from, path.join(out, file), { recursive: true })
    }
}
for (const file of ['site.css', 'site.js'])
    fs.copyFileSync(path.join(here, file), path.join(out, file))
writeWorker()
fs.cpSync(dist, path.join(out, 'play'), { recursive: true })
console.log(`${out}: ${sources.length} pages and the table`)
