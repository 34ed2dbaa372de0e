/* The printed map under the counters: ground, heights, ways, water, grid, names. It is drawn once a
 * game, as few long paths, so that panning stays smooth however large the map is. */
import { useId } from 'preact/hooks'
import type { Edge, Hex, HexMap } from '../umpire/documents'
import {
    type Cell, type Point, DIRECTIONS, HIGH, SIDE, cellOf, centreOf, cornerOf, hexagons, isInPlay,
    midway, nameOf, neighbour, point, sideOf, softOutline, ticksAround
} from './hexes'
import { type Signs, chanceOf, isKnown, isWet, lookOf, signsAt, strewnInDisc } from './looks'

/** A hex that belongs to no map: left blank. */
const isOff = (hex: Hex) => hex.look === '.' || hex.look === ''

interface Spot extends Hex { cell: Cell }
type Spots = ReadonlyMap<string, Spot>

export function spotsOf(map: HexMap): Spots {
    return new Map(map.hexes.filter(h => !isOff(h) && isInPlay(map, h.hex)).map(h =>
        [h.hex, { ...h, cell: cellOf(h.hex) }]))
}

/** The cells of some spots, and those off the map beside them, so that ground runs off the edge of
 *  the sheet instead of being rounded there. */
function withMargin(spots: Spots, chosen: (spot: Spot) => boolean): Map<string, Cell> {
    const cells = new Map<string, Cell>()
    for (const spot of spots.values()) {
        if (!chosen(spot))
            continue
        cells.set(spot.hex, spot.cell)
        for (const d of DIRECTIONS) {
            const beside = neighbour(spot.cell, d)
            if (!spots.has(nameOf(beside)))
                cells.set(nameOf(beside), beside)
        }
    }
    return cells
}

// ---- ground -------------------------------------------------------------------------------------

function Region(props: { fill: string; cells: Map<string, Cell> }) {
    return <path class={`ground ground-${props.fill}`} d={softOutline(props.cells)} />
}

function SignsOf(props: { fill: string; signs: Signs }) {
    return <g class={`signs signs-${props.fill}`}>
        {props.signs.areas && <path class="sign-areas" d={props.signs.areas} />}
        {props.signs.strokes && <path class="sign-strokes" d={props.signs.strokes} />}
    </g>
}

function Look(props: { word: string; spots: Spots }) {
    const look = lookOf(props.word)
    const here = [...props.spots.values()].filter(s => s.look === props.word)
    const cells = withMargin(props.spots, s => s.look === props.word ||
        isWet(props.word) && isWet(s.look) && look.fill === 'water')
    const signs: Signs = { areas: '', strokes: '' }
    for (const { cell } of here) {
        const chance = chanceOf(cell.col * 100 + cell.row + 1)
        const points = strewnInDisc(centreOf(cell), HIGH * 0.86, look.inHex, chance)
        const more = signsAt(look, points, 4.6, chance)
        signs.areas += more.areas
        signs.strokes += more.strokes
    }
    return <>
        <Region fill={look.fill} cells={cells} />
        <SignsOf fill={look.fill} signs={signs} />
    </>
}

/** Heights as layers of a printed map, with strokes that run downhill along their edges. */
function Heights(props: { spots: Spots }) {
    const top = Math.max(0, ...[...props.spots.values()].map(s => s.level))
    const levels = Array.from({ length: Math.min(top, 4) }, (_, i) => i + 1)
    return <>{levels.map(level => {
        const cells = withMargin(props.spots, s => s.level >= level)
        return <g key={level} class={`height height-${level}`}>
            <path class="height-area" d={softOutline(cells)} />
            <path class="hillside" d={ticksAround(cells, 6)} />
        </g>
    })}</>
}

/** A bridge that fills a hex lies across the water: along the two opposite sides that are dry. */
function HexBridges(props: { spots: Spots }) {
    const bridges = [...props.spots.values()].filter(s => s.look === 'bridge')
    const dry = (cell: Cell, d: number) =>
        !isWet(props.spots.get(nameOf(neighbour(cell, d)))?.look ?? 'clear')
    return <>{bridges.map(({ hex, cell }) => {
        const across = [0, 1, 2].find(d => dry(cell, d) && dry(cell, d + 3)) ??
            DIRECTIONS.find(d => dry(cell, d)) ?? 0
        const { x, y } = centreOf(cell)
        return <g key={hex} class="hex-bridge"
                  transform={`translate(${x} ${y}) rotate(${across * 60})`}>
            <rect class="bridge-deck" x={-7} y={-HIGH - 4} width={14} height={2 * HIGH + 8} />
            <path class="bridge-planks" d={Array.from({ length: 12 }, (_, i) =>
                `M-7 ${-HIGH + i * 6.3}h14`).join('')} />
            <path class="bridge-rails" d={`M-7 ${-HIGH - 4}v${2 * HIGH + 8}M7 ${-HIGH - 4}` +
                `v${2 * HIGH + 8}`} />
        </g>
    })}</>
}

