/* A counter as it is printed: the side by colour and shape, its figure, factors, steps, states. Drawn
 * around 0,0 in the units of hexes.ts, from the sheet. */
import type { Piece, Plan } from '../umpire/documents'
import { factorsOf, sideClass, sideIndex, statesOf } from './names'
import { Use, armyOf, hasDrawing, looksOf } from './sheet'
import { symbolOf } from './symbols'

export const COUNTER = 46
const MOST_STEPS = 4 // as dots; more are a bar
const LONG = 4 // letters of factors, beside which there is no room for so many
const MOST_MARKS = 2
const BAR = 15

/** Letters as large as fit a width; bold capitals are about three quarters of their size wide. */
export const fitting = (text: string, width: number, most: number) =>
    Math.min(most, width / Math.max(1, text.length) / 0.66)

/** Its figure; else its military sign; else its letters. */
function Figure({ piece, side }: { piece: Piece; side: 0 | 1 | null }) {
    const { figure } = piece
    const aside = piece.band ? 1.4 : 0
    if (figure && hasDrawing(figure)) {
        const isSign = figure.startsWith('sign-')
        return <Use of={figure} x={aside} y={-6.4} scale={isSign ? 0.92 : 0.78}
                    flip={side === 1 && !isSign} />
    }
    const picture = symbolOf(piece.sidc)
    if (picture)
        return <image href={picture} x={-22} y={-18.5} width={44} height={26} />
    const size = fitting(piece.symbol, 36, 19)
    return <text class="k-letters" y={-4 + size * 0.36} style={{ fontSize: `${size}px` }}>
        {piece.symbol}</text>
}

function Steps({ piece }: { piece: Piece }) {
    const { steps, steps_full: full } = piece
    if (full <= 1)
        return null
    if (full <= (factorsOf(piece).length < LONG ? MOST_STEPS : MOST_STEPS - 1))
        return <Use of={`steps-${Math.min(steps, full)}-${full}`} x={-18.4} y={14.6}
                    class="k-steps" />
    return <g class="k-steps">
        <path class="k-pip1" d={`M-18.6 13h${BAR * steps / full}v4.2h${-BAR * steps / full}Z`} />
        <path class="k-pip0" d={`M-18.6 13h${BAR}v4.2h${-BAR}Z`} />
    </g>
}

/** What a piece is marked with: a state that is a formation has an edge of its own. */
export const marksOf = (piece: Piece) =>
    statesOf(piece).filter(word => word !== 'wall' && word !== piece.group)

/** A white medal with the mark of a state; one without a drawing shows its first letters. */
export function Mark({ word, x, y, scale = 1 }: { word: string; x: number; y: number
                                                  scale?: number }) {
    const known = hasDrawing(`mark-${word}`)
    return <g transform={`translate(${x} ${y})${scale === 1 ? '' : ` scale(${scale})`}`}>
        <Use of="medal" />
        {known ? <Use of={`mark-${word}`} scale={0.42} />
            : <text class="k-slip-words" y={2.3}>{word.slice(0, 3)}</text>}
    </g>
}

function States({ piece }: { piece: Piece }) {
    const marks = marksOf(piece)
    const shown = marks.slice(0, marks.length > MOST_MARKS ? 1 : MOST_MARKS)
    return <g class="k-states">
        {statesOf(piece).includes('wall') && <Use of="edge-wall" y={25.6} />}
        {shown.map((word, i) => <Mark key={word} word={word} x={18 - 15 * i} y={-19} />)}
        {marks.length > MOST_MARKS && <Mark word={`+${marks.length - 1}`} x={3} y={-19} />}
    </g>
}

const looks = (plan: Plan, piece: Piece, side: 0 | 1 | null) =>
    `counter ${sideClass(side)} ${armyOf(plan, side)}${piece.reduced ? ' k-worn' : ''}` +
    `${piece.band ? ` band-${piece.band}` : ''}${piece.can_act ? ' may-act' : ''}`

/** covered: other counters lie on it, and nothing of it may stick out. */
export function Counter({ plan, piece, covered = false }:
                        { plan: Plan; piece: Piece; covered?: boolean }) {
    const side = sideIndex(plan, piece.side)
    const shape = side ?? 0
    const factors = factorsOf(piece)
    return <g class={looks(plan, piece, side)}>
        {piece.can_act && <Use of={`counter-rim-${shape}`} class="k-may-rim" />}
        <Use of={`counter-${shape}`} />
        {piece.band && <Use of="band" />}
        <Figure piece={piece} side={side} />
        <Steps piece={piece} />
        <text class="k-factor" x={19} y={18.6}
              style={{ fontSize: `${fitting(factors, 20, 13)}px` }}>{factors}</text>
        {!covered && <>
            <text class="k-ident" y={-25.4}>{piece.id}</text>
            <States piece={piece} />
        </>}
    </g>
}

/** An army drawn whole: its banner, what it is worth in all, its leader on a ribbon. */
export function Army({ plan, pile }: { plan: Plan; pile: Piece[] }) {
    const top = pile.at(-1)!
    const side = sideIndex(plan, top.side)
    const shape = side ?? 0
    const worth = pile.reduce((sum, piece) => sum + piece.steps, 0)
    const name = top.leader ?? ''
    const wide = Math.max(34, name.length * 6.6 + 16) / 2
    const acts = pile.some(p => p.can_act)
    return <g class={looks(plan, { ...top, can_act: acts, band: 0, reduced: false }, side)}>
        {acts && <Use of={`counter-rim-${shape}`} class="k-may-rim" />}
        <Use of={`counter-${shape}`} />
        <Use of="leader" y={-5} scale={0.78} flip={side === 1} />
        <text class="k-factor" x={19} y={16.6}>{worth}</text>
        {marksOf(top).slice(0, MOST_MARKS).map((word, i) =>
            <Mark key={word} word={word} x={18 - 15 * i} y={-19} />)}
        <g transform="translate(0 27)">
            <path class="k-ribbon" d={`M${-wide}-7H${wide}L${wide - 5} 0L${wide} 7H${-wide}` +
                                      `L${-wide + 5} 0Z`} />
            <text class="k-ribbon-words" y={4.2}>{name}</text>
        </g>
    </g>
}

/** A counter alone, for stacks that are opened and for the tray. */
export function CounterPicture({ plan, piece }: { plan: Plan; piece: Piece }) {
    return <svg class={`counter-alone ${looksOf(plan)}`} viewBox="-26 -28 54 57" aria-hidden="true"
                focusable="false" data-detail="near">
        <Counter plan={plan} piece={piece} />
    </svg>
}
