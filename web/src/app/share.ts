/* Links that carry a game: the record itself is in the address, behind the # and compressed, so that
 * no server sees it and any browser can open it. */
import { isFailed, isRefused } from '../umpire/documents'
import type { LocalTable, Seats } from '../umpire/table'
import { address } from './router'

/** Longer ones are cut short by mail programs and messengers. */
const LINK_MOST = 16_000
const RECORD_MOST = 8 << 20

/** How the record is written: the first letter says it. */
const DEFLATED = 'd', PLAIN = 'p'

function toText(bytes: Uint8Array): string {
    let text = ''
    for (const byte of bytes)
        text += String.fromCharCode(byte)
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const toBytes = (text: string) => Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

/** All that a stream gives, but not without end: a small address may unpack to anything. */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
    const reader = stream.getReader(), parts: Uint8Array[] = []
    let size = 0
    for (;;) {
        const { done, value } = await reader.read()
        if (done)
            break
        size += value.length
        if (size > RECORD_MOST)
            throw new Error('too large')
        parts.push(value)
    }
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}

const through = (bytes: Uint8Array, how: GenericTransformStream) =>
    readAll(new Blob([bytes as BlobPart]).stream().pipeThrough(
        how as ReadableWritablePair<Uint8Array, Uint8Array>))

export async function pack(record: string): Promise<string> {
    const bytes = new TextEncoder().encode(record)
    if (typeof CompressionStream === 'undefined')
        return PLAIN + toText(bytes)
    return DEFLATED + toText(await through(bytes, new CompressionStream('deflate-raw')))
}

/** The record in an address; null: it came incomplete, or this browser cannot unpack it. */
export async function unpack(code: string): Promise<string | null> {
    try {
        const bytes = toBytes(code.slice(1))
        if (code[0] === PLAIN)
            return new TextDecoder().decode(bytes)
        if (code[0] !== DEFLATED)
            return null
        return new TextDecoder().decode(
            await through(bytes, new DecompressionStream('deflate-raw')))
    } catch {
        return null
    }
}

/** The whole address of a place that is told a record; null: too long to be sent. */
async function linkTo(record: string, place: (code: string) => string): Promise<string | null> {
    const link = new URL(place(await pack(record)), location.href).href
    return link.length <= LINK_MOST ? link : null
}

/** The record of a local table, as far as it goes now. */
async function recordOf(table: LocalTable): Promise<string> {
    const said = await table.record()
    if (isFailed(said) || isRefused(said))
        throw new Error(isFailed(said) ? said.error.text : said.refused.text)
    return said.record
}

/** The game as it stands, with who sits where; or, while the past is looked at, the replay. */
export async function gameLink(table: LocalTable, seats: Seats, line: number | null):
    Promise<string | null> {
    const record = await recordOf(table)
    if (line !== null)
        return replayLink(record, line)
    const { game, scenario } = table.plan
    return linkTo(record, code => {
        const query = new URLSearchParams({ record: code })
        for (const [side, who] of Object.entries(seats))
            query.append('seat', `${side}=${who}`)
        return address('play', `${game}/${scenario}`, query)
    })
}

export function replayLink(record: string, line: number | null): Promise<string | null> {
    return linkTo(record, code => address('replay', new URLSearchParams(
        { record: code, ...(line === null ? {} : { at: String(line) }) })))
}
