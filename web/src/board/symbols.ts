/* Military symbols for pieces that bring a code. The library that draws them is large and fetched
 * only when a piece asks for it; until it is there, or where a code is unknown to it, the piece
 * shows its letters. */
import { signal } from '@preact/signals'

type Drawn = ReadonlyMap<string, string>
const drawn = signal<Drawn>(new Map())
const wanted = new Set<string>()

async function draw(code: string) {
    const { default: milsymbol } = await import('milsymbol')
    const symbol = new milsymbol.Symbol(code, {
        size: 40, infoFields: false, fillColor: '#f7f1e1', monoColor: '#1d1a15', strokeWidth: 4
    })
    if (!symbol.isValid())
        return
    const picture = `data:image/svg+xml,${encodeURIComponent(symbol.asSVG())}`
    drawn.value = new Map(drawn.peek()).set(code, picture)
}

/** The picture of a code as an address, once it is drawn. */
export function symbolOf(code: string | undefined): string | undefined {
    if (!code)
        return undefined
    if (!wanted.has(code)) {
        wanted.add(code)
        draw(code).catch(() => wanted.delete(code)) // offline, say: tried again when next asked
    }
    return drawn.value.get(code)
}
