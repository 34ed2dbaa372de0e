/* The hex map with its counters. */
import { useMemo } from 'preact/hooks'
import type { HexMap, Piece, Plan } from '../umpire/documents'
import { say } from '../words/words'
import type { BoardProps, Hint, Place } from './contract'
import { Army, COUNTER, Counter } from './counter'
import type { Geometry, Held } from './geometry'
import type { Carried } from './hand'
import {
    type Box, type Cell, type Point, FRAME, HIGH, SIDE, boxAround, cellAt, cellOf, centreOf, hexagons,
    midway, nameOf, neighbour, point, softOutline, spotsOf
} from './hexes'
import { Cross, hintWords, litPlaces } from './hints'
import { pieceWords, plainName, sideClass, sideIndex, stackWords, titleOf } from './names'
import type { Stop } from './roving'
import { Ground, MapNames, Use, armyOf, hasDrawing } from './sheet'
import { type Placement, Stage } from './stage'

/** The sheet of a map, with its frame. */
export function boundsOf(map: HexMap): Box {
    const centres = [...spotsOf(map).values()].map(s => centreOf(s.cell))
    const box = boxAround(centres, FRAME) ?? { x: 0, y: 0, width: SIDE, height: SIDE }
    return { x: box.x - SIDE, y: box.y - HIGH, width: box.width + 2 * SIDE, height: box.height + 2 * HIGH }
}

class HexGeometry implements Geometry {
    readonly pieceSize = COUNTER
    readonly turns = false
    readonly bounds: Box
    private readonly spots

    constructor(map: HexMap) {
        this.spots = spotsOf(map)
        this.bounds = boundsOf(map)
    }

    placeAt(at: Point): Place | null {
        const hex = nameOf(cellAt(at))
        return this.spots.has(hex) ? { hex } : null
    }

    pointOf({ hex }: Place): Point | null {
        return hex === undefined ? null : centreOf(cellOf(hex))
    }

    pointOfPiece({ hex }: Piece): Point | null {
        return hex === null ? null : centreOf(cellOf(hex))
    }

    middleOfPiece(piece: Piece): Point | null {
        return this.pointOfPiece(piece)
    }

    placeHeld(_: Piece, held: Held): Place | null {
        return this.placeAt(held.at)
    }

    covers({ hex }: Piece, at: Point): boolean {
        return hex !== null && hex === this.placeAt(at)?.hex
    }

    step(at: Point, east: number, south: number): Point {
        const cell = cellAt(at)
        // Sideways goes up and down by turns, so that it stays on one level.
        const low = cell.col & 1
        const direction = south ? (south > 0 ? 3 : 0) : east > 0 ? (low ? 1 : 2) : (low ? 5 : 4)
        return centreOf(neighbour(cell, direction))
    }

    words({ hex }: Place): string {
        const spot = this.spots.get(hex ?? '')
        if (!spot)
            return hex ?? ''
        return [say('board.inHex', { hex: spot.hex }), spot.look,
                ...(spot.level ? [say('board.level', { level: spot.level })] : []),
                ...(spot.label ? [plainName(spot.label)] : [])].join(', ')
    }
}

// ---- counters -----------------------------------------------------------------------------------

const SPREAD = 5 // from a counter to the next in a pile
const SQUARE = `M${-COUNTER / 2} ${-COUNTER / 2}h${COUNTER}v${COUNTER}h${-COUNTER}Z`
const APART = 13 // piles of two sides in one hex

/** Pieces by hex and side; whoever is picked lies on top, then whoever may act. */
function pilesOf(pieces: Piece[], picked: ReadonlySet<string>): Piece[][] {
    const piles = new Map<string, Piece[]>()
    for (const piece of pieces)
        if (piece.hex !== null) {
            const key = `${piece.hex} ${piece.side}`
            piles.set(key, [...piles.get(key) ?? [], piece])
        }
    const rank = (p: Piece) => (picked.has(p.id) ? 2 : 0) + (p.can_act ? 1 : 0)
    return [...piles.values()].map(pile => pile.sort((a, b) => rank(a) - rank(b)))
}

function Count(props: { count: number }) {
    return <g class="pile-count">
        <Use of="pile" x={-19} y={-20} />
        <text class="k-pile-count" x={-19} y={-16.7}>{props.count}</text>
    </g>
}

