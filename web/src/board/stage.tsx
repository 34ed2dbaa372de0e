/* The stage both boards play on: the window with its map, the pieces on it, stacks that open,
 * bubbles, buttons, the tray. What the ground is and how pieces look on it is told by the board
 * (hex-board.tsx, plane-board.tsx); what a player does, by player.ts. */
import { type Signal, effect, useComputed } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Piece } from '../umpire/documents'
import { say } from '../words/words'
import { Anchored } from './anchored'
import type { BoardProps } from './contract'
import { Controls } from './controls'
import { Fan } from './fan'
import type { Geometry } from './geometry'
import type { Carried } from './hand'
import { type Point, middleOf } from './hexes'
import { Arrowheads } from './hints'
import { Losses } from './losses'
import { Player } from './player'
import { Sheet, looksOf } from './sheet'
import type { Stop } from './roving'
import { Tray } from './tray'
import type { Drawing, Viewport } from './viewport'

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

// ---- pieces and places --------------------------------------------------------------------------

/** The drawing, and over it what is pointed at and spoken: a button without words of its own, so
 *  that only its label is read. */
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

/** A drawing of its own: the map, or what moves on it, so that a change redraws no map. The node
 *  is styled by hand: panning must not go through rendering. And at once, as its attributes are: an effect that
 *  waits for the next frame would show the new drawing in the old place for one. */
function Layer(props: { drawing: Drawing; looks: string; children: ComponentChildren }) {
    const { drawing } = props
    const svg = useRef<SVGSVGElement>(null)
    useLayoutEffect(() => effect(() => { svg.current!.style.transform = drawing.layer.value }), [drawing])
    return <svg ref={svg} class={`board-layer ${props.looks}`} width={drawing.width}
                height={drawing.height}>
        <g transform={drawing.transform}>{props.children}</g>
    </svg>
}

const Said = (props: { said: Signal<string> }) =>
    <div class="visually-hidden" role="status">{props.said}</div>

/** What is pointed at, in a corner where it is not. An open pile says so itself. A finger does not
 *  go on pointing: under one it fades, each caption anew. */
function Caption({ player }: { player: Player }) {
    const words = player.fan.value === null ? player.pointed.value : ''
    return <div key={words} class={`board-caption${player.pointsLow.value ? ' is-above' : ''}`}
        aria-hidden="true">{words}</div>
}

// ---- the stage ----------------------------------------------------------------------------------

function OpenPile(props: StageProps & { player: Player }) {
    const { player, plan, state, picked, geometry } = props
    const open = player.fan.value
    const close = () => { player.fan.value = null }
    useLayoutEffect(close, [state.hash]) // they may not lie together any more
    const pieces = open?.pieces.flatMap(id => state.pieces.find(p => p.id === id) ?? []) ?? []
    if (!open || pieces.length < 2)
        return null
    return <Fan key={open.pieces.join(' ')} plan={plan} pile={pieces} at={open.at}
                viewport={player.viewport} clear={geometry.pieceSize / 2} picked={picked}
                close={close} isLit={piece => player.hand.isLit(piece)}
                choose={(piece, add) => {
                    player.hand.choose(piece, add)
                    if (!add)
                        close()
                }} />
}

/** The bubble; beside its place, and neither over the pieces it is about, nor over those that may be acted upon, nor
 *  over the way of a move in mind. */
function Speech(props: StageProps & { player: Player }) {
    const { bubble, state, picked, ghosts, geometry, player, onCancel } = props
    // Keys that carry a piece must not be taken from it; once it is put down the bubble has them.
    const carrying = useComputed(() => player.hand.carried.value !== null).value
    if (!bubble)
        return null
    const points = (pieces: readonly Piece[]) =>
        pieces.map(p => geometry.pointOfPiece(p)).filter(p => p !== null)
    const named = state.pieces.filter(p => p.id === bubble.at.piece)
    const at = geometry.pointOf(bubble.at) ?? points(named)[0] ?? middleOf(geometry.bounds)
    const way = props.hints.filter(h => h.kind === 'path' || h.kind === 'target')
        .map(h => geometry.pointOf(h)).filter(p => p !== null)
    const targets = new Set(props.hints.filter(h => h.kind === 'target').map(h => h.piece))
    const avoid = [...way, ...points([...state.pieces.filter(p => picked.has(p.id) || targets.has(p.id) ||
        bubble.about?.includes(p.id)), ...ghosts])]
    return <Anchored key={String(carrying)} quiet={carrying} viewport={player.viewport} at={at}
                     avoid={avoid} clear={geometry.pieceSize / 2} class="board-bubble"
                     role="dialog" label={say('board.bubble')} onClose={onCancel}>
        {bubble.body}
    </Anchored>
}

