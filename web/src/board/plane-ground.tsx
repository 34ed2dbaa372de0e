/* The bare table: its sheet with a scale, and the ground that lies on it. One unit is a millimetre,
 * north is up. */
import { useId } from 'preact/hooks'
import type { PlaneMap, Shape } from '../umpire/documents'
import { type Point, midway, point } from './hexes'
import { chanceOf, isKnown, lookOf, signsAt, strewnInPolygon } from './looks'
import { plainName } from './names'
import { type Named, placesOfNames } from './plane-names'

const UM = 1000

/** Points of a shape, in mm from the north-west corner. */
export function cornersOf(shape: Shape, map: PlaneMap): Point[] {
    const corners: Point[] = []
    for (let i = 0; i + 1 < shape.points.length; i += 2)
        corners.push({ x: shape.points[i]! / UM, y: (map.height - shape.points[i + 1]!) / UM })
    return corners
}

function middleOf(corners: Point[]): Point {
    return { x: corners.reduce((sum, c) => sum + c.x, 0) / corners.length,
             y: corners.reduce((sum, c) => sum + c.y, 0) / corners.length }
}

const closed = (corners: Point[]) => `M${corners.map(point).join('L')}Z`
const openLine = (corners: Point[]) => `M${corners.map(point).join('L')}`

/** The same outline, nearer to its middle. */
function shrunk(corners: Point[], part: number): Point[] {
    const middle = middleOf(corners)
    return corners.map(c => ({ x: middle.x + (c.x - middle.x) * part,
                               y: middle.y + (c.y - middle.y) * part }))
}

const ROUND_MM = 24

/** Natural ground has no sharp corners, but where it runs off the table. */
function rounded(corners: Point[], isEdge: (at: Point) => boolean): string {
    const n = corners.length
    const towards = (a: Point, b: Point) => {
        const bit = Math.min(0.3, ROUND_MM / Math.max(1, Math.hypot(b.x - a.x, b.y - a.y)))
        return { x: a.x + (b.x - a.x) * bit, y: a.y + (b.y - a.y) * bit }
    }
    return corners.map((c, i) => {
        if (isEdge(c))
            return `${i ? 'L' : 'M'}${point(c)}`
        const before = towards(c, corners[(i + n - 1) % n]!)
        const after = towards(c, corners[(i + 1) % n]!)
        return `${i ? 'L' : 'M'}${point(before)}Q${point(c)} ${point(after)}`
    }).join('') + 'Z'
}

/** A house seen from above, its roof only hinted at, since there may be people inside: hips from
 *  the corners to a ridge. */
function Roof(props: { corners: Point[] }) {
    const [a, b, c, d] = props.corners as [Point, Point, Point, Point]
    const long = Math.hypot(b.x - a.x, b.y - a.y) >= Math.hypot(c.x - b.x, c.y - b.y)
    const ends = long ? [midway(a, d), midway(b, c)] : [midway(a, b), midway(d, c)]
    const middle = midway(ends[0]!, ends[1]!)
    const ridge = ends.map(end => ({ x: middle.x + (end.x - middle.x) * 0.55,
                                     y: middle.y + (end.y - middle.y) * 0.55 }))
    const hips = long ? [[a, 0], [d, 0], [b, 1], [c, 1]] as const
        : [[a, 0], [b, 0], [d, 1], [c, 1]] as const
    return <g class="building">
        <path class="roof" d={closed(props.corners)} />
        <path class="roof-lines" d={openLine(ridge) + hips.map(([corner, end]) =>
            openLine([corner, ridge[end]!])).join('')} />
    </g>
}

/** Boards laid across, along the longer way. */
function Planks(props: { corners: Point[] }) {
    const [a, b, c, d] = props.corners as [Point, Point, Point, Point]
    const long = Math.hypot(b.x - a.x, b.y - a.y) >= Math.hypot(c.x - b.x, c.y - b.y)
    const [from, to] = long ? [[a, b], [d, c]] as const : [[b, c], [a, d]] as const
    const along = (ends: readonly [Point, Point], t: number) => ({
        x: ends[0].x + (ends[1].x - ends[0].x) * t, y: ends[0].y + (ends[1].y - ends[0].y) * t
    })
    const count = Math.max(4, Math.round(Math.hypot(from[1].x - from[0].x,
                                                    from[1].y - from[0].y) / 7))
    return <g class="hex-bridge">
        <path class="bridge-deck" d={closed(props.corners)} />
        <path class="bridge-planks" d={Array.from({ length: count - 1 }, (_, i) =>
            openLine([along(from, (i + 1) / count), along(to, (i + 1) / count)])).join('')} />
        <path class="bridge-rails" d={openLine([...from]) + openLine([...to])} />
    </g>
}

