/* How ground looks: a fill (a class of board.css) and signs strewn over it, as on printed maps.
 * The words come from the plan; one that stands not here gets a neutral look. */
import type { Point } from './hexes'

/** Signs as two paths: areas and strokes. */
export interface Signs { areas: string; strokes: string }
type Sign = (at: Point, size: number, chance: () => number) => Signs

interface Look {
    /** The class of the fill: `ground-NAME`. */
    fill: string
    sign?: Sign
    /** Distance of the signs on a bare table, and how many lie in a hex. */
    every: number; inHex: number
    /** Signs stand in rows, not strewn. */
    rows?: boolean
}

const n = (x: number) => x.toFixed(1)
const disc = (x: number, y: number, r: number) =>
    `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`

const tree: Sign = ({ x, y }, size, chance) => {
    const r = size * (0.8 + 0.5 * chance())
    return {
        areas: disc(x, y, r),
        strokes: `M${n(x - r)} ${n(y + r * 0.25)}a${n(r)} ${n(r)} 0 0 0 ${n(1.9 * r)} ${n(r * 0.3)}`
    }
}
const bush: Sign = ({ x, y }, size, chance) => ({
    areas: disc(x, y, size * (0.4 + 0.3 * chance())), strokes: ''
})
/** A low bush in leaf: three lobes. */
const shrub: Sign = ({ x, y }, size, chance) => {
    const r = size * (0.34 + 0.16 * chance())
    return {
        areas: disc(x - r, y, r) + disc(x + r, y, r) + disc(x, y - r * 0.9, r),
        strokes: `M${n(x - 2 * r)} ${n(y + r)}h${n(4 * r)}`
    }
}
/** Water over sand: a wave, and grains under it. */
const shallow: Sign = ({ x, y }, s, chance) => ({
    areas: disc(x - s * chance(), y + s * 0.7, 0.7) + disc(x + s * chance(), y + s, 0.7),
    strokes: `M${n(x - s)} ${n(y)}q${n(s / 2)} ${n(-s * 0.6)} ${n(s)} 0t${n(s)} 0`
})
const tuft: Sign = ({ x, y }, s) => ({
    areas: '',
    strokes: `M${n(x - s)} ${n(y)}h${n(2 * s)}M${n(x)} ${n(y - 1)}v${n(-s)}` +
        `M${n(x - s / 2)} ${n(y - 1)}l${n(-s / 3)} ${n(-s * 0.7)}` +
        `M${n(x + s / 2)} ${n(y - 1)}l${n(s / 3)} ${n(-s * 0.7)}`
})
const heather: Sign = ({ x, y }, s) => ({
    areas: '',
    strokes: `M${n(x)} ${n(y)}v${n(-s * 0.8)}M${n(x)} ${n(y)}l${n(-s * 0.6)} ${n(-s * 0.5)}` +
        `M${n(x)} ${n(y)}l${n(s * 0.6)} ${n(-s * 0.5)}`
})
const stone: Sign = ({ x, y }, s, chance) => {
    const w = s * (0.6 + 0.5 * chance())
    return {
        areas: `M${n(x - w)} ${n(y)}l${n(w * 0.6)} ${n(-w * 0.9)}l${n(w * 0.9)} ${n(w * 0.2)}` +
            `l${n(w * 0.5)} ${n(w * 0.8)}Z`,
        strokes: ''
    }
}
const peak: Sign = ({ x, y }, s, chance) => {
    const w = s * (0.9 + 0.5 * chance())
    return {
        areas: '',
        strokes: `M${n(x - w)} ${n(y + w * 0.6)}L${n(x)} ${n(y - w * 0.6)}` +
            `L${n(x + w)} ${n(y + w * 0.6)}` +
            `M${n(x + w * 0.15)} ${n(y)}l${n(w * 0.35)} ${n(w * 0.6)}`
    }
}
const hachure: Sign = ({ x, y }, s) => ({
    areas: '', strokes: `M${n(x)} ${n(y - s)}l${n(s * 0.3)} ${n(2 * s)}`
})
const wave: Sign = ({ x, y }, s) => ({
    areas: '',
    strokes: `M${n(x - s)} ${n(y)}q${n(s / 2)} ${n(-s * 0.6)} ${n(s)} 0t${n(s)} 0`
})
const furrow: Sign = ({ x, y }, s) => ({ areas: '', strokes: `M${n(x - s)} ${n(y)}h${n(2 * s)}` })
const house: Sign = ({ x, y }, s, chance) => {
    const w = s * (0.7 + 0.5 * chance()), h = s * (0.5 + 0.4 * chance())
    const turn = (chance() - 0.5) * 0.9, cos = Math.cos(turn), sin = Math.sin(turn)
    const corner = (u: number, v: number) =>
        `${n(x + u * cos - v * sin)} ${n(y + u * sin + v * cos)}`
    return {
        areas: `M${corner(-w, -h)}L${corner(w, -h)}L${corner(w, h)}L${corner(-w, h)}Z`,
        strokes: `M${corner(-w, 0)}L${corner(w, 0)}`
    }
}