// ---- edges --------------------------------------------------------------------------------------

const edgesOf = (map: HexMap, spots: Spots, kind: string): Edge[] =>
    map.edges.filter(e => e.kind === kind && spots.has(e.hex))

/** Ways run from side to side through the middle of a hex, bent where just two meet. */
function waysOf(edges: Edge[]): string {
    const ways = new Map<string, Set<number>>()
    for (const { hex, direction } of edges)
        (ways.get(hex) ?? ways.set(hex, new Set()).get(hex)!).add(direction)
    let path = ''
    for (const [hex, directions] of ways) {
        const cell = cellOf(hex), middle = point(centreOf(cell))
        const sides = [...directions].map(d => point(sideOf(cell, d)))
        if (sides.length === 2)
            path += `M${sides[0]}Q${middle} ${sides[1]}`
        else
            for (const side of sides)
                path += `M${middle}L${side}`
    }
    return path
}

/** Streams along the sides of hexes, chained and rounded from one middle of a side to the next. */
function streamsOf(edges: Edge[]): string {
    const ends = new Map<string, { a: Point; b: Point }[]>()
    const sides = new Map<string, { a: Point; b: Point }>()
    for (const { hex, direction } of edges) {
        const cell = cellOf(hex)
        const a = cornerOf(cell, direction), b = cornerOf(cell, direction + 1)
        sides.set(point(midway(a, b)), { a, b })
    }
    for (const side of sides.values())
        for (const end of [side.a, side.b])
            (ends.get(point(end)) ?? ends.set(point(end), []).get(point(end))!).push(side)
    let path = ''
    for (const { a, b } of sides.values()) {
        const middle = midway(a, b)
        for (const end of [a, b])
            if (ends.get(point(end))!.length !== 2)
                path += `M${point(middle)}L${point(end)}`
    }
    for (const meeting of ends.values()) {
        const [one, two] = meeting
        if (meeting.length !== 2 || !one || !two)
            continue
        const shared = point(one.a) === point(two.a) || point(one.a) === point(two.b)
            ? one.a : one.b
        path += `M${point(midway(one.a, one.b))}Q${point(shared)} ${point(midway(two.a, two.b))}`
    }
    return path
}

/** Small bridges where a way crosses a stream. */
function bridgesOf(map: HexMap, spots: Spots): string {
    const streams = new Set(map.edges.filter(e => e.kind === 'river' || e.kind === 'canal')
        .map(e => point(sideOf(cellOf(e.hex), e.direction))))
    const done = new Set<string>()
    let path = ''
    for (const { hex, direction, kind } of map.edges) {
        const cell = cellOf(hex), at = sideOf(cell, direction)
        if (kind !== 'road' && kind !== 'rail' || !streams.has(point(at)) || done.has(point(at)) ||
            !spots.has(hex))
            continue
        done.add(point(at))
        const a = cornerOf(cell, direction), b = cornerOf(cell, direction + 1)
        const along = { x: (b.x - a.x) / SIDE, y: (b.y - a.y) / SIDE }
        for (const off of [-4, 4]) {
            const p = { x: at.x + along.x * off, y: at.y + along.y * off }
            path += `M${point({ x: p.x + along.y * 6 + along.x * off / 2,
                                y: p.y - along.x * 6 + along.y * off / 2 })}` +
                `L${point({ x: p.x + along.y * 4, y: p.y - along.x * 4 })}` +
                `L${point({ x: p.x - along.y * 4, y: p.y + along.x * 4 })}` +
                `L${point({ x: p.x - along.y * 6 + along.x * off / 2,
                            y: p.y + along.x * 6 + along.y * off / 2 })}`
        }
    }
    return path
}

