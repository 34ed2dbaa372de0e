/* The bare table with elements and figures on it. */
import { useComputed } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Piece, PlaneMap, Plan, Shape } from '../umpire/documents'
import { say } from '../words/words'
import type { BoardProps, Hint, Place } from './contract'
import { Element, outlineOfElement } from './element'
import type { Geometry, Held } from './geometry'
import type { Carried } from './hand'
import { type Box, type Point, FRAME, holds, hullOf, point } from './hexes'
import { Cross, hintWords, litPlaces } from './hints'
import { pieceWords, plainName, sideClass, sideIndex, titleOf } from './names'
import type { Stop } from './roving'
import { Ground, MapNames } from './sheet'
import { Bands, SightLine } from './sight'
import { type Placement, Stage } from './stage'
import type { Viewport } from './viewport'

const UM = 1000
const STEP_MM = 10
const FINE_MM = 1

/** Points of a shape, in mm from the north-west corner. */
function cornersOf(shape: Shape, map: PlaneMap): Point[] {
    const corners: Point[] = []
    for (let i = 0; i + 1 < shape.points.length; i += 2)
        corners.push({ x: shape.points[i]! / UM, y: (map.height - shape.points[i + 1]!) / UM })
    return corners
}

class PlaneGeometry implements Geometry {
    readonly turns = true
    readonly bounds: Box
    readonly pieceSize: number
    /** What lies on the table now, to be named. */
    shapes: readonly Shape[] = []

    constructor(private readonly map: PlaneMap, pieces: Piece[]) {
        this.bounds = { x: -FRAME, y: -FRAME, width: map.width / UM + 2 * FRAME,
                        height: map.height / UM + 2 * FRAME }
        const sizes = pieces.filter(p => p.base).map(p => (p.base!.right - p.base!.left) / UM)
            .sort((a, b) => a - b)
        this.pieceSize = sizes[sizes.length >> 1] ?? 40
    }

    private isOn({ x, y }: Point) {
        return x >= 0 && y >= 0 && x <= this.map.width / UM && y <= this.map.height / UM
    }

    private place({ x, y }: Point): Place {
        return { x: Math.round(x * UM), y: Math.round(this.map.height - y * UM) }
    }

    point(x: number, y: number): Point {
        return { x: x / UM, y: (this.map.height - y) / UM }
    }

    placeAt(at: Point): Place | null {
        return this.isOn(at) ? this.place(at) : null
    }

    pointOf({ x, y }: Place): Point | null {
        return x === undefined || y === undefined ? null : this.point(x, y)
    }

    pointOfPiece({ base }: Piece): Point | null {
        return base ? this.point(base.x, base.y) : null
    }

    middleOfPiece({ base }: Piece): Point | null {
        if (!base)
            return null
        const angle = base.heading / 4 * Math.PI / 180
        const right = (base.left + base.right) / 2, ahead = (base.back + base.front) / 2
        return this.point(base.x + right * Math.cos(angle) + ahead * Math.sin(angle),
                          base.y - right * Math.sin(angle) + ahead * Math.cos(angle))
    }

    placeHeld(_: Piece, held: Held): Place | null {
        return this.isOn(held.at) ? this.place(held.at) : null
    }

    covers({ base }: Piece, at: Point): boolean {
        if (!base)
            return false
        const from = this.point(base.x, base.y)
        const angle = base.heading / 4 * Math.PI / 180
        const dx = (at.x - from.x) * UM, dy = (at.y - from.y) * UM
        const right = dx * Math.cos(angle) + dy * Math.sin(angle)
        const ahead = dx * Math.sin(angle) - dy * Math.cos(angle)
        return right >= base.left && right <= base.right && ahead >= base.back &&
            ahead <= base.front
    }

    step(at: Point, east: number, south: number, fine: boolean): Point {
        const mm = fine ? FINE_MM : STEP_MM
        return { x: at.x + east * mm, y: at.y + south * mm }
    }

    words(place: Place): string {
        const at = this.pointOf(place)
        if (!at)
            return ''
        const ground = this.shapes.filter(s => s.kind === 'ground' &&
            holds(cornersOf(s, this.map), at))
        return [say('board.placeMm', { x: Math.round(at.x),
                                       y: Math.round(this.map.height / UM - at.y) }),
                ...ground.map(s => [s.look, plainName(s.label)].filter(w => w).join(' '))
        ].join(', ')
    }
}

