/* The worker that holds the engine, so that odds and computers never stop the page.
 *
 * One handle is one table; a page has one for the library (charts, rules, questions) and one for
 * each table it plays. Texts of a game are fetched once and brought to every handle that asks. */
import { EngineStopped, Module } from './module'
import { fetchPatiently, ServerAway } from './patient'

export interface Request {
    id: number; handle: string; call: string; args: (string | number | null)[]
    /** The game whose texts the call needs, and the language they are wished in. */
    game?: string; language?: string
}
/** away: not the engine failed, the server did not answer. */
export type Reply = { id: number; answer: unknown } | { id: number; failed: string; away: boolean }

const base = new URL('../', self.location.href) // this file lies in assets/
const compiled = compile(new URL('sandtable.wasm', base))
compiled.catch(() => {}) // whoever calls is told
const texts = new Map<string, Promise<Record<string, string>>>()
const modules = new Map<string, { module: Module; brought: Set<string> }>()

/** While it comes in, where the server says what it is; many a web host does not know. */
async function compile(at: URL): Promise<WebAssembly.Module> {
    const answer = await fetchPatiently(at)
    if (!answer.ok)
        throw new Error(`the engine cannot be had: ${answer.status}`)
    return answer.headers.get('Content-Type')?.startsWith('application/wasm')
        ? WebAssembly.compileStreaming(answer)
        : WebAssembly.compile(await answer.arrayBuffer())
}

function textsOf(game: string): Promise<Record<string, string>> {
    let got = texts.get(game)
    if (!got) {
        got = fetchPatiently(new URL(`texts/${game}.json`, base)).then(async r => {
            if (!r.ok)
                throw new Error(`the texts of ${game} cannot be had: ${r.status}`)
            return r.json() as Promise<Record<string, string>>
        })
        got.catch(() => texts.delete(game)) // so that the next call tries again
        texts.set(game, got)
    }
    return got
}

async function moduleFor({ handle, game, language = '' }: Request): Promise<Module> {
    let held = modules.get(handle)
    if (!held) {
        const made = await compiled
        held = modules.get(handle) ?? { module: new Module(made), brought: new Set() }
        modules.set(handle, held)
    }
    if (game && !held.brought.has(game)) {
        const texts = await textsOf(game)
        for (const [name, text] of Object.entries(texts))
            held.module.call('file', [name, text])
        const own = texts[`${game}/words/${language}.tsv`]
        if (own !== undefined && language !== 'en')
            held.module.call('file', [`${game}/words/own.tsv`, own])
        for (const [name, text] of Object.entries(texts)) { // lessons: "first.de.lesson" beside "first.lesson"
            const at = name.lastIndexOf(`.${language}.lesson`)
            if (language && at > 0)
                held.module.call('file', [`${name.slice(0, at)}.lesson`, text])
        }
        held.brought.add(game)
    }
    return held.module
}

async function answer(request: Request): Promise<unknown> {
    if (request.call === 'close') {
        modules.delete(request.handle)
        return {}
    }
    const module = await moduleFor(request)
    try {
        return module.call(request.call, request.args)
    } catch (error) {
        if (error instanceof EngineStopped)
            modules.delete(request.handle)
        throw error
    }
}

/* Calls of one handle are answered in the order they came, although texts may have to be fetched. */
const last = new Map<string, Promise<unknown>>()

self.onmessage = (message: MessageEvent<Request>) => {
    const request = message.data
    const turn = (last.get(request.handle) ?? Promise.resolve()).then(() => answer(request)).then(
        said => self.postMessage({ id: request.id, answer: said } satisfies Reply),
        (error: unknown) => self.postMessage({
            id: request.id, failed: error instanceof Error ? error.message : String(error),
            away: error instanceof ServerAway
        } satisfies Reply))
    last.set(request.handle, turn)
}
