/* The texts of a game as the bundle has them, for pages that show them. */
import { fetchPatiently } from '../umpire/patient'

const texts = new Map<string, Promise<Record<string, string>>>()

export function textsOf(game: string): Promise<Record<string, string>> {
    let got = texts.get(game)
    if (!got) {
        got = fetchPatiently(new URL(`texts/${game}.json`, document.baseURI)).then(async reply => {
            if (!reply.ok)
                throw new Error(`texts/${game}.json: ${reply.status}`)
            return reply.json() as Promise<Record<string, string>>
        })
        got.catch(() => texts.delete(game)) // so that the next visit tries again
        texts.set(game, got)
    }
    return got
}

/** Lines of a scenario's file that can be changed: "key = value". */
export function settableLines(scenario: string): { key: string; value: string }[] {
    const about = new Set(['id', 'title', 'name', 'blurb', 'map', 'units'])
    return scenario.split('\n').flatMap(line => {
        const [, key, value] = /^([\w.]+) = (.*)$/.exec(line) ?? []
        return key && value !== undefined && !about.has(key) ? [{ key, value }] : []
    })
}