// ---- zones, arcs, hints -------------------------------------------------------------------------

/** Zones and arcs as asked for; of a piece in motion those it would have. */
function Zones({ plan, state, zones, ghosts, ghostShapes = [] }: BoardProps) {
    const map = plan.map as PlaneMap
    const moving = new Set(ghosts.map(g => g.id))
    const standing = (state.shapes ?? []).filter(s => (s.kind === 'zone' || s.kind === 'arc') &&
        (zones === 'all' || s.piece !== undefined && zones?.has(s.piece)) &&
        !moving.has(s.piece ?? ''))
    const shown = [...standing, ...ghostShapes]
    return <g class="zones" aria-hidden="true">{shown.map((s, i) =>
        <path key={`${s.kind} ${s.piece} ${i}`}
              class={`${s.kind} ${sideClass(sideIndex(plan, s.side))}`}
              d={`M${cornersOf(s, map).map(point).join('L')}Z`} />)}</g>
}

/** How far the picked ones go, about where they stand: the ends of their moves with a line round them. */
function Reach(props: { ends: readonly Place[]; picked: Point[]; geometry: PlaneGeometry }) {
    const ends = props.ends.map(end => props.geometry.pointOf(end)).filter((p): p is Point => p !== null)
    const outline = hullOf([...ends, ...props.picked])
    if (!ends.length || outline.length < 3)
        return null
    const line = `M${outline.map(point).join('L')}Z`
    return <g class="hints" aria-hidden="true"><path class="reach" d={line} /><path class="reach-edge" d={line} />
        <path class="reach-line" d={line} /></g>
}

function pointOfHint(hint: Hint, state: BoardProps['state'], geometry: PlaneGeometry) {
    if (hint.x !== undefined && hint.y !== undefined)
        return geometry.point(hint.x, hint.y)
    const piece = state.pieces.find(p => p.id === hint.piece)
    return piece ? geometry.pointOfPiece(piece) : null
}

/** About the whole base of a piece that may be acted upon: where, and how far. */
function ringOf(piece: Piece | undefined, geometry: PlaneGeometry) {
    const middle = piece && geometry.middleOfPiece(piece)
    if (!middle)
        return null
    const { left, right, back, front } = piece.base!
    return { middle, r: Math.hypot(right - left, front - back) / UM * 0.56 }
}

function PlaneHint(props: { hint: Hint; at: Point; size: number; piece: Piece | undefined
                            geometry: PlaneGeometry }) {
    const { kind, label } = props.hint
    const { x, y } = props.at
    const r = props.size
    const ring = kind === 'target' ? ringOf(props.piece, props.geometry) : null
    return <g class={`hint hint-${kind}`} transform={`translate(${x} ${y})`}>
        {kind === 'move' && <circle class="hint-dot" r={label ? r * 0.42 : r * 0.2} />}
        {kind === 'target' && <circle class="hint-ring" pathLength={8}
            {...(ring ? { cx: ring.middle.x - x, cy: ring.middle.y - y, r: ring.r }
                      : { r: r * 0.8 })} />}
        {(kind === 'last' || kind === 'lit') && <circle class="hint-hex" r={r * 0.75} />}
        {kind === 'wrong' && <Cross x={0} y={0} size={r * 0.4} />}
        {label && <text class="hint-label element-label"
                        y={kind === 'move' ? r * 0.13 : -r * 0.9}>{label}</text>}
    </g>
}

/** From where a piece stands to where it would stand; nothing, where it only turns. */
function ghostWay(ghost: Piece, pieces: Piece[], geometry: PlaneGeometry): Point[] {
    const piece = pieces.find(p => p.id === ghost.id)
    const from = piece && geometry.pointOfPiece(piece), to = geometry.pointOfPiece(ghost)
    return from && to && lengthOf([from, to]) >= 1 ? [from, to] : []
}

const lengthOf = (way: readonly Point[]) => way.slice(1).reduce((sum, to, i) =>
    sum + Math.hypot(to.x - way[i]!.x, to.y - way[i]!.y), 0)

