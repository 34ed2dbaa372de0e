/* A counter as it is printed: the side by colour and shape, symbol, factors, steps, states. Drawn
 * around 0,0 in the units of hexes.ts. */
import type { Piece, Plan } from '../umpire/documents'
import { factorsOf, sideClass, sideIndex, statesOf } from './names'
import { symbolOf } from './symbols'

export const COUNTER = 46
const HALF = COUNTER / 2
const CUT = 11

/** Sides differ in shape too: square corners, cut corners, and a disc for neither. */
function outlineOf(side: string, half = HALF, dx = 0, dy = 0): string {
    const cut = CUT * half / HALF, size = 2 * half
    switch (side) {
    case 'side-0':
        return `M${dx - half} ${dy - half}h${size}v${size}h${-size}Z`
    case 'side-1':
        return `M${dx - half + cut} ${dy - half}h${size - 2 * cut}l${cut} ${cut}v` +
            `${size - 2 * cut}l${-cut} ${cut}h${2 * cut - size}l${-cut} ${-cut}v` +
            `${2 * cut - size}Z`
    default:
        return `M${dx - half} ${dy}a${half} ${half} 0 1 0 ${size} 0a${half} ${half} 0 1 0 ` +
            `${-size} 0Z`
    }
}

/** Letters as large as fit a width; bold capitals are about three quarters of their size wide. */
export const fitting = (text: string, width: number, most: number) =>
    Math.min(most, width / Math.max(1, text.length) / 0.76)

function Symbol(props: { piece: Piece }) {
    const picture = symbolOf(props.piece.sidc)
    if (picture)
        return <image class="counter-picture" href={picture} x={-22} y={-16.5} width={44}
                      height={26} />
    const size = fitting(props.piece.symbol, 29, 15)
    return <>
        <rect class="counter-plate" x={-16} y={-11.5} width={32} height={18} rx={1.5} />
        <text class="counter-symbol" y={-2.5 + size * 0.36} style={{ fontSize: `${size}px` }}>
            {props.piece.symbol}
        </text>
    </>
}

const MOST_PIPS = 4
const PIP = 6 // from one to the next
const BAR = 13
const FOOT = 36 // room for steps and factors

/** How wide the factors come out. */
const factorsWidth = (factors: string) => Math.min(20, factors.length * 8)

function Steps({ piece, left, room }: { piece: Piece; left: number; room: number }) {
    const { steps, steps_full: full } = piece
    if (full <= 1)
        return null
    // As a bar where there is no room, or more pips than can be counted at a glance.
    if (full > MOST_PIPS || full * PIP + factorsWidth(factorsOf(piece)) > room)
        return <g class="counter-steps">
            <rect class="step-gone" x={left} y={12.4} width={BAR} height={4.2} />
            <rect class="step-left" x={left} y={12.4} width={BAR * steps / full} height={4.2} />
        </g>
    return <g class="counter-steps">{Array.from({ length: full }, (_, i) =>
        <circle key={i} class={i < steps ? 'step-left' : 'step-gone'}
                cx={left + 2.4 + i * PIP} cy={14.5} r={2.3} />)}</g>
}

/** States as words on slips under the counter, as many to a row as fit. */
export function slipsOf(piece: Piece, letters: number): string[] {
    const rows: string[] = []
    for (const word of statesOf(piece)) {
        const last = rows.at(-1)
        if (last !== undefined && last.length + 1 + word.length <= letters)
            rows[rows.length - 1] = `${last} ${word}`
        else
            rows.push(word)
    }
    return rows
}

function States(props: { piece: Piece }) {
    const rows = slipsOf(props.piece, 13).slice(0, 2)
    return <g class="counter-states">{rows.map((words, i) => {
        const width = Math.max(14, words.length * 4 + 6)
        const y = HALF + 1 + i * 9
        return <g key={i}>
            <rect class="slip" x={-width / 2} y={y - 4.5} width={width} height={9} rx={2} />
            <text class="slip-words" y={y + 2.3}>{words}</text>
        </g>
    })}</g>
}

/** covered: other counters lie on it, and nothing of it may stick out. */
export function Counter({ plan, piece, covered = false }:
                        { plan: Plan; piece: Piece; covered?: boolean }) {
    const side = sideClass(sideIndex(plan, piece.side))
    const outline = outlineOf(side)
    const inset = side === 'side-0' ? 0 : 2.5 // what the corners take
    const factors = factorsOf(piece)
    return <g class={`counter ${side}${piece.reduced ? ' is-reduced' : ''}` +
                     `${piece.can_act ? ' may-act' : ''}`}>
        <path class="counter-shadow" d={outlineOf(side, HALF, 1.4, 1.8)} />
        <path class="counter-body" d={outline} />
        {piece.reduced && <path class="counter-worn" d={side === 'side-1'
            ? `M${-HALF} ${HALF - CUT}V${-2}L${-2} ${-HALF}H${HALF - CUT}Z`
            : `M${-HALF} ${HALF}V${2}L${2} ${-HALF}H${HALF}Z`} />}
        <path class="counter-inner" d={outlineOf(side, HALF - 1.6)} />
        <text class="counter-id" x={-18 + 2 * inset} y={-14.2}>{piece.id}</text>
        {piece.can_act && <path class="act-sign" d={`M${11 - inset} -20h6l-3 5.6z`} />}
        <Symbol piece={piece} />
        <Steps piece={piece} left={-FOOT / 2 + inset} room={FOOT - 2 * inset} />
        <text class="counter-factors" x={FOOT / 2 - inset} y={17.8}
              style={{ fontSize: `${fitting(factors, 21 - 2 * inset, 11.5)}px` }}>
            {factors}</text>
        {!covered && <States piece={piece} />}
        {!covered && statesOf(piece).length > 0 &&
            <circle class="state-dot" cx={HALF - 6} cy={HALF - 6} r={6} />}
    </g>
}

/** A counter alone, for stacks that are opened and for the tray. */
export function CounterPicture({ plan, piece }: { plan: Plan; piece: Piece }) {
    return <svg class="counter-alone" viewBox="-25 -25 51 52" aria-hidden="true"
                focusable="false" data-detail="near">
        <Counter plan={plan} piece={piece} />
    </svg>
}
