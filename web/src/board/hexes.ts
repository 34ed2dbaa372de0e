/* The geometry of hex maps: hexes in columns, flat side up, even columns half a hex further south.
 * Directions 0 to 5 are N NE SE S SW NW; side d of a hex runs from corner d to corner d + 1. */
import type { Hex, HexMap } from '../umpire/documents'

export interface Point { x: number; y: number }
export interface Box { x: number; y: number; width: number; height: number }
/** A hex by column and row, from 0. */
export interface Cell { col: number; row: number }

/** Length of a side, and half the height; all drawing on hex maps is in these units. */
export const SIDE = 40
export const HIGH = SIDE * Math.sqrt(3) / 2
export const DIRECTIONS = [0, 1, 2, 3, 4, 5] as const

const cornerX = [-0.5, 0.5, 1, 0.5, -0.5, -1]
const cornerY = [-1, -1, 0, 1, 1, 0]

/** The cell of a hex by its number, "0406": column 4, row 6. */
export function cellOf(hex: string): Cell {
    return { col: Number(hex.slice(0, 2)) - 1, row: Number(hex.slice(2)) - 1 }
}

export function nameOf({ col, row }: Cell): string {
    return String(col + 1).padStart(2, '0') + String(row + 1).padStart(2, '0')
}

/** Is a hex in the part of the map that is in play? */
export function isInPlay(map: HexMap, hex: string): boolean {
    const { col, row } = cellOf(hex), w = map.window
    return !w || (col + 1 >= w.first_col && col + 1 <= w.last_col &&
        row + 1 >= w.first_row && row + 1 <= w.last_row)
}

export function centreOf({ col, row }: Cell): Point {
    return { x: SIDE + 1.5 * SIDE * col, y: HIGH * (2 * row + 1 + (col & 1)) }
}

export function cornerOf(cell: Cell, corner: number): Point {
    const { x, y } = centreOf(cell)
    return { x: x + cornerX[corner % 6]! * SIDE, y: y + cornerY[corner % 6]! * HIGH }
}

export const midway = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

export const middleOf = (b: Box): Point => ({ x: b.x + b.width / 2, y: b.y + b.height / 2 })

/** The least box around some points; null: there are none. */
export function boxAround(points: Point[], margin: number): Box | null {
    if (!points.length)
        return null
    const xs = points.map(p => p.x), ys = points.map(p => p.y)
    const x = Math.min(...xs) - margin, y = Math.min(...ys) - margin
    return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y }
}

/** The middle of a side. */
export function sideOf(cell: Cell, direction: number): Point {
    return midway(cornerOf(cell, direction), cornerOf(cell, direction + 1))
}

export function neighbour({ col, row }: Cell, direction: number): Cell {
    const south = col & 1
    switch (direction) {
    case 0: return { col, row: row - 1 }
    case 1: return { col: col + 1, row: row - 1 + south }
    case 2: return { col: col + 1, row: row + south }
    case 3: return { col, row: row + 1 }
    case 4: return { col: col - 1, row: row + south }
    default: return { col: col - 1, row: row - 1 + south }
    }
}

/** The cell a point lies in: of the cells of the nearest two columns the one with the nearest
 *  centre. It may lie off the map. */
export function cellAt(at: Point): Cell {
    const near = Math.floor((at.x - SIDE / 2) / (1.5 * SIDE))
    const cells = [near, near + 1].map(col => ({
        col, row: Math.round((at.y / HIGH - 1 - (col & 1)) / 2)
    }))
    const gap = (cell: Cell) => {
        const { x, y } = centreOf(cell)
        return (x - at.x) ** 2 + (y - at.y) ** 2
    }
    return gap(cells[0]!) <= gap(cells[1]!) ? cells[0]! : cells[1]!
}

export const point = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** The hexagons of these cells as one path. */
export function hexagons(cells: Iterable<Cell>): string {
    let path = ''
    for (const cell of cells)
        path += `M${DIRECTIONS.map(i => point(cornerOf(cell, i))).join('L')}Z`
    return path
}

/** The sides between a set of hexes and what is not in it, as closed loops of corners. */
function loopsAround(cells: ReadonlyMap<string, Cell>): Point[][] {
    const next = new Map<string, Point>()
    const from = new Map<string, Point>()
    for (const cell of cells.values())
        for (const d of DIRECTIONS)
            if (!cells.has(nameOf(neighbour(cell, d)))) {
                const corner = cornerOf(cell, d)
                from.set(point(corner), corner)
                next.set(point(corner), cornerOf(cell, d + 1))
            }
    const loops: Point[][] = []
    for (const [key, start] of from) {
        const loop: Point[] = []
        for (let at: Point | undefined = start, k = key; at && next.has(k); k = point(at)) {
            loop.push(at)
            at = next.get(k)!
            next.delete(k)
        }
        if (loop.length)
            loops.push(loop)
    }
    return loops
}

/** The middles of the sides of a loop: number i lies before corner i + 1. */
const middlesOf = (loop: Point[]) =>
    loop.map((corner, i) => midway(corner, loop[(i + 1) % loop.length]!))

/** The outline of a set of hexes as printed maps draw ground: corners rounded off. */
export function softOutline(cells: ReadonlyMap<string, Cell>): string {
    return loopsAround(cells).map(loop => {
        const middles = middlesOf(loop)
        const curves = middles.map((_, i) => {
            const k = (i + 1) % loop.length
            return `Q${point(loop[k]!)} ${point(middles[k]!)}`
        })
        return `M${point(middles[0]!)}${curves.join('')}Z`
    }).join('')
}

/** A hex as the map has it, and its cell. */
export interface Spot extends Hex { cell: Cell }

/** The hexes of a map that are in play; one of no look belongs to no map. */
export function spotsOf(map: HexMap): ReadonlyMap<string, Spot> {
    return new Map(map.hexes.filter(h => h.look !== '.' && h.look !== '' && isInPlay(map, h.hex))
        .map(h => [h.hex, { ...h, cell: cellOf(h.hex) }]))
}

/** From the sheet to the outermost line of its frame. */
export const FRAME = 18

/** The corners of the smallest convex outline about points, in order. */
export function hullOf(points: readonly Point[]): Point[] {
    const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
    const half = (all: readonly Point[]) => {
        const chain: Point[] = []
        for (const p of all) {
            while (chain.length > 1 && turns(chain.at(-2)!, chain.at(-1)!, p) <= 0)
                chain.pop()
            chain.push(p)
        }
        return chain.slice(0, -1)
    }
    return [...half(sorted), ...half(sorted.toReversed())]
}
const turns = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/** Does a polygon hold a point? */
export function holds(corners: readonly Point[], at: Point): boolean {
    let inside = false
    corners.forEach((a, i) => {
        const b = corners[(i + 1) % corners.length]!
        if ((a.y > at.y) !== (b.y > at.y) &&
            at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside
    })
    return inside
}