const woods: Look = { fill: 'woods', sign: tree, every: 13, inHex: 11 }
const water: Look = { fill: 'water', sign: wave, every: 26, inHex: 4 }
const rough: Look = { fill: 'rough', sign: stone, every: 18, inHex: 8 }
const town: Look = { fill: 'town', sign: house, every: 30, inHex: 8 }

const looks: Record<string, Look> = {
    clear: { fill: 'clear', every: 0, inHex: 0 },
    woods, forest: woods,
    marsh: { fill: 'marsh', sign: tuft, every: 24, inHex: 6 },
    swamp: { fill: 'swamp', sign: tuft, every: 15, inHex: 9 },
    heath: { fill: 'heath', sign: heather, every: 20, inHex: 8 },
    field: { fill: 'field', sign: furrow, every: 11, inHex: 9, rows: true },
    bushes: { fill: 'bushes', sign: shrub, every: 15, inHex: 9 },
    rough, rocks: { ...rough, fill: 'rocks', every: 13, inHex: 11 },
    hill: { fill: 'hill', sign: peak, every: 40, inHex: 3 },
    mountain: { fill: 'mountain', sign: peak, every: 24, inHex: 6 },
    steep: { fill: 'steep', sign: hachure, every: 10, inHex: 9, rows: true },
    river: water, lake: water, water,
    channel: { fill: 'channel', sign: wave, every: 18, inHex: 5 },
    ford: { fill: 'ford', sign: shallow, every: 22, inHex: 4 },
    dry: { fill: 'dry', sign: bush, every: 18, inHex: 6 },
    town, village: { ...town, inHex: 5 }, 'built-up': { ...town, inHex: 11 },
    fortress: { fill: 'fortress', sign: house, every: 24, inHex: 7 },
    ...Object.fromEntries(
        ['bridge', 'road', 'building', // drawn as a whole
         'works', 'wall', 'bank', 'fence', 'stakes', 'door', 'window', // lines
         'goods', 'horse'].map(fill => [fill, { fill, every: 0, inHex: 0 }]))
}
const other: Look = { fill: 'other', sign: bush, every: 16, inHex: 7 }

export const isKnown = (word: string) => Object.hasOwn(looks, word)
export const lookOf = (word: string): Look => isKnown(word) ? looks[word]! : other
/** Water is drawn as one body, whatever crosses it. */
export const isWet = (word: string) =>
    ['river', 'lake', 'water', 'channel', 'ford', 'bridge'].includes(word)

/** Numbers between 0 and 1, the same for the same seed: a map looks the same every day. */
export function chanceOf(seed: number): () => number {
    let state = (seed * 2654435761) >>> 0 || 1
    return () => {
        state ^= state << 13
        state >>>= 0
        state ^= state >>> 17
        state ^= state << 5
        state >>>= 0
        return state / 0x100000000
    }
}

export function signsAt(look: Look, points: Point[], size: number, chance: () => number): Signs {
    const all: Signs = { areas: '', strokes: '' }
    if (look.sign)
        for (const at of points) {
            const { areas, strokes } = look.sign(at, size, chance)
            all.areas += areas
            all.strokes += strokes
        }
    return all
}

/** Points strewn evenly over a disc, none in the way of its neighbours. */
export function strewnInDisc(middle: Point, radius: number, count: number,
                             chance: () => number): Point[] {
    const turn = chance() * 2 * Math.PI, golden = Math.PI * (3 - Math.sqrt(5))
    return Array.from({ length: count }, (_, i) => {
        const r = radius * Math.sqrt((i + 0.5) / count), angle = turn + i * golden
        return {
            x: middle.x + r * Math.cos(angle) + (chance() - 0.5) * radius / 6,
            y: middle.y + r * Math.sin(angle) + (chance() - 0.5) * radius / 6
        }
    }).sort((a, b) => a.y - b.y)
}

/** Points strewn over a polygon, or in rows, with room for a sign on both hands. */
export function strewnInPolygon(corners: Point[], every: number, room: number, rows: boolean,
                                chance: () => number): Point[] {
    if (!every)
        return []
    const xs = corners.map(c => c.x), ys = corners.map(c => c.y)
    const found: Point[] = []
    let row = 0
    for (let y = Math.min(...ys) + every / 2; y < Math.max(...ys); y += every * 0.87, row++)
        for (let x = Math.min(...xs) + every * (row % 2 ? 0.9 : 0.4); x < Math.max(...xs);
             x += every) {
            const play = rows ? 0 : every * 0.45
            const at = { x: x + (chance() - 0.5) * play, y: y + (chance() - 0.5) * play }
            if (holds(corners, { x: at.x - room, y: at.y }) &&
                holds(corners, { x: at.x + room, y: at.y }))
                found.push(at)
        }
    return found
}

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