/** An arrow with what is spent along it: the length up to every turn, and in the middle of a straight way its whole. */
function Way({ way }: { way: readonly Point[] }) {
    if (way.length < 2)
        return null
    const line = `M${way.map(point).join('L')}`
    const [from, to] = [way[0]!, way[1]!]
    const costs = way.length === 2
        ? [{ at: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, mm: lengthOf(way) }]
        : way.slice(1).map((at, i) => ({ at, mm: lengthOf(way.slice(0, i + 2)) }))
    return <g class="hint-way">
        <path class="way-edge" d={line} />
        <path class="way" d={line} marker-end="url(#way-head)" />
        {costs.map(({ at, mm }, i) => {
            const words = say('board.mm', { mm: Math.round(mm) })
            return <g key={i} class="way-cost way-length"
                      style={{ transform: `translate(${at.x}px, ${at.y}px) scale(var(--px))` }}>
                <rect x={-words.length * 3.6 - 4} y={-8.5} width={words.length * 7.2 + 8} height={17} rx={8.5} />
                <text y={4}>{words}</text></g>
        })}
    </g>
}

function Over(props: BoardProps & { geometry: PlaneGeometry }) {
    const { plan, state, hints, ghosts, geometry } = props
    const at = (hint: Hint) => pointOfHint(hint, state, geometry)
    const way = hints.filter(h => h.kind === 'path').map(at).filter((p): p is Point => p !== null)
    // Of a group the one that goes farthest says how far it is.
    const ways = ghosts.map(ghost => ghostWay(ghost, state.pieces, geometry))
    const farthest = ways.reduce<Point[]>((a, b) => lengthOf(b) > lengthOf(a) ? b : a, [])
    return <>
        <g class="hints" aria-hidden="true">
            <Way way={way} />
            {hints.map((hint, i) => {
                const where = at(hint)
                return where && <PlaneHint key={`${hint.kind} ${i}`} hint={hint} at={where}
                                           size={geometry.pieceSize} geometry={geometry}
                                           piece={state.pieces.find(p => p.id === hint.piece)} />
            })}
        </g>
        <g class="ghosts" aria-hidden="true">{ghosts.map((ghost, i) => {
            const to = geometry.pointOfPiece(ghost), way = ways[i]!
            return to && <g key={ghost.id}>
                {way.length > 0 && way !== farthest && <path class="ghost-way" d={`M${way.map(point).join('L')}`} />}
                <g class="ghost" transform={`translate(${to.x} ${to.y})`}>
                    <Element plan={plan} piece={ghost} />
                </g>
            </g>
        })}
            {way.length < 2 && <Way way={farthest} />}
        </g>
    </>
}

// ---- turning, the scale -------------------------------------------------------------------------

/** The picked piece's handle: ahead of its front, as large on the screen at any zoom. */
function TurnHandle(props: { piece: Piece; at: Point; viewport: Viewport }) {
    const { piece, at, viewport } = props
    const base = piece.base!
    const place = useComputed(() => {
        const { scale } = viewport.view.value
        return `translate(${at.x} ${at.y}) rotate(${base.heading / 4}) ` +
            `translate(0 ${-base.front / UM - 30 / scale}) scale(${1 / scale})`
    })
    return <g class="turn-handle" data-turn={piece.id} transform={place} aria-hidden="true">
        <title>{say('board.turnHandle', { piece: piece.id })}</title>
        <path class="turn-stem" d="M0 8V30" />
        <circle class="turn-target" r={22} />
        <circle class="turn-knob" r={11} />
        <path class="turn-arrow" d="M-5 2a5.5 5.5 0 1 1 4 4M-1 2.4v4h4" />
    </g>
}

const LENGTHS_MM = [5, 10, 20, 50, 100, 200, 500]
const SCALE_PX = 48

function ScaleBar({ viewport }: { viewport: Viewport }) {
    const mm = useComputed(() => LENGTHS_MM.find(x => x * viewport.view.value.scale >= SCALE_PX) ??
        LENGTHS_MM.at(-1)!)
    const width = useComputed(() => Math.round(mm.value * viewport.view.value.scale))
    return <div class="board-scale" aria-hidden="true" style={{ width: `${width.value}px` }}>
        {say('board.mm', { mm: mm.value })}
    </div>
}

