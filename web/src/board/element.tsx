/* A piece on the bare table: an element or a figure, to scale, turned as it stands. Drawn around the point
 * its place is measured from; one unit is a millimetre. Its figures come from the sheet. */
import type { Base, Piece, Plan } from '../umpire/documents'
import { CounterPicture, Mark, fitting, marksOf } from './counter'
import type { Point } from './hexes'
import { sideClass, sideIndex } from './names'
import { Use, armyOf, hasDrawing, looksOf } from './sheet'

const UM = 1000
const DEPTHS = [15, 20, 40, 80] // of bases 40 mm wide that the sheet has
const MOST_MARKS = 2

interface Measures { left: number; top: number; width: number; depth: number; radius: number }

function measuresOf(base: Base): Measures {
    return { left: base.left / UM, top: -base.front / UM, width: (base.right - base.left) / UM,
             depth: (base.front - base.back) / UM, radius: base.radius / UM }
}

/** The outline of a base, front upwards: sides differ in the corners of their rear. */
function outlineOf({ left, top, width, depth, radius }: Measures, side: 0 | 1 | null): string {
    if (radius) {
        const straight = Math.max(0, depth - 2 * radius)
        return `M${left} ${top + radius}a${radius} ${radius} 0 0 1 ${2 * radius} 0v${straight}` +
            `a${radius} ${radius} 0 0 1 ${-2 * radius} 0Z`
    }
    const cut = side === 0 ? 0 : Math.min(width, depth) * 0.26
    return `M${left} ${top}h${width}v${depth - cut}l${-cut} ${cut}h${-(width - 2 * cut)}` +
        `l${-cut} ${-cut}Z`
}

/** Where the middle of a base is, in its own frame. */
function middleOf({ left, top, width, depth }: Measures): Point {
    return { x: left + width / 2, y: top + depth / 2 }
}

/** The outline of a piece as it stands, to be pointed at. */
export function outlineOfElement(base: Base): { d: string; transform: string } {
    return { d: outlineOf(measuresOf(base), 0), transform: `rotate(${base.heading / 4})` }
}

/** Words on an element lie along its front, never on their head. */
function isHeadDown(heading: number) {
    const quarters = (heading % 1440 + 1440) % 1440
    return quarters > 360 && quarters <= 1080
}

/** The base with turf on it; where the sheet has none of that size, its bare outline. */
function BaseOf({ measures, shape }: { measures: Measures; shape: 0 | 1 }) {
    const { width, depth, radius } = measures
    const word = radius ? `base-${depth > 2 * radius ? 'rider' : 'man'}-${shape}`
        : Math.abs(width - 40) < 0.01 && DEPTHS.includes(depth) ? `base-${depth}-${shape}` : ''
    const outline = outlineOf(measures, shape)
    return word ? <Use of={word} />
        : <><path class="k-turf" d={outline} /><path class="k-rim" d={outline} /></>
}

/** From far: a bar in the side's colour, its front lit, and a sign of what it is. */
const FAR: Record<string, string> = {
    'el-gendarme': 'far-heavy-horse', 'el-horse': 'far-heavy-horse', 'el-light-horse': 'far-horse',
    'el-horse-shot': 'far-horse', 'el-pike': 'far-pike', 'el-spear': 'far-pike',
    'el-shot': 'far-shot', 'el-crossbow': 'far-shot', 'el-bow': 'far-shot', 'el-gun': 'far-gun',
    'el-organ-gun': 'far-gun', 'el-camp': 'far-camp'
}

function FromFar({ piece, measures, side }: { piece: Piece; measures: Measures
                                              side: 0 | 1 | null }) {
    const { left, top, width, depth, radius } = measures
    const { x } = middleOf(measures)
    const beak = radius ? radius * 0.5 : 4
    return <g class="from-far">
        <path class="k-far-beak" d={`M${x - beak} ${top + 0.4}L${x} ${top - beak}L${x + beak} ` +
                                    `${top + 0.4}Z`} />
        <path class="k-far-body" d={outlineOf(measures, side)} />
        {radius ? <circle class="k-far-dot" cx={x} cy={top + depth / 2} r={radius * 0.45} />
            : <><path class="k-far-front" d={`M${left + 1} ${top + 0.9}h${width - 2}`} />
                <Use of={FAR[piece.figure ?? ''] ?? 'far-foot'} x={x} y={top + depth / 2 + 0.8}
                     scale={Math.min(1, (depth - 3) / 16)} /></>}
    </g>
}

/** Without a figure: its letters. */
function Letters({ piece, measures }: { piece: Piece; measures: Measures }) {
    const { x, y } = middleOf(measures)
    const size = fitting(piece.symbol, measures.width * 0.7, Math.min(measures.depth * 0.6, 10))
    return <text class="k-letters" style={{ fontSize: `${size}px` }}
                 transform={`translate(${x} ${y + size * 0.36})` +
                     (isHeadDown(piece.base?.heading ?? 0) ? ' rotate(180)' : '')}>
        {piece.symbol}</text>
}

