/* Where names are written on the bare table: each in the middle of what it names, unless another
 * stands there already, as where a house lies on a mound. */
import type { Box, Point } from './hexes'

export interface Named {
    words: string
    corners: Point[]
    /** A thing or a line: its name stands below it, in small letters. */
    isSmall: boolean
}

/** The largest letters they are ever written in (board.css), and how wide one is. */
const LETTER_MM = 20
const SMALL_MM = 8
const WIDTH = 0.52

function boxOf({ words, isSmall }: Named, { x, y }: Point): Box {
    const high = isSmall ? SMALL_MM : LETTER_MM
    const width = words.length * high * WIDTH
    return { x: x - width / 2, y: y - high * 0.8, width, height: high }
}

const meet = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width &&
    a.y < b.y + b.height && b.y < a.y + a.height

/** Places for the foot of its letters, best first: inside what it names before outside. */
function candidates({ corners, isSmall }: Named): [Point, ...Point[]] {
    const x = corners.reduce((sum, c) => sum + c.x, 0) / corners.length
    const y = corners.reduce((sum, c) => sum + c.y, 0) / corners.length
    if (isSmall)
        return [{ x, y: y + 11 }, { x, y: y - 7 }]
    const top = Math.min(...corners.map(c => c.y)), bottom = Math.max(...corners.map(c => c.y))
    return [{ x, y: y + 3 }, { x, y: bottom - 6 }, { x, y: top + LETTER_MM },
            { x, y: bottom + LETTER_MM }, { x, y: top - 6 }]
}

function sizeOf({ corners }: Named): number {
    const xs = corners.map(c => c.x), ys = corners.map(c => c.y)
    return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))
}

/** Where each is written, in their order. The smaller a thing, the less it can do without its
 *  middle, so it chooses first. */
export function placesOfNames(named: readonly Named[]): Point[] {
    const taken: Box[] = []
    const places = new Map<Named, Point>()
    for (const one of [...named].sort((a, b) => sizeOf(a) - sizeOf(b))) {
        const all = candidates(one)
        const at = all.find(p => !taken.some(box => meet(box, boxOf(one, p)))) ?? all[0]
        places.set(one, at)
        taken.push(boxOf(one, at))
    }
    return named.map(one => places.get(one)!)
}