// ---- the board ----------------------------------------------------------------------------------

function placementsOf(plan: Plan, pieces: Piece[], picked: ReadonlySet<string>,
                      geometry: PlaneGeometry): Placement[] {
    const laid = pieces.filter(p => p.base)
    laid.sort((a, b) => Number(picked.has(a.id)) - Number(picked.has(b.id)))
    return laid.map(piece => ({
        piece, pile: [piece], at: geometry.pointOfPiece(piece)!, label: pieceWords(plan, piece),
        drawing: <Element plan={plan} piece={piece}
                          upright={laid.some(other => isBehind(piece, other))} />,
        hit: outlineOfElement(piece.base!)
    }))
}

const TOUCH_UM = 2500

/** Does a piece stand right behind another of its side, facing as it does? */
function isBehind(piece: Piece, other: Piece): boolean {
    const a = piece.base!, b = other.base!
    if (other === piece || other.side !== piece.side || a.heading !== b.heading)
        return false
    const angle = a.heading / 4 * Math.PI / 180
    const dx = b.x - a.x, dy = b.y - a.y
    const right = dx * Math.cos(angle) - dy * Math.sin(angle)
    const ahead = dx * Math.sin(angle) + dy * Math.cos(angle)
    return Math.abs(right) < (a.right - a.left) / 4 &&
        Math.abs(ahead + b.back - a.front) < TOUCH_UM
}

export function PlaneBoard(props: BoardProps & { map: PlaneMap }) {
    const { plan, map, state, picked, hints } = props
    const geometry = useMemo(() => new PlaneGeometry(map, state.pieces), [map])
    geometry.shapes = state.shapes ?? []
    const ground = useMemo(() => <Ground svg={state.ground} />, [state.ground])
    // A measure of its own follows the zoom; the one that is printed on the sheet would be a second.
    const names = useMemo(() => <MapNames names={state.map_names?.filter(name => name.kind !== 'scale')} />,
                          [state.map_names])
    const placements = useMemo(() => placementsOf(plan, state.pieces, picked, geometry),
                               [plan, state, picked, geometry])
    const hinted: Stop[] = litPlaces(hints).flatMap((hint, i) => {
        const at = pointOfHint(hint, state, geometry)
        if (!at)
            return []
        const place: Place = {
            ...geometry.placeAt(at),
            ...(hint.x !== undefined && hint.y !== undefined ? { x: hint.x, y: hint.y } : {}),
            ...(hint.piece !== undefined ? { piece: hint.piece } : {})
        }
        return [{ key: `place ${i} ${hint.piece ?? ''}`, at, place,
                  label: hintWords(hint, hint.piece === undefined ? geometry.words(place) : titleOf(state, hint.piece)) }]
    })
    const drawCarried = ({ piece, held }: Carried) =>
        <g transform={`translate(${held.at.x} ${held.at.y})`}>
            <Element plan={plan} piece={piece.base
                ? { ...piece, base: { ...piece.base, heading: held.heading ?? 0 } } : piece} />
        </g>
    const only = picked.size === 1 ? state.pieces.find(p => picked.has(p.id)) : undefined
    return <Stage {...props} geometry={geometry} ground={ground} placements={placements}
                  under={<>{names}<Zones {...props} />
                      {props.reach && <Reach ends={props.reach} geometry={geometry} picked={state.pieces.flatMap(p =>
                          picked.has(p.id) ? geometry.pointOfPiece(p) ?? [] : [])} />}
                      {props.sight && <Bands sight={props.sight} map={map} />}</>} over={<Over {...props} geometry={geometry} />}
                  hinted={hinted} drawCarried={drawCarried}
                  overlay={viewport => <ScaleBar viewport={viewport} />}
                  handle={viewport => <>
                      {props.sight && <SightLine sight={props.sight} state={state} map={map}
                                                 viewport={viewport} />}
                      {only?.base && only.can_act &&
                          <TurnHandle piece={only} at={geometry.pointOfPiece(only)!}
                                      viewport={viewport} />}
                  </>} />
}
