/* The stage both boards play on: the window with its map, pieces that can be picked, carried and
 * walked over with keys, stacks that open, bubbles, buttons, the tray. What the ground is and how
 * pieces look on it is told by the board (hex-board.tsx, plane-board.tsx). */
import { type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Piece } from '../umpire/documents'
import { say } from '../words/words'
import { Anchored } from './anchored'
import type { BoardProps, Place } from './contract'
import { Controls } from './controls'
import { Fan } from './fan'
import type { Geometry } from './geometry'
import { Gestures } from './gestures'
import { type Carried, Hand } from './hand'
import type { Box, Point } from './hexes'
import { pieceWords } from './names'
import { type Stop, arrows, nextStop } from './roving'
import { Tray } from './tray'
import { Viewport } from './viewport'

/** A piece on the board. Of a pile only the top one is a stop for keys; it speaks for all. */
export interface Placement {
    piece: Piece
    at: Point
    pile: Piece[]
    label: string
    drawing: VNode
    /** Its outline. */
    hit: { d: string; transform?: string }
}

export interface StageProps extends BoardProps {
    geometry: Geometry
    /** The map; the same node as long as it need not be drawn anew. */
    ground: VNode
    under: ComponentChildren
    placements: Placement[]
    over: ComponentChildren
    /** Places lit for the picked pieces. */
    hinted: Stop[]
    /** The piece in the hand, as it is shown. */
    drawCarried(carried: Carried): ComponentChildren
    /** What lies over the window, beside the buttons. */
    overlay?: (viewport: Viewport) => ComponentChildren
    /** The picked piece's handle for turning. */
    handle?: (viewport: Viewport) => ComponentChildren
}

const STEP_TURN = 40
const FINE_TURN = 4
const PAN_PX = 80
const ZOOM = 1.4
const DOUBLE_MS = 350
const DOUBLE_PX = 24

function boxAround(points: Point[], margin: number): Box | null {
    if (!points.length)
        return null
    const xs = points.map(p => p.x), ys = points.map(p => p.y)
    const x = Math.min(...xs) - margin, y = Math.min(...ys) - margin
    return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y }
}

// ---- pieces and places ---------------------------------------------------------------------------

/** The drawing, and over it what is pointed at and spoken: a button without words of its own, so that
 *  only its label is read. */
function PieceStop(props: { placement: Placement; picked: boolean; lifted: boolean; top: boolean;
                            current: boolean }) {
    const { piece, at, pile, label, drawing, hit } = props.placement
    const speaks = props.top ? {
        role: 'button' as const, tabindex: props.current ? 0 : -1, 'data-stop': piece.id,
        'aria-label': label, 'aria-pressed': props.picked,
        ...(pile.length > 1 ? { 'aria-haspopup': 'dialog' as const } : {})
    } : { 'aria-hidden': true as const }
    return <g class={`piece${props.picked ? ' is-picked' : ''}${props.lifted ? ' is-lifted' : ''}`}
              style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
        <g aria-hidden="true">{drawing}</g>
        <path class="piece-hit" {...hit} data-piece={piece.id} {...speaks} />
    </g>
}

function PlaceStop(props: { stop: Stop; current: boolean; radius: number }) {
    const { stop } = props
    return <g class="place-stop" role="button" data-stop={stop.key}
              tabindex={props.current ? 0 : -1} aria-label={stop.label}
              transform={`translate(${stop.at.x} ${stop.at.y})`}>
        <circle class="place-ring" r={props.radius} />
    </g>
}

function CarriedPiece(props: { carried: Signal<Carried | null>;
                               draw: (carried: Carried) => ComponentChildren }) {
    const now = props.carried.value
    return now && <g class="carried" aria-hidden="true">{props.draw(now)}</g>
}

/** A drawing of its own: the map, and what moves on it, so that a change redraws no map. The node is
 *  styled by hand: panning must not go through rendering. */
function Layer(props: { viewport: Viewport; children: ComponentChildren }) {
    const { viewport } = props
    const svg = useRef<SVGSVGElement>(null)
    useSignalEffect(() => { svg.current!.style.transform = viewport.layer.value })
    return <svg ref={svg} class="board-layer" width={viewport.layerWidth}
                height={viewport.layerHeight}>
        <g transform={viewport.transform}>{props.children}</g>
    </svg>
}

