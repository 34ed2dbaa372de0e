/* A piece on the bare table: an element or a figure, to scale, turned as it stands. Drawn around
 * the point its place is measured from; one unit is a millimetre. */
import type { Base, Piece, Plan } from '../umpire/documents'
import { fitting, slipsOf } from './counter'
import type { Point } from './hexes'
import { sideClass, sideIndex } from './names'

const UM = 1000
const MOST_FACTORS = 3 // letters; what is longer is for the caption

interface Measures { left: number; top: number; width: number; depth: number; radius: number }

function measuresOf(base: Base): Measures {
    return { left: base.left / UM, top: -base.front / UM, width: (base.right - base.left) / UM,
             depth: (base.front - base.back) / UM, radius: base.radius / UM }
}

/** The outline of a base, front upwards: sides differ in the corners of their rear. */
function outlineOf({ left, top, width, depth, radius }: Measures, side: string): string {
    if (radius) {
        const straight = Math.max(0, depth - 2 * radius)
        return `M${left} ${top + radius}a${radius} ${radius} 0 0 1 ${2 * radius} 0v${straight}` +
            `a${radius} ${radius} 0 0 1 ${-2 * radius} 0Z`
    }
    const cut = side === 'side-0' ? 0 : Math.min(width, depth) * 0.28
    return `M${left} ${top}h${width}v${depth - cut}l${-cut} ${cut}h${-(width - 2 * cut)}` +
        `l${-cut} ${-cut}Z`
}

/** Where the middle of a base is, in its own frame. */
function middleOf({ left, top, width, depth }: Measures): Point {
    return { x: left + width / 2, y: top + depth / 2 }
}

/** Words on an element lie along its front, never on their head. */
function isHeadDown(heading: number) {
    const quarters = (heading % 1440 + 1440) % 1440
    return quarters > 360 && quarters <= 1080
}

function RoundWords({ piece, measures, side }: { piece: Piece; measures: Measures; side: string }) {
    const r = measures.radius
    const { x, y } = middleOf(measures)
    const size = fitting(piece.symbol, r * 1.1, r * 0.64)
    return <g transform={`translate(${x} ${y}) rotate(${-(piece.base?.heading ?? 0) / 4})`}>
        {side === 'side-0'
            ? <rect class="counter-plate" x={-r * 0.6} y={-r * 0.6} width={r * 1.2}
                    height={r * 1.2} rx={r * 0.08} />
            : <circle class="counter-plate" r={r * 0.68} />}
        <text class="counter-symbol over-id" y={-r * 0.06} style={{ fontSize: `${size}px` }}>
            {piece.symbol}</text>
        <text class="element-id on-plate" y={r * 0.47}
              style={{ fontSize: `${fitting(piece.id, r * 1.05, r * 0.54)}px` }}>
            {piece.id}</text>
    </g>
}

/** Name, symbol and factors in a row, as large as their letters let them be: by the name a piece is
 *  given its orders. */
function BoxWords({ piece, measures }: { piece: Piece; measures: Measures }) {
    const { width, depth } = measures
    const { x, y } = middleOf(measures)
    const high = Math.min(depth * 0.62, width * 0.4)
    const factors = piece.factors.length <= MOST_FACTORS ? piece.factors : ''
    const plateLetters = 1.3 * Math.max(2, piece.symbol.length)
    const letter = width * 0.96 / (piece.id.length + plateLetters + factors.length + 1.6)
    const wide = Math.min(plateLetters * letter, high * 2.2)
    const size = fitting(piece.symbol, wide * 0.94, high * 0.8)
    const small = Math.min(high * 0.62, letter / 0.68)
    const aside = (letters: number) => (wide + (letters + 0.7) * small * 0.68) / 2
    const plate = (piece.id.length - factors.length) * small * 0.68 / 2
    return <g transform={`translate(${x} ${y + depth * 0.05})` +
                         `${isHeadDown(piece.base?.heading ?? 0) ? ' rotate(180)' : ''}`}>
        <rect class="counter-plate" x={plate - wide / 2} y={-high / 2} width={wide} height={high}
              rx={0.8} />
        <text class="counter-symbol" x={plate} y={size * 0.36}
              style={{ fontSize: `${size}px` }}>{piece.symbol}</text>
        <text class="element-id" x={plate - aside(piece.id.length)} y={small * 0.36}
              style={{ fontSize: `${small}px` }}>{piece.id}</text>
        <text class="element-id" x={plate + aside(factors.length)} y={small * 0.36}
              style={{ fontSize: `${small}px` }}>{factors}</text>
    </g>
}

function Slips({ piece, measures }: { piece: Piece; measures: Measures }) {
    const { x, y } = middleOf(measures)
    const heading = piece.base?.heading ?? 0
    const rows = slipsOf(piece, 12).slice(0, 2)
    return <g class="counter-states" transform={`translate(${x} ${y}) rotate(${-heading / 4})`}>
        {rows.map((words, i) => {
            const width = words.length * 3.1 + 4
            return <g key={i} transform={`translate(0 ${measures.depth / 2 + 3.5 + i * 7})`}>
                <rect class="slip" x={-width / 2} y={-3.5} width={width} height={7} rx={1.5} />
                <text class="slip-words element-slip" y={1.8}>{words}</text>
            </g>
        })}
    </g>
}

/** The outline of a piece as it stands, to be pointed at. */
export function outlineOfElement(base: Base): { d: string; transform: string } {
    return { d: outlineOf(measuresOf(base), 'side-0'), transform: `rotate(${base.heading / 4})` }
}

export function Element({ plan, piece }: { plan: Plan; piece: Piece }) {
    if (!piece.base)
        return <circle class="element-nowhere" r={10} />
    const side = sideClass(sideIndex(plan, piece.side))
    const measures = measuresOf(piece.base)
    const outline = outlineOf(measures, side)
    const { left, top, width, depth, radius } = measures
    const { x } = middleOf(measures)
    const beak = radius ? radius * 0.4 : 3.6
    const stripe = Math.max(1.4, Math.min(2.6, depth * 0.12))
    return <g class={`counter element ${side}${piece.reduced ? ' is-reduced' : ''}` +
                     `${piece.can_act ? ' may-act' : ''}`}
              transform={`rotate(${piece.base.heading / 4})`}>
        <path class="piece-halo" d={outline} />
        <path class="element-beak" d={`M${x - beak} ${top + 0.6}L${x} ${top - beak * 0.9}` +
                                      `L${x + beak} ${top + 0.6}Z`} />
        <path class="counter-body" d={outline} />
        {radius
            ? <path class="element-front" d={`M${x} ${top + radius}L${x - radius * 0.5} ` +
                `${top + radius * 0.134}A${radius} ${radius} 0 0 1 ${x + radius * 0.5} ` +
                `${top + radius * 0.134}Z`} />
            : <rect class="element-front" x={left + 0.8} y={top + 0.8} width={width - 1.6}
                    height={stripe} />}
        {piece.reduced && <path class="counter-worn" d={`M${left} ${top + depth}V${top}h` +
            `${width * 0.3}Z`} />}
        {radius ? <RoundWords piece={piece} measures={measures} side={side} />
            : <BoxWords piece={piece} measures={measures} />}
        <Slips piece={piece} measures={measures} />
        {piece.states.trim() &&
            <circle class="state-dot" cx={left + width - 3} cy={top + depth - 3} r={3.4} />}
        <path class="piece-frame" d={outline} />
    </g>
}
