/* site.mjs PROGRAM - the site (make site): every link and picture of every page leads to something that
 * is there, in the page itself too, and nothing needs another host. Skipped without the pages of
 * `make web`. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const dist = process.env['SANDTABLE_DIST'] ?? path.join(root, 'build/web/dist')
if (!fs.existsSync(path.join(dist, 'index.html')) || !fs.existsSync(path.join(root, 'web/node_modules/marked'))) {
    console.log('site: skipped, there are no pages (make web)')
    process.exit(77)
}

function filesUnder(at, within = '') {
    return fs.readdirSync(path.join(at, within), { withFileTypes: true }).flatMap(entry =>
        entry.isDirectory() ? filesUnder(at, path.join(within, entry.name)) : [path.join(within, entry.name)])
}

/** What is wrong with a site: a sentence each. */
function wrongs(site) {
    const pages = new Map(filesUnder(site).filter(file => file.endsWith('.html') && !file.startsWith('play'))
        .map(file => [file, fs.readFileSync(path.join(site, file), 'utf8')]))
    const found = []
    for (const [file, html] of pages)
        for (const [, href] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
            const [to, mark] = href.split('#')
            const at = to ? path.join(path.dirname(file), decodeURI(to)) : file
            if (/^https?:/.test(href))
                continue
            if (/^[a-z]+:|^\//.test(href) || !fs.existsSync(path.join(site, at)))
                found.push(`${file}: ${href} is not there`)
            else if (mark && pages.has(at) && !pages.get(at).includes(`id="${mark}"`))
                found.push(`${file}: ${href}: no such heading`)
            else if (/\.css$/.test(at) && /url\(|@import/.test(fs.readFileSync(path.join(site, at), 'utf8')))
                found.push(`${at} fetches something`)
        }
    for (const [file, html] of pages)
        if (/<(?:script|link|img)[^>]*(?:src|href)="https?:/.test(html))
            found.push(`${file} needs another host`)
    return found
}

const site = fs.mkdtempSync(path.join(os.tmpdir(), 'site-'))
try {
    execFileSync(process.execPath, [path.join(root, 'web/site/make.mjs'), site],
                 { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, SANDTABLE: path.resolve(process.argv[2]) } })
    assert.deepEqual(wrongs(site), [])
    for (const game of fs.readdirSync(path.join(root, 'games'), { withFileTypes: true }).filter(e => e.isDirectory()))
        for (const page of ['RULES.html', 'five-minutes.html'])
            assert.ok(fs.existsSync(path.join(site, 'games', game.name, page)), `${game.name}/${page}`)
    assert.ok(fs.existsSync(path.join(site, 'play/sandtable.wasm')))
    // A test that cannot fail is none: three links broken on purpose are found.
    const index = path.join(site, 'index.html')
    fs.appendFileSync(index, '<a href="docs/none.html"></a><a href="#no-such"></a><img src="https://elsewhere.example/x.png">')
    assert.equal(wrongs(site).length, 3)
    console.log(`site: ${filesUnder(site).length} files, every link leads somewhere`)
} finally {
    fs.rmSync(site, { recursive: true })
}