function placementsOf(plan: Plan, pieces: Piece[], picked: ReadonlySet<string>): Placement[] {
    const piles = pilesOf(pieces, picked)
    const sides = new Map<string, number>()
    for (const pile of piles)
        sides.set(pile[0]!.hex!, (sides.get(pile[0]!.hex!) ?? 0) + 1)
    return piles.flatMap(pile => {
        const hex = pile[0]!.hex!
        const shared = sides.get(hex)! > 1
        const middle = centreOf(cellOf(hex))
        const aside = !shared ? 0 : sideIndex(plan, pile[0]!.side) === 0 ? -APART : APART
        const depth = Math.min(pile.length - 1, 3)
        return pile.map((piece, i): Placement => {
            const raised = Math.min(pile.length - 1 - i, 3) // from the top downwards
            const off = depth / 2 - raised
            const isTop = i === pile.length - 1
            return {
                piece, pile,
                at: { x: middle.x + aside + off * SPREAD * 0.6,
                      y: middle.y + 1.5 - off * SPREAD * 0.6 },
                hit: { d: SQUARE },
                label: pile.length > 1 ? stackWords(plan, pile) : pieceWords(plan, piece),
                drawing: <>
                    <Frame class="piece-halo" />
                    {isTop && piece.leader !== undefined && !picked.has(piece.id)
                        ? <Army plan={plan} pile={pile} />
                        : <Counter plan={plan} piece={piece} covered={!isTop} />}
                    {isTop && pile.length > 1 && <Count count={pile.length} />}
                    <Frame class="piece-frame" />
                </>
            }
        })
    })
}

/** Shown around what is picked, or has the focus. */
const Frame = (props: { class: string }) =>
    <rect class={props.class} x={-COUNTER / 2 - 2} y={-COUNTER / 2 - 2} width={COUNTER + 4}
          height={COUNTER + 4} rx={4} />

// ---- hints --------------------------------------------------------------------------------------

function hexOfHint(hint: Hint, pieces: Piece[]): string | null {
    return hint.hex ?? pieces.find(p => p.id === hint.piece)?.hex ?? null
}

function HexHint(props: { hint: Hint; hex: string }) {
    const { kind, label } = props.hint
    const { x, y } = centreOf(cellOf(props.hex))
    return <g class={`hint hint-${kind}`}>
        {kind !== 'move' && <path class="hint-hex" d={hexagons([cellOf(props.hex)])} />}
        {kind === 'move' && <circle class="hint-dot" cx={x} cy={y} r={label ? 10 : 5} />}
        {kind === 'wrong' && <Cross x={x} y={y} size={11} />}
        {label && kind !== 'target' && kind !== 'path' &&
            <text class="hint-label" x={x} y={y + 4}>{label}</text>}
    </g>
}

/** Corners around what may be acted on, above the counters. */
function HexTarget(props: { hint: Hint; hex: string }) {
    const { x, y } = centreOf(cellOf(props.hex))
    const r = COUNTER / 2 + 5, arm = 9
    const corner = (sx: number, sy: number) =>
        `M${sx * r} ${sy * (r - arm)}V${sy * r}H${sx * (r - arm)}`
    return <g class="hint hint-target" transform={`translate(${x} ${y + 1.5})`}>
        <path class="hint-corners" d={corner(-1, -1) + corner(1, -1) + corner(1, 1) +
                                      corner(-1, 1)} />
        {props.hint.label && <g transform={`translate(0 ${-r})`}>
            <rect class="hint-plate" x={-4 - props.hint.label.length * 3.4} y={-7}
                  width={8 + props.hint.label.length * 6.8} height={13} rx={3} />
            <text class="hint-label" y={3.6}>{props.hint.label}</text>
        </g>}
    </g>
}

/** An arrow as a hand draws it, with what is spent in discs along it. */
function Path({ stops }: { stops: readonly Hint[] }) {
    if (stops.length < 2)
        return null
    const points = stops.map(({ hex }) => centreOf(cellOf(hex!)))
    const middles = points.slice(1).map((p, i) => midway(points[i]!, p))
    const line = `M${point(points[0]!)}L${point(middles[0]!)}` +
        middles.slice(1).map((m, i) => `Q${point(points[i + 1]!)} ${point(m)}`).join('') +
        `L${point(points.at(-1)!)}`
    return <g class="hint-way"><path class="way-edge" d={line} />
        <path class="way" d={line} marker-end="url(#way-head)" />
        {stops.map(({ label }, i) => label && <g key={i} class="way-cost"
            transform={`translate(${point(points[i]!)})`}>
            <circle r={9} /><text y={3.8}>{label}</text></g>)}
    </g>
}