const Said = (props: { said: Signal<string> }) =>
    <div class="visually-hidden" role="status">{props.said}</div>

// ---- the stage -----------------------------------------------------------------------------------

export function Stage(props: StageProps) {
    const { geometry, placements, hinted, picked } = props
    const root = useRef<HTMLDivElement>(null)
    const surface = useRef<HTMLDivElement>(null)
    const viewport = useMemo(() => new Viewport(geometry.bounds, geometry.pieceSize), [geometry])
    const hand = useMemo(() => new Hand(viewport), [viewport])
    hand.props = props
    const gestures = useRef<Gestures | null>(null)
    const [fan, setFan] = useState<string | null>(null) // the id of a piece of the open pile
    const [current, setCurrent] = useState<string | null>(null)
    const pointed = useSignal<string>('')
    const lastPiece = useRef<string | null>(null)
    const lastTap = useRef({ time: 0, x: 0, y: 0 })

    const tops = placements.filter(p => p.pile.at(-1) === p.piece)
    const pieceStops: Stop[] = tops.map(p => ({
        key: p.piece.id, at: p.at, label: p.label, place: hand.placeOf(p.piece)
    }))
    // While places are lit, keys go over these; Escape leads back to the pieces.
    const stops = hinted.length ? hinted : pieceStops
    const here = stops.find(s => s.key === current) ??
        stops.find(s => s.key === lastPiece.current) ??
        stops.find(s => s.place.piece !== undefined && picked.has(s.place.piece)) ??
        stops.find(s => hand.piece(s.place.piece ?? '')?.can_act) ?? stops[0]
    const inPlay = () => boxAround(tops.map(p => p.at), geometry.pieceSize)

    useLayoutEffect(() => {
        const window_ = surface.current!
        const busy = () => {
            const acting = tops.filter(p => p.pile.some(x => x.can_act))
            const box = boxAround((acting.length ? acting : tops).map(p => p.at), 0)
            return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
        }
        const watch = new ResizeObserver(() => {
            viewport.resize(window_.clientWidth, window_.clientHeight)
            if (!viewport.touched)
                viewport.begin(inPlay(), busy())
        })
        watch.observe(window_)
        return () => watch.disconnect()
    }, [viewport])

    useEffect(() => {
        gestures.current = new Gestures(root.current!, surface.current!, viewport, {
            liftAt: (target, pointer) => hand.liftAt(target, pointer),
            lift: (lift, at) => {
                setFan(null)
                hand.lift(lift, at)
            },
            carry: at => hand.carry(at),
            turn: quarters => hand.turn(quarters),
            drop: at => hand.drop(at),
            letGo: () => hand.letGo(),
            hold: id => hand.props.onPick(id, true)
        })
        return gestures.current.attach()
    }, [viewport])

    /* A node that is moved in the tree loses the focus; it gets it back. */
    const focused = useRef<string | null>(null)
    useLayoutEffect(() => {
        if (focused.current !== null && document.activeElement === document.body)
            focusStop(here?.key)
    })
    const focusStop = (key: string | undefined) => {
        if (key !== undefined)
            root.current?.querySelector<SVGElement>(`[data-stop="${CSS.escape(key)}"]`)
                ?.focus({ preventScroll: true })
    }

    const goTo = (stop: Stop | undefined) => {
        if (!stop)
            return
        setCurrent(stop.key)
        viewport.reveal(stop.at)
        requestAnimationFrame(() => focusStop(stop.key))
    }

    const open = (piece: Piece, add: boolean) => {
        const pile = placements.find(p => p.piece.id === piece.id)?.pile ?? [piece]
        const lit = pile.filter(p => hand.isHinted(p))
        if (lit.length === 1 && !add)
            props.onPlace(hand.placeOf(lit[0]!))
        else if (lit.length === pile.length && !props.hints.some(h => h.piece !== undefined))
            hand.choose(piece, add) // the place is lit, whoever lies there
        else if (pile.length > 1)
            setFan(piece.id)
        else
            hand.choose(piece, add)
    }

    const tap = (event: MouseEvent) => {
        if (gestures.current?.swallows())
            return
        setFan(null)
        const stop = (event.target as Element).closest<SVGElement>('[data-stop], [data-piece]')
        const id = stop?.dataset['piece']
        const piece = id === undefined ? undefined : hand.piece(id)
        if (piece) {
            open(piece, event.shiftKey)
            return
        }
        const lit = hinted.find(s => s.key === stop?.dataset['stop'])
        if (lit) {
            props.onPlace(lit.place)
            return
        }
        const { left, top } = surface.current!.getBoundingClientRect()
        const px = { x: event.clientX - left, y: event.clientY - top }
        const at = viewport.toBoard(px)
        const place = geometry.placeAt(at)
        const nearby = nearest(hinted, at, geometry.turns ? 22 / viewport.view.peek().scale : 0)
        pointed.value = place ? geometry.words(place) : ''
        if (!hinted.length && isSecondTap(px)) {
            viewport.zoom(ZOOM * ZOOM, px, true)
            return
        }
        if (nearby || place)
            props.onPlace(nearby?.place ?? place!)
    }

    const isSecondTap = (px: Point) => {
        const last = lastTap.current, time = performance.now()
        const second = time - last.time < DOUBLE_MS &&
            Math.hypot(px.x - last.x, px.y - last.y) < DOUBLE_PX
        lastTap.current = { ...px, time: second ? 0 : time }
        return second
    }

    const keyWhileCarrying = (event: KeyboardEvent): boolean => {
        const way = arrows[event.key]
        const turn = { q: -STEP_TURN, Q: -FINE_TURN, e: STEP_TURN, E: FINE_TURN }[event.key]
        if (way)
            hand.step(way, event.shiftKey)
        else if (turn !== undefined)
            hand.turn(turn), hand.sayWhere()
        else if (event.key === 'Enter' || event.key === ' ')
            hand.drop(null)
        else if (event.key === 'Escape')
            hand.letGo()
        else
            return false
        return true
    }

    const keyOnStop = (event: KeyboardEvent, stop: Stop): boolean => {
        const piece = hand.piece(stop.place.piece ?? '')
        const way = arrows[event.key]
        if (way && !event.shiftKey)
            goTo(nextStop(stops, stop.at, way))
        else if (event.key === 'Home' || event.key === 'End')
            goTo(stops.at(event.key === 'Home' ? 0 : -1))
        else if (event.key === 'Enter' && hinted.includes(stop))
            props.onPlace(stop.place)
        else if (event.key === 'Enter' && piece)
            open(piece, event.shiftKey)
        else if (event.key === ' ' && piece && !hinted.includes(stop))
            liftByKey(piece)
        else
            return false
        return true
    }

    const liftByKey = (piece: Piece) => {
        const pile = placements.find(p => p.piece.id === piece.id)?.pile ?? [piece]
        const one = pile.length === 1 ? piece : pile.find(p => picked.has(p.id))
        if (!one) {
            setFan(piece.id)
            return
        }
        hand.lift({ piece: one.id, how: 'carry' }, null)
        hand.said.value = say(geometry.turns ? 'board.liftedTurns' : 'board.lifted',
                               { piece: one.id })
    }

    const keyOnWindow = (event: KeyboardEvent): boolean => {
        const way = arrows[event.key]
        if (way)
            viewport.pan(-way.x * PAN_PX, -way.y * PAN_PX, true)
        else if (event.key === '+' || event.key === '=')
            viewport.zoom(ZOOM, undefined, true)
        else if (event.key === '-')
            viewport.zoom(1 / ZOOM, undefined, true)
        else if (event.key === '0')
            viewport.fitAll()
        else if (event.key === 'f' || event.key === 'F')
            viewport.fit(inPlay() ?? geometry.bounds)
        else if (event.key === 'Escape')
            fan === null ? props.onCancel() : setFan(null)
        else
            return false
        return true
    }

    const key = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey ||
            !surface.current!.contains(event.target as Element))
            return
        const on = (event.target as Element).closest<SVGElement>('[data-stop]')?.dataset['stop']
        const stop = stops.find(s => s.key === on) ?? pieceStops.find(s => s.key === on)
        const done = hand.carried.peek() ? keyWhileCarrying(event)
            : stop && keyOnStop(event, stop) || keyOnWindow(event)
        if (done)
            event.preventDefault()
    }

    const pointAt = (event: Event) => {
        const target = event.target as Element
        const id = target.closest<HTMLElement | SVGElement>('[data-piece]')?.dataset['piece']
        const piece = id === undefined ? undefined : hand.piece(id)
        if (piece)
            pointed.value = pieceWords(props.plan, piece)
        else if (event instanceof PointerEvent && event.pointerType === 'mouse' &&
                 surface.current!.contains(target)) {
            const { left, top } = surface.current!.getBoundingClientRect()
            const place = geometry.placeAt(viewport.toBoard({ x: event.clientX - left,
                                                              y: event.clientY - top }))
            pointed.value = place ? geometry.words(place) : ''
        }
    }

    const pile = fan === null ? undefined : placements.find(p => p.piece.id === fan)
    const bubbleAt = props.bubble && bubblePoint(props.bubble.at, props, geometry)
    const lifted = useComputed(() => hand.carried.value?.piece.id ?? null)

    return <div ref={root} class="board" role="group" aria-label={say('board.board')}
                onKeyDown={key} onPointerMove={pointAt} onFocusIn={event => {
                    pointAt(event)
                    const stop = (event.target as Element).closest<SVGElement>('[data-stop]')
                    focused.current = stop?.dataset['stop'] ?? null
                    if (stop)
                        setCurrent(focused.current)
                    lastPiece.current = stop?.dataset['piece'] ?? lastPiece.current
                }}
                onFocusOut={event => {
                    if (event.relatedTarget)
                        focused.current = null
                }}>
        <div ref={surface} class="board-surface" role="group" tabIndex={0}
             data-detail={viewport.detail} onClick={tap}
             aria-label={say('board.map', { title: props.plan.title })}>
            <Layer viewport={viewport}>{props.ground}</Layer>
            <Layer viewport={viewport}>
                {props.under}
                <g class="pieces">{placements.map(p =>
                    <PieceStop key={p.piece.id} placement={p} picked={picked.has(p.piece.id)}
                               lifted={lifted.value === p.piece.id}
                               top={p.pile.at(-1) === p.piece}
                               current={here?.key === p.piece.id} />)}</g>
                {props.over}
                <g class="place-stops">{hinted.map(stop =>
                    <PlaceStop key={stop.key} stop={stop} current={here === stop}
                               radius={geometry.pieceSize * 0.62} />)}</g>
                {props.handle?.(viewport)}
                <CarriedPiece carried={hand.carried} draw={props.drawCarried} />
            </Layer>
        </div>
        <Controls viewport={viewport}
                  fitPlay={() => viewport.fit(inPlay() ?? geometry.bounds)} />
        {props.overlay?.(viewport)}
        <div class="board-caption" aria-hidden="true">{pointed}</div>
        {pile && pile.pile.length > 1 &&
            <Fan key={fan} plan={props.plan} pile={pile.pile} at={pile.at} viewport={viewport}
                 clear={geometry.pieceSize / 2} picked={picked}
                 choose={(piece, add) => {
                     hand.choose(piece, add)
                     if (!add)
                         setFan(null)
                 }}
                 close={() => setFan(null)} />}
        {props.bubble && bubbleAt &&
            <Anchored viewport={viewport} at={bubbleAt} clear={geometry.pieceSize / 2}
                      class="board-bubble" role="dialog" label={say('board.bubble')} takesFocus
                      onClose={props.onCancel}>
                {props.bubble.body}
            </Anchored>}
        <Tray plan={props.plan} all={props.state.pieces}
              picked={picked} choose={(piece, add) => hand.choose(piece, add)}
              swallows={() => gestures.current?.swallows() ?? false} />
        <Said said={hand.said} />
    </div>
}

function nearest(stops: Stop[], at: Point, within: number): Stop | undefined {
    const gap = (s: Stop) => Math.hypot(s.at.x - at.x, s.at.y - at.y)
    return stops.filter(s => gap(s) <= within).sort((a, b) => gap(a) - gap(b))[0]
}

function bubblePoint(at: Place, { state }: BoardProps, geometry: Geometry): Point | null {
    const piece = at.piece === undefined ? undefined : state.pieces.find(p => p.id === at.piece)
    const { bounds } = geometry
    return geometry.pointOf(at) ?? (piece ? geometry.pointOfPiece(piece) : null) ??
        { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }
}