/** Dice that fell, near whom they were for and over nobody. */
function Thrown(props: StageProps & { player: Player }) {
    const { dice, state, geometry, player } = props
    if (!dice)
        return null
    const all = state.pieces.map(p => ({ id: p.id, at: geometry.pointOfPiece(p) }))
    const near = [...all.filter(p => dice.about.includes(p.id)).map(p => p.at),
                  ...dice.about.filter(name => /^\d{4}$/.test(name)).map(hex => geometry.pointOf({ hex }))]
        .filter(p => p !== null)
    return <Anchored key={dice.key} quiet viewport={player.viewport} at={near[0] ?? middleOf(geometry.bounds)}
                     avoid={[...near, ...all.map(p => p.at).filter(p => p !== null)]} clear={geometry.pieceSize / 2}
                     class="board-dice" role="note" label={say('dice.title')}>
        {dice.body}
    </Anchored>
}

export function Stage(props: StageProps) {
    const { geometry, placements, hinted, picked } = props
    const root = useRef<HTMLDivElement>(null)
    const surface = useRef<HTMLDivElement>(null)
    const player = useMemo(() => new Player(props), [geometry])
    player.see(props)
    useLayoutEffect(() => player.attach(root.current!, surface.current!), [player])
    useLayoutEffect(() => player.keepFocus())
    useLayoutEffect(() => player.pointAgain(), [player, props.state])
    useLayoutEffect(() => player.showLit(), [player, [...picked].join(' '), hinted.length > 0])
    const { viewport, hand } = player
    const here = player.here()
    const looks = looksOf(props.plan)
    const lifted = useComputed(() => hand.carried.value?.piece.id ?? null)
    return <div ref={root} class="board" role="group" aria-label={say('board.board')}
                onKeyDown={event => player.key(event)}
                onPointerMove={event => player.pointAt(event)}
                onPointerLeave={event => player.pointAway(event)}
                onFocusIn={event => player.focusIn(event)}
                onFocusOut={event => player.focusOut(event)}>
        <div ref={surface} class="board-surface" role="group" tabIndex={0}
             data-detail={viewport.detail} data-names={viewport.names} style={viewport.steady}
             onClick={event => player.tap(event)}
             aria-label={say('board.map', { title: props.plan.title })}>
            <Sheet plan={props.plan} />
            <Layer drawing={viewport.lower} looks={looks}>{props.ground}</Layer>
            <Layer drawing={viewport.upper} looks={looks}>
                <Arrowheads />
                {props.under}
                <g class="pieces">{placements.map(p =>
                    <PieceStop key={p.piece.id} placement={p} picked={picked.has(p.piece.id)}
                               lifted={lifted.value === p.piece.id}
                               top={p.pile.at(-1) === p.piece}
                               current={here?.key === p.piece.id} />)}</g>
                {props.over}
                <Losses state={props.state} geometry={geometry} />
                <g class="place-stops">{hinted.map(stop =>
                    <PlaceStop key={stop.key} stop={stop} current={here === stop}
                               radius={geometry.pieceSize * 0.62} />)}</g>
                {props.handle?.(viewport)}
                <CarriedPiece carried={hand.carried} draw={props.drawCarried} />
            </Layer>
            <Caption player={player} />
        </div>
        <Controls viewport={viewport} fitPlay={() => player.fitPlay()} />
        {props.overlay?.(viewport)}
        <OpenPile {...props} player={player} />
        <Thrown {...props} player={player} />
        <Speech {...props} player={player} />
        <Tray plan={props.plan} all={props.state.pieces} picked={picked}
              choose={(piece, add) => hand.choose(piece, add)}
              swallows={() => player.swallows()} />
        <Said said={hand.said} />
    </div>
}