/** A sack, tied at its neck; and a horse that stands about: things that lie on the table. */
const things: Record<string, string> = {
    goods: 'M-1.2-2.6C-4.4-.6-4.6 3.6-2.6 4.2H2.6C4.6 3.6 4.4-.6 1.2-2.6L2.2-4.6H-2.2Z',
    horse: 'M-5 4.4V-.4C-6 .4-6.4 2-6.2 3.2C-7.4 1-6.6-1.8-4.4-2.2H.8L2.6-5.4L3.4-6.4L3.8-5.2' +
        'L6.6-2.8L5.8-1.6L3.8-2.2L3 .6V4.4H1.8V1.2H-3.4L-3.8 4.4Z'
}

const natural = new Set(['woods', 'bushes', 'marsh', 'swamp', 'heath', 'rough', 'rocks', 'hill',
                         'mountain', 'steep', 'dry', 'other'])

interface Laid { shape: Shape; corners: Point[] }

function Area({ map, shape, corners }: Laid & { map: PlaneMap }) {
    const look = lookOf(shape.look)
    const thing = things[shape.look], { x, y } = middleOf(corners)
    if (thing)
        return <path class="thing" d={thing} transform={`translate(${x} ${y})`} />
    if (shape.look === 'bridge' && corners.length === 4)
        return <Planks corners={corners} />
    if (shape.look === 'building' && corners.length === 4)
        return <Roof corners={corners} />
    const chance = chanceOf(Math.round(corners[0]!.x + 7 * corners[0]!.y) + 1)
    const isEdge = ({ x, y }: Point) => x <= 0 || y <= 0 || x >= map.width / UM ||
        y >= map.height / UM
    const outline = natural.has(look.fill) ? rounded(corners, isEdge) : closed(corners)
    const size = look.every * 0.36
    const points = strewnInPolygon(corners, look.every, size, look.rows ?? false, chance)
    const { areas, strokes } = signsAt(look, points, size, chance)
    const isHigh = look.fill === 'hill' || look.fill === 'steep'
    return <>
        <path class={`ground ground-${look.fill}`} d={outline} />
        {isHigh && [0.74, 0.46].map(part =>
            <path key={part} class={`ground contour ground-${look.fill}`}
                  d={rounded(shrunk(corners, part), () => false)} />)}
        <g class={`signs signs-${look.fill}`}>
            {areas && <path class="sign-areas" d={areas} />}
            {strokes && !isHigh && <path class="sign-strokes" d={strokes} />}
        </g>
    </>
}

function Line({ shape, corners }: Laid) {
    const kind = isKnown(shape.look) ? lookOf(shape.look).fill : 'works'
    return <g class={`bar bar-${kind}`}>
        <path class="bar-edge" d={openLine(corners)} />
        <path class="bar-body" d={openLine(corners)} />
        <path class="bar-marks" d={openLine(corners)} />
    </g>
}

function namedOf({ shape, corners }: Laid): Named {
    return {
        words: isKnown(shape.look) ? plainName(shape.label)
            : `${plainName(shape.label)} (${plainName(shape.look)})`,
        corners, isSmall: shape.kind === 'line' || Object.hasOwn(things, shape.look)
    }
}

function Names(props: { laid: Laid[] }) {
    const named = props.laid.map(namedOf)
    const places = placesOfNames(named)
    return <g class="place-names">{props.laid.map(({ shape }, i) =>
        <text key={i} class={`of-${shape.kind}`} x={places[i]!.x} y={places[i]!.y}>
            {named[i]!.words}</text>)}</g>
}

function Sheet({ map }: { map: PlaneMap }) {
    const width = map.width / UM, height = map.height / UM
    const every = 100
    let lines = ''
    const numbers = []
    for (let x = every; x < width; x += every) {
        lines += `M${x} 0V${height}`
        numbers.push(<text key={`x${x}`} x={x} y={height + 11}>{x}</text>)
    }
    for (let y = every; y < height; y += every) {
        lines += `M0 ${height - y}H${width}`
        numbers.push(<text key={`y${y}`} x={-10} y={height - y + 3}>{y}</text>)
    }
    return <>
        <rect class="sheet sheet-edge" width={width} height={height} />
        <path class="mm-lines" d={lines} />
        <g class="mm-numbers">{numbers}</g>
    </>
}

export function PlaneGround({ map, shapes }: { map: PlaneMap; shapes: Shape[] }) {
    const sheetId = useId()
    const laid = shapes.map(shape => ({ shape, corners: cornersOf(shape, map) }))
        .filter(({ corners }) => corners.length > 1)
    const clip = `M0 0H${map.width / UM}V${map.height / UM}H0Z`
    return <g class="map" aria-hidden="true">
        <clipPath id={sheetId}><path d={clip} /></clipPath>
        <Sheet map={map} />
        <g clip-path={`url(#${sheetId})`}>
            {laid.map((x, i) => x.shape.kind === 'line' ? <Line key={i} {...x} />
                : <Area key={i} map={map} {...x} />)}
        </g>
        <Names laid={laid.filter(x => x.shape.label)} />
    </g>
}