function Figures({ piece, measures, upright }: { piece: Piece; measures: Measures
                                                 upright: boolean }) {
    const { figure } = piece
    const { top, depth, radius } = measures
    if (!figure || !hasDrawing(figure))
        return <Letters piece={piece} measures={measures} />
    return <>
        <Use of={upright && figure === 'el-pike' ? 'el-pike-up' : figure} />
        {piece.quality && <Use of={`quality-${piece.quality}`} y={top + depth - (radius ? 3.2 : 1)} />}
        {!radius && piece.leads &&
            <Use of="top-standard" x={-2} y={depth < 25 ? 4 : 10} scale={1.15} />}
    </>
}

/** By its name a piece is given orders: in a corner of its rear, or behind a round base. */
function idPlace(piece: Piece, { left, top, width, depth, radius }: Measures) {
    const heading = piece.base?.heading ?? 0
    if (radius)
        return { transform: `translate(${left + width / 2} ${top + depth + 4.5}) ` +
                     `rotate(${-heading / 4})`, y: 1.6 }
    const down = isHeadDown(heading)
    return { style: { textAnchor: down ? 'end' : 'start' } as const,
             transform: `translate(${left + 1.6} ${top + depth - (down ? 5.4 : 1.6)})` +
                 (down ? ' rotate(180)' : '') }
}

/** Marks and the name stand behind it, upright, never over a weapon. */
function Behind({ piece, measures }: { piece: Piece; measures: Measures }) {
    const { x } = middleOf(measures)
    const y = measures.top + measures.depth
    const upright = ` rotate(${-(piece.base?.heading ?? 0) / 4})`
    const marks = marksOf(piece).slice(0, MOST_MARKS)
    return <>
        <g class="k-states">{marks.map((word, i) =>
            <g key={word} transform={`translate(${x + (i - (marks.length - 1) / 2) * 10} ${y + 4})` +
                                     upright}>
                <Mark word={word} x={0} y={0} scale={0.6} /></g>)}</g>
        <text class="element-id" {...idPlace(piece, measures)}>{piece.id}</text>
    </>
}

/** upright: it stands right behind another, so its pikes do. */
export function Element({ plan, piece, upright = false }: { plan: Plan; piece: Piece
                                                            upright?: boolean }) {
    if (!piece.base)
        return <circle class="element-nowhere" r={10} />
    const side = sideIndex(plan, piece.side)
    const measures = measuresOf(piece.base)
    const outline = outlineOf(measures, side)
    const angle = piece.base.heading / 4 * Math.PI / 180
    // The shadow falls to the south-east of the sheet, however the piece is turned.
    const fall = { x: 1.4 * Math.cos(angle) + 1.9 * Math.sin(angle),
                   y: 1.9 * Math.cos(angle) - 1.4 * Math.sin(angle) }
    return <g class={`counter element ${sideClass(side)} ${armyOf(plan, side)}` +
                     `${measures.radius ? ' is-round' : ''}` +
                     `${piece.dress ? ` dress-${piece.dress}` : ''}` +
                     `${piece.reduced ? ' k-worn' : ''}${piece.can_act ? ' may-act' : ''}`}
              transform={`rotate(${piece.base.heading / 4})`}>
        <path class="k-sd" d={outline} transform={`translate(${fall.x} ${fall.y})`} />
        <path class="piece-halo" d={outline} />
        {piece.can_act && <><path class="k-may-ink" d={outline} />
            <path class="k-may" d={outline} /></>}
        <g class="from-near">
            <BaseOf measures={measures} shape={side ?? 0} />
            <Figures piece={piece} measures={measures} upright={upright} />
            <Behind piece={piece} measures={measures} />
        </g>
        <FromFar piece={piece} measures={measures} side={side} />
        <path class="piece-frame" d={outline} />
    </g>
}

/** Weapons reach so far over the front of a base. */
const REACH = 9

/** What a figure from above stands upon as long as it is off the table. */
function baseOff(figure: string | undefined): Base | undefined {
    const of = (wide: number, deep: number, radius: number) => ({ x: 0, y: 0, heading: 0, radius: radius * UM,
        left: -wide / 2 * UM, right: wide / 2 * UM, front: (radius ? deep / 2 : 0) * UM,
        back: -(radius ? deep / 2 : deep) * UM })
    const kind = figure?.split('-')[0]
    return kind === 'man' && figure !== 'man-at-arms' ? of(20, 20, 10) : kind === 'rider' ? of(20, 50, 10)
        : kind === 'el' ? of(40, 20, 0) : undefined
}

/** A piece alone, its front upwards: for cards and lists. */
export function PiecePicture({ plan, piece: given }: { plan: Plan; piece: Piece }) {
    const base = given.base ?? baseOff(given.figure)
    if (!base)
        return <CounterPicture plan={plan} piece={given} />
    const piece = { ...given, base }
    const { left, top, width, depth } = measuresOf(base)
    return <svg class={`counter-alone ${looksOf(plan)}`} aria-hidden="true" focusable="false" data-detail="middle"
                viewBox={`${left - 2} ${top - REACH} ${width + 5} ${depth + REACH + 4}`}>
        <Element plan={plan} piece={{ ...piece, base: { ...base, heading: 0 } }} />
    </svg>
}