function Under({ state, hints }: BoardProps) {
    const placed = hints.map(hint => ({ hint, hex: hexOfHint(hint, state.pieces) }))
        .filter((h): h is { hint: Hint; hex: string } => h.hex !== null)
    const reach = new Map<string, Cell>(placed.filter(p => p.hint.kind === 'move')
        .map(p => [p.hex, cellOf(p.hex)]))
    const outline = softOutline(reach)
    return <g class="hints" aria-hidden="true">
        {outline && <><path class="reach" d={outline} /><path class="reach-edge" d={outline} />
            <path class="reach-line" d={outline} /></>}
        {placed.map(({ hint, hex }, i) =>
        <HexHint key={`${hint.kind} ${hex} ${i}`} hint={hint} hex={hex} />)}</g>
}

/** A flag above the counters of a hex: whose it is, or a few words. */
function Mark(props: { plan: Plan; hex: string; text: string }) {
    const { x, y } = centreOf(cellOf(props.hex))
    const index = sideIndex(props.plan, props.text)
    const word = props.text.split(' ')[0]!
    if (index !== null)
        return <g class={`mark ${sideClass(index)} ${armyOf(props.plan, index)}`}
                  transform={`translate(${x + 24} ${y - 24})`}>
            <path class="k-flag-plate" d={index ? 'M-3-9H4L8-5V5L4 9H-3L-7 5V-5Z' : 'M-7-9H8V9H-7Z'} />
            <Use of="mark-objective" scale={0.6} class="mark-sign" />
        </g>
    return <g class="mark" transform={`translate(${x + 22} ${y - 22})`}>
        {hasDrawing(`mark-${word}`)
            ? <><Use of="medal" /><Use of={`mark-${word}`} scale={0.42} /></>
            : <text class="k-name k-name-village">{props.text}</text>}
    </g>
}

function Over({ plan, state, hints, ghosts }: BoardProps) {
    const way = hints.filter(h => h.kind === 'path' && h.hex !== undefined)
    return <>
        <g class="marks" aria-hidden="true">{state.marks.filter(m => m.hex !== null).map((m, i) =>
            <Mark key={`${m.hex} ${i}`} plan={plan} hex={m.hex!} text={m.text.trim()} />)}</g>
        <g class="hints" aria-hidden="true">
            <Path stops={way} />
            {hints.filter(h => h.kind === 'target').map((hint, i) => {
                const hex = hexOfHint(hint, state.pieces)
                return hex && <HexTarget key={`${hex} ${i}`} hint={hint} hex={hex} />
            })}
        </g>
        <g class="ghosts" aria-hidden="true">{ghosts.filter(g => g.hex !== null).map(ghost => {
            const { x, y } = centreOf(cellOf(ghost.hex!))
            return <g key={ghost.id} class="ghost" transform={`translate(${x} ${y})`}>
                <Counter plan={plan} piece={ghost} />
            </g>
        })}</g>
    </>
}

// ---- the board ----------------------------------------------------------------------------------

export function HexBoard(props: BoardProps & { map: HexMap }) {
    const { plan, map, state, picked, hints } = props
    const geometry = useMemo(() => new HexGeometry(map), [map])
    const ground = useMemo(() => <Ground svg={map.ground} />, [map])
    const names = useMemo(() => <MapNames names={state.map_names} />, [state.map_names])
    const placements = useMemo(() => placementsOf(plan, state.pieces, picked),
                               [plan, state, picked])
    const hinted: Stop[] = litPlaces(hints).flatMap(hint => {
        const hex = hexOfHint(hint, state.pieces)
        if (hex === null)
            return []
        const place: Place = { hex, ...(hint.piece !== undefined ? { piece: hint.piece } : {}) }
        return [{ key: `place ${hex} ${hint.piece ?? ''}`, at: centreOf(cellOf(hex)), place,
                  label: hintWords(hint, hint.piece === undefined ? geometry.words(place)
                      : `${titleOf(state, hint.piece)}, ${geometry.words(place)}`) }]
    })
    const drawCarried = ({ piece, held }: Carried) =>
        <g transform={`translate(${held.at.x} ${held.at.y})`}>
            <Counter plan={plan} piece={piece} />
        </g>
    return <Stage {...props} geometry={geometry} ground={ground} placements={placements}
                  under={<>{names}<Under {...props} /></>} over={<Over {...props} />} hinted={hinted}
                  drawCarried={drawCarried} />
}
