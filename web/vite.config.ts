/* The bundle: the page, the engine (build/wasm/sandtable.wasm, or $SANDTABLE_WASM) and the texts of
 * every game as one JSON file each, which the worker fetches when a game is picked. */
import fs from 'node:fs'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const engine = process.env['SANDTABLE_WASM'] ?? path.join(root, 'build/wasm/sandtable.wasm')

/** Tables, scenarios and rule book of a game, by the names the engine calls them. */
function textsOf(game: string): string {
    const folder = path.join(root, 'games', game)
    const names = ['tables', 'scenarios'].flatMap(part =>
        fs.readdirSync(path.join(folder, part)).sort().map(file => `${part}/${file}`))
    return JSON.stringify(Object.fromEntries([...names, 'RULES.md'].map(name =>
        [`${game}/${name}`, fs.readFileSync(path.join(folder, name), 'utf8')])))
}

const games = fs.readdirSync(path.join(root, 'games'), { withFileTypes: true })
    .filter(entry => entry.isDirectory()).map(entry => entry.name)

function engineAndTexts(): Plugin {
    return {
        name: 'engine-and-texts',
        configureServer(server) {
            server.middlewares.use((request, response, next) => {
                const game = /^\/texts\/([a-z0-9_]+)\.json$/.exec(request.url ?? '')?.[1]
                if (request.url === '/sandtable.wasm') {
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

export default defineConfig({
    base: './',
    plugins: [engineAndTexts()],
    worker: { format: 'es' },
    build: {
        outDir: process.env['SANDTABLE_DIST'] ?? path.join(root, 'build/web/dist'),
        emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0
    },
    server: { proxy: { '/api': 'http://127.0.0.1:8014',
                       '/ws': { target: 'ws://127.0.0.1:8014', ws: true } } }
})
