/* The true engine under node: a worker that answers from the module itself, so that LocalTable and
 * everything above it is tested as it runs in a page. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Module } from '../src/umpire/module'
import { isFailed, isRefused } from '../src/umpire/documents'
import { LocalTable, type LocalOptions } from '../src/umpire/table'
import type { Reply, Request } from '../src/umpire/worker'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')
const engine = process.env['SANDTABLE_WASM'] ?? path.join(root, 'build/wasm/sandtable.wasm')
export const hasEngine = fs.existsSync(engine)

const modules = new Map<string, { module: Module; brought: Set<string> }>()
let compiled: WebAssembly.Module | undefined

function bring(module: Module, game: string) {
    for (const part of ['tables', 'scenarios', 'words', 'lessons', '.']) {
        const folder = path.join(root, 'games', game, part)
        const files = fs.existsSync(folder) ? fs.readdirSync(folder) : []
        for (const file of files.filter(name => part !== '.' || name.endsWith('.tsv') && name !== 'bench.tsv'))
            module.call('file', [path.posix.join(game, part, file),
                                 fs.readFileSync(path.join(folder, file), 'utf8')])
    }
}

function answer(request: Request): unknown {
    compiled ??= new WebAssembly.Module(fs.readFileSync(engine))
    let held = modules.get(request.handle)
    if (!held) {
        held = { module: new Module(compiled), brought: new Set() }
        modules.set(request.handle, held)
    }
    if (request.game && !held.brought.has(request.game)) {
        bring(held.module, request.game)
        held.brought.add(request.game)
    }
    return held.module.call(request.call, request.args)
}

class EngineHere {
    onmessage: ((message: { data: Reply }) => void) | null = null
    onerror: (() => void) | null = null
    postMessage(request: Request) {
        queueMicrotask(() => {
            let reply: Reply
            try {
                reply = { id: request.id, answer: answer(request) }
            } catch (error) {
                reply = { id: request.id, failed: String(error), away: false }
            }
            this.onmessage?.({ data: reply })
        })
    }
}
globalThis.Worker = EngineHere as unknown as typeof Worker

export async function tableOf(name: string, options: Partial<LocalOptions> = {}) {
    const table = await LocalTable.open(name, { seats: {}, dice: 'rolled', seed: 5, ...options })
    if (isFailed(table) || isRefused(table))
        throw new Error(JSON.stringify(table))
    return table
}
