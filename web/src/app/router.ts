/* Where the reader is. Every place has an address behind the #, so that the bundle works from any
 * folder of any server, and seat tokens never leave the browser with a request. */
import { signal } from '@preact/signals'

export type Route =
    | { page: 'lobby' }
    /** A game in this page: a kept one (query kept=ID), or a new one as the query says. */
    | { page: 'play'; scenario: string; query: URLSearchParams }
    /** A table of the server: with a token (seat), as a side whose token this browser holds, or to watch. */
    | { page: 'table'; id: string; seat: string | null; as: string | null }
    | { page: 'replay'; query: URLSearchParams }
    | { page: 'ask'; game?: string; question?: string; inputs: URLSearchParams }
    | { page: 'charts'; game?: string; chart?: string; query: URLSearchParams }
    | { page: 'rules'; game?: string; para?: string; query: URLSearchParams }
    /** A lesson, from its page N on (query page=N); or the lessons of a game. */
    | { page: 'learn'; game?: string; lesson?: string; query: URLSearchParams }
    | { page: 'short'; game: string }
    /** A game looked at again: the record in the address. */
    | { page: 'review'; query: URLSearchParams }
    /** A game on paper, for a real table. */
    | { page: 'print'; scenario: string; query: URLSearchParams }
    | { page: 'about' }
    | { page: 'nowhere'; hash: string }

function twoParts(parts: string[]) {
    return { ...(parts[0] ? { first: parts[0] } : {}), ...(parts[1] ? { second: parts[1] } : {}) }
}

/** The place a hash means. Anything that means none is a place too, and says so. */
export function readRoute(hash: string): Route {
    const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s, 2)
    const query = new URLSearchParams(search)
    const [page, ...parts] = path.split('/').map(readPart)
    const { first, second } = twoParts(parts)
    const game = first ? { game: first } : {}

    switch (page) {
    case '': return { page: 'lobby' }
    case 'play':
        return first && second ? { page, scenario: `${first}/${second}`, query }
                               : { page: 'nowhere', hash }
    case 'table':
        return first ? { page, id: first, seat: query.get('seat'), as: query.get('as') }
                     : { page: 'nowhere', hash }
    case 'replay': return { page, query }
    case 'review': return { page, query }
    case 'ask': return { page, ...game, ...(second ? { question: second } : {}), inputs: query }
    case 'charts': return { page, ...game, ...(second ? { chart: second } : {}), query }
    case 'rules': return { page, ...game, ...(second ? { para: second } : {}), query }
    case 'learn': return { page, ...game, ...(second ? { lesson: second } : {}), query }
    case 'short': return first ? { page, game: first } : { page: 'nowhere', hash }
    case 'print':
        return first && second ? { page, scenario: `${first}/${second}`, query } : { page: 'nowhere', hash }
    case 'about': return { page }
    default: return { page: 'nowhere', hash }
    }
}

function readPart(part: string): string {
    try {
        return decodeURIComponent(part)
    } catch {
        return part // a stray % in an address typed by hand
    }
}

export const route = signal<Route>(readRoute(location.hash))

addEventListener('hashchange', () => { route.value = readRoute(location.hash) })

/** An address: address('rules', 'shields', 'R4.4') is #/rules/shields/R4.4. */
export function address(page: string, ...rest: (string | URLSearchParams | undefined)[]): string {
    const query = rest.find(part => part instanceof URLSearchParams)
    const parts = rest.filter(part => typeof part === 'string')
        .flatMap(part => part.split('/')).map(encodeURIComponent)
    const search = query?.toString() ?? ''
    return `#/${[page, ...parts].filter(part => part !== '').join('/')}${search && `?${search}`}`
}

export function go(to: string) {
    location.hash = to
}

/** The same place under another address: no new entry in the history, no change of page. */
export function rename(to: string) {
    if (to !== location.hash)
        history.replaceState(null, '', to)
}
