/* The bundle: the page, the engine (build/wasm/sandtable.wasm, or $SANDTABLE_WASM), the texts of
 * every game as one JSON file each, which the worker fetches when a game is picked, and a service
 * worker that knows all of these files. It goes to build/web/dist, or $SANDTABLE_DIST. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.resolve(here, '..')
const engine = process.env['SANDTABLE_WASM'] ?? path.join(root, 'build/wasm/sandtable.wasm')
const folder = process.env['SANDTABLE_DIST'] ?? path.join(root, 'build/web/dist')

/** The texts of a game, by the names the engine calls them: rule book, sheets and the folders of texts. */
function textsOf(game: string): string {
    const from = path.join(root, 'games', game)
    const names = ['tables', 'scenarios', 'words', 'lessons'].filter(part => fs.existsSync(path.join(from, part)))
        .flatMap(part => fs.readdirSync(path.join(from, part)).sort().map(file => `${part}/${file}`))
    const sheets = fs.readdirSync(from).filter(file => /\.(tsv|md)$/.test(file) && file !== 'bench.tsv').sort()
    return JSON.stringify(Object.fromEntries([...names, ...sheets].map(name =>
        [`${game}/${name}`, fs.readFileSync(path.join(from, name), 'utf8')])))
}

const games = fs.readdirSync(path.join(root, 'games'), { withFileTypes: true })
    .filter(entry => entry.isDirectory()).map(entry => entry.name)

function engineAndTexts(): Plugin {
    return {
        name: 'engine-and-texts',
        configureServer(server) {
            // The worker lies elsewhere than in the bundle, so only the ends of addresses count.
            server.middlewares.use((request, response, next) => {
                const game = /\/texts\/([a-z0-9_]+)\.json$/.exec(request.url ?? '')?.[1]
                if (request.url?.endsWith('/sandtable.wasm')) {
                    response.setHeader('Content-Type', 'application/wasm')
                    response.end(fs.readFileSync(engine))
                } else if (game && games.includes(game)) {
                    response.setHeader('Content-Type', 'application/json')
                    response.end(textsOf(game))
                } else {
                    next()
                }
            })
        },
        generateBundle() {
            this.emitFile({ type: 'asset', fileName: 'sandtable.wasm',
                            source: fs.readFileSync(engine) })
            for (const game of games)
                this.emitFile({ type: 'asset', fileName: `texts/${game}.json`,
                                source: textsOf(game) })
        }
    }
}

function filesUnder(at: string, within = ''): string[] {
    return fs.readdirSync(path.join(at, within), { withFileTypes: true }).flatMap(entry => {
        const name = path.posix.join(within, entry.name)
        return entry.isDirectory() ? filesUnder(at, name) : [name]
    }).sort()
}

/** Tell the service worker what it is to keep: every file of this build, and a name for it. */
function writeServiceWorker() {
    const worker = path.join(folder, 'sw.js')
    const files = filesUnder(folder).filter(file => file !== 'sw.js')
    const hash = crypto.createHash('sha256')
    for (const file of files)
        hash.update(file).update(fs.readFileSync(path.join(folder, file)))
    const code = fs.readFileSync(worker, 'utf8')
        .replace('BUILD_FILES', JSON.stringify(files))
        .replace('BUILD_HASH', JSON.stringify(hash.digest('hex').slice(0, 12)))
    fs.writeFileSync(worker, code)
}

/** Beside every text or program its compressed forms, which a server may send instead. */
function compress() {
    const texts = /\.(js|css|html|json|svg|wasm)$/
    for (const file of filesUnder(folder).filter(name => texts.test(name))) {
        const at = path.join(folder, file)
        const bytes = fs.readFileSync(at)
        fs.writeFileSync(`${at}.gz`, zlib.gzipSync(bytes, { level: 9 }))
        fs.writeFileSync(`${at}.br`, zlib.brotliCompressSync(bytes, {
            params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } // 11 saves 8 % more, in ten times
        }))
    }
}

function offlineAndCompressed(): Plugin {
    return {
        name: 'offline-and-compressed',
        apply: 'build',
        writeBundle: {
            order: 'post',
            sequential: true,
            handler() {
                writeServiceWorker()
                compress()
            }
        }
    }
}

export default defineConfig({
    base: './',
    plugins: [engineAndTexts(), offlineAndCompressed()],
    worker: { format: 'es' },
    build: {
        outDir: folder, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0,
        chunkSizeWarningLimit: 1000, // milsymbol, fetched only by games that have its symbols
        // light-dark() as it is written, for browsers since spring 2024
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        rollupOptions: {
            input: {
                index: path.join(here, 'index.html'),
                sw: path.join(here, 'src/app/sw.ts')
            },
            output: {
                entryFileNames: chunk =>
                    chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'
            }
        }
    },
    server: { proxy: { '/api': 'http://127.0.0.1:8014',
                       '/ws': { target: 'ws://127.0.0.1:8014', ws: true } } }
})
