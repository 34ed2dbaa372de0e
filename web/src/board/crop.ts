/* Which part of a picture of the engine a small one shows: what lies round the pieces, without the frame. */

const FRAME = 18 // units of the map, as ground.c draws it
const ROUND = 70 // and what a piece takes round its middle, with some ground

/** Pictures as the engine writes them, as wide for their height as `ratio`. A map that is too high for that keeps its paper on both sides. */
export function roundPieces(svg: string, ratio: number): string {
    const sheet = /data-sheet="([^"]*)"/.exec(svg)?.[1]?.split(' ').map(Number)
    const map = /<g transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)">/.exec(svg)?.slice(1).map(Number)
    if (!sheet || !map)
        return svg
    const [left = 0, top = 0, wide = 0, high = 0] = sheet
    const [x0 = 0, y0 = 0, scale = 1] = map
    const edge = FRAME * scale
    const inner = { x: left + edge, y: top + edge, w: wide - 2 * edge, h: high - 2 * edge }
    const at = [...svg.matchAll(/<g class="army-[^"]*" transform="translate\(([-\d.]+)[ ,]([-\d.]+)\)/g)]
        .map(([, x, y]) => [x0 + scale * Number(x), y0 + scale * Number(y)] as const)
        .filter(([x, y]) => x > left && x < left + wide && y > top && y < top + high)
    const round = ROUND * scale
    const xs = at.map(([x]) => x), ys = at.map(([, y]) => y)
    const box = at.length ? { x: Math.min(...xs) - round, y: Math.min(...ys) - round,
                              w: Math.max(...xs) - Math.min(...xs) + 2 * round, h: Math.max(...ys) - Math.min(...ys) + 2 * round } : inner
    const height = Math.min(Math.max(box.h, box.w / ratio), inner.h)
    const width = height * ratio
    // Round the middle of the pieces, but within the frame where there is room.
    const place = (middle: number, size: number, from: number, room: number) => size >= room ? from + (room - size) / 2
        : Math.min(Math.max(middle - size / 2, from), from + room - size)
    const x = place(box.x + box.w / 2, width, inner.x, inner.w)
    const y = place(box.y + box.h / 2, height, inner.y, inner.h)
    return svg.replace(/ width="\d+" height="\d+" viewBox="[^"]*"/,
                       ` viewBox="${[x, y, width, height].map(n => Math.round(n)).join(' ')}"`)
}