function Edges(props: { map: HexMap; spots: Spots }) {
    const { map, spots } = props
    const path = (kind: string, of: (edges: Edge[]) => string) => of(edgesOf(map, spots, kind))
    const river = path('river', streamsOf), canal = path('canal', streamsOf)
    const road = path('road', waysOf), rail = path('rail', waysOf)
    const wall = path('wall', edges => edges.map(({ hex, direction }) =>
        `M${point(cornerOf(cellOf(hex), direction))}` +
        `L${point(cornerOf(cellOf(hex), direction + 1))}`).join(''))
    return <>
        {river && <><path class="river-bank" d={river} /><path class="river" d={river} /></>}
        {canal && <><path class="canal-bank" d={canal} /><path class="canal" d={canal} /></>}
        {road && <><path class="road-edge" d={road} /><path class="road" d={road} /></>}
        {rail && <><path class="rail" d={rail} /><path class="rail-gaps" d={rail} /></>}
        <path class="edge-bridge" d={bridgesOf(map, spots)} />
        {wall && <><path class="wall" d={wall} /><path class="wall-gaps" d={wall} /></>}
    </>
}

// ---- words --------------------------------------------------------------------------------------

/** A name that stands in several hexes side by side is written once, in the middle of them. */
function namesOf(spots: Spots): { words: string; at: Point; town: boolean }[] {
    const seen = new Set<string>()
    const names: { words: string; at: Point; town: boolean }[] = []
    for (const spot of spots.values()) {
        if (!spot.label || seen.has(spot.hex))
            continue
        const group = [spot]
        seen.add(spot.hex)
        for (let i = 0; i < group.length; i++)
            for (const d of DIRECTIONS) {
                const beside = spots.get(nameOf(neighbour(group[i]!.cell, d)))
                if (beside?.label === spot.label && !seen.has(beside.hex)) {
                    seen.add(beside.hex)
                    group.push(beside)
                }
            }
        const centres = group.map(s => centreOf(s.cell))
        names.push({
            words: spot.label.replaceAll('_', ' '),
            at: { x: centres.reduce((sum, c) => sum + c.x, 0) / centres.length,
                  y: centres.reduce((sum, c) => sum + c.y, 0) / centres.length + HIGH - 1 },
            town: lookOf(spot.look).fill === 'town' || lookOf(spot.look).fill === 'fortress'
        })
    }
    return names
}

function Words(props: { spots: Spots }) {
    return <>
        <g class="hex-numbers">{[...props.spots.values()].map(({ hex, cell }) => {
            const { x, y } = centreOf(cell)
            return <text key={hex} x={x} y={y - HIGH + 8.5}>{hex}</text>
        })}</g>
        <g class="place-names hex-names">{namesOf(props.spots).map(({ words, at, town }) =>
            <text key={`${words}${at.x}`} class={town ? 'of-town' : undefined}
                  x={at.x} y={at.y}>{words}</text>)}</g>
        <g class="hex-looks">{[...props.spots.values()].filter(s => !isKnown(s.look)).map(s => {
            const { x, y } = centreOf(s.cell)
            return <text key={s.hex} x={x} y={y + 3}>{s.look}</text>
        })}</g>
    </>
}

// ---- all of it ----------------------------------------------------------------------------------

/** The order in which looks are laid: what would hide the other comes first. */
const laidFirst = ['marsh', 'swamp', 'heath', 'field', 'rough', 'dry', 'hill', 'mountain']
const laidLast = ['river', 'lake', 'ford', 'bridge', 'town', 'village', 'fortress']
function layer(look: string): number {
    return laidFirst.includes(look) ? laidFirst.indexOf(look)
        : laidLast.includes(look) ? 200 + laidLast.indexOf(look) : 100
}

export function HexGround(props: { map: HexMap }) {
    const sheetId = useId()
    const spots = spotsOf(props.map)
    const cells = [...spots.values()].map(s => s.cell)
    const words = [...new Set([...spots.values()].map(s => s.look))]
        .filter(word => word !== 'clear').sort((a, b) => layer(a) - layer(b))
    const sheet = hexagons(cells)
    return <g class="map" aria-hidden="true">
        <clipPath id={sheetId}><path d={sheet} /></clipPath>
        <path class="sheet-edge" d={sheet} />
        <path class="sheet" d={sheet} />
        <g clip-path={`url(#${sheetId})`}>
            <Heights spots={spots} />
            {words.map(word => <Look key={word} word={word} spots={spots} />)}
            <HexBridges spots={spots} />
        </g>
        <path class="grid" d={sheet} />
        <Edges map={props.map} spots={spots} />
        <Words spots={spots} />
    </g>
}
