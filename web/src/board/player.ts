/* What a player does on the stage with mouse, finger and keys, and what of it the page is told.
 * Carrying pieces is in hand.ts, moving the map in gestures.ts. */
import { signal } from '@preact/signals'
import type { Piece } from '../umpire/documents'
import { say } from '../words/words'
import type { Place } from './contract'
import { FINGER_PX, crowdAt, reachOf } from './crowd'
import { FINE_TURN, Gestures, STEP_TURN } from './gestures'
import { Hand } from './hand'
import { type Box, type Point, boxAround, middleOf } from './hexes'
import { isGone, pieceWords } from './names'
import { type Stop, arrows, nearestStop, nextStop } from './roving'
import type { Placement, StageProps } from './stage'
import { Viewport } from './viewport'

const PAN_PX = 80
const ZOOM = 1.4
const DOUBLE_MS = 350
const DOUBLE_PX = 24
const LOW_PX = 80 // from the lower edge

/** Pieces shown side by side because they cannot be pointed at one by one. */
export interface OpenFan { pieces: readonly string[]; at: Point }

const pieceOf = (target: Element) =>
    target.closest<HTMLElement | SVGElement>('[data-piece]')?.dataset['piece']
const stopOf = (target: Element) =>
    target.closest<HTMLElement | SVGElement>('[data-stop]')?.dataset['stop']

export class Player {
    readonly viewport: Viewport
    readonly hand: Hand
    /** The pile that is open, or the crowd. */
    readonly fan = signal<OpenFan | null>(null)
    /** The stop the Tab key comes to. */
    readonly current = signal<string | null>(null)
    /** What is pointed at, in words. */
    readonly pointed = signal('')
    /** Is it down where its words would be written? Then they go above. */
    readonly pointsLow = signal(false)
    private pointedPiece: string | null = null
    /** Where the mouse is, in pixels of the surface; null: it is not over the board. */
    private mouse: Point | null = null
    /** It was, and has left. */
    private isAway = false
    private props!: StageProps
    private root: HTMLElement | null = null
    private surface: HTMLElement | null = null
    private gestures: Gestures | null = null
    private focused: string | null = null
    private lastPiece: string | null = null
    private lastTap = { x: 0, y: 0, time: 0 }

    constructor({ geometry }: StageProps) {
        this.viewport = new Viewport(geometry.bounds, geometry.pieceSize)
        this.hand = new Hand(this.viewport)
    }

    /** What is on the stage now; before every rendering. */
    see(props: StageProps) {
        const before = this.hand.props?.picked // none yet, the first time
        this.props = props
        this.hand.props = props
        if (this.surface && !this.viewport.touched && !this.begunOnActing && this.acting().length)
            queueMicrotask(() => this.resize())
        const [id, ...others] = props.picked
        if (id !== undefined && !others.length && before && !before.has(id))
            queueMicrotask(() => this.bringUp(id))
    }

    /** Whoever was picked in a list is not left out of sight. */
    private bringUp(id: string) {
        const at = this.props.placements.find(p => p.piece.id === id)?.at
        if (at && this.viewport.size.peek().width && !this.viewport.sees(at))
            this.viewport.reveal(at)
    }

    private acting() {
        return this.tops().filter(p => p.pile.some(x => x.can_act))
    }
    /** Those who may act were known when the first view was chosen. */
    private begunOnActing = false

    /** Take hold of the stage's elements; returns how to let go of them. */
    attach(root: HTMLElement, surface: HTMLElement): () => void {
        const { hand } = this
        this.root = root
        this.surface = surface
        this.gestures = new Gestures(root, surface, this.viewport, {
            liftAt: (target, pointer, at) => hand.liftAt(target, pointer, at),
            lift: (lift, at) => {
                this.fan.value = null
                hand.lift(lift, at)
            },
            carry: at => hand.carry(at),
            turn: quarters => hand.turn(quarters),
            drop: at => hand.drop(at),
            letGo: () => hand.letGo(),
            hold: id => this.props.onPick(id, true)
        })
        const detach = this.gestures.attach()
        const watch = new ResizeObserver(() => this.resize())
        watch.observe(surface)
        return () => {
            detach()
            watch.disconnect()
        }
    }

    private resize() {
        this.viewport.resize(this.surface!.clientWidth, this.surface!.clientHeight)
        if (this.viewport.touched)
            return
        const acting = this.acting()
        this.begunOnActing = acting.length > 0
        const busy = boxAround((acting.length ? acting : this.tops()).map(p => p.at), 0)
        this.viewport.begin(this.inPlay(), busy && middleOf(busy), this.props.geometry.turns)
    }

    // ---- stops ---------------------------------------------------------------------------------

    private tops() {
        return this.props.placements.filter(p => p.pile.at(-1) === p.piece)
    }

    private pieceStops(): Stop[] {
        return this.tops().map(p => ({
            key: p.piece.id, at: p.at, label: p.label, place: this.hand.placeOf(p.piece)
        }))
    }

    /** While places are lit, keys go over these; Escape leads back to the pieces. */
    private stops(): Stop[] {
        return this.props.hinted.length ? this.props.hinted : this.pieceStops()
    }

    /** The stop the Tab key comes to now. */
    here(): Stop | undefined {
        const stops = this.stops(), { picked } = this.props
        return stops.find(s => s.key === this.current.value) ??
            stops.find(s => s.key === this.lastPiece) ??
            stops.find(s => s.place.piece !== undefined && picked.has(s.place.piece)) ??
            stops.find(s => this.hand.piece(s.place.piece ?? '')?.can_act) ?? stops[0]
    }

    private focus(key: string | undefined) {
        if (key !== undefined)
            this.root?.querySelector<SVGElement>(`[data-stop="${CSS.escape(key)}"]`)
                ?.focus({ preventScroll: true })
    }

    private goTo(stop: Stop | undefined) {
        if (!stop)
            return
        this.current.value = stop.key
        this.viewport.reveal(stop.at)
        requestAnimationFrame(() => this.focus(stop.key))
    }

    /** A node that was moved in the tree, or is gone, lost the focus: it stays on the board. */
    keepFocus() {
        if (this.focused !== null && document.activeElement === document.body)
            this.focus(this.here()?.key)
    }

    focusIn(event: FocusEvent) {
        const target = event.target as Element
        if (!this.isAway || target.matches(':focus-visible')) // a mouse that left points at nothing
            this.pointAt(event)
        this.focused = stopOf(target) ?? null
        if (this.focused !== null)
            this.current.value = this.focused
        this.lastPiece = pieceOf(target) ?? this.lastPiece
    }

    focusOut(event: FocusEvent) {
        if (event.relatedTarget)
            this.focused = null
    }

    // ---- pointing ------------------------------------------------------------------------------

    inPlay(): Box | null {
        return boxAround(this.tops().map(p => p.at), this.props.geometry.pieceSize)
    }

    fitPlay() {
        this.viewport.fit(this.inPlay() ?? this.props.geometry.bounds)
    }

    /** A piece was picked and none of the places lit for it is in the window: go to the nearest. */
    showLit() {
        const lit = this.props.hinted.map(stop => stop.at)
        // Before the first size nothing is seen, and the first view shows what it should anyway.
        if (!this.viewport.size.peek().width || !lit.length ||
            lit.some(at => this.viewport.sees(at)))
            return
        const middle = this.viewport.toBoard(this.viewport.middle())
        const far = (at: Point) => Math.hypot(at.x - middle.x, at.y - middle.y)
        this.viewport.reveal(lit.reduce((a, b) => far(b) < far(a) ? b : a))
    }

    /** A click that comes now only ends a gesture. */
    swallows(): boolean {
        return this.gestures?.swallows() ?? false
    }

    private pixels(event: MouseEvent): Point {
        const { left, top } = this.surface!.getBoundingClientRect()
        return { x: event.clientX - left, y: event.clientY - top }
    }

    private placementOf(piece: Piece): Placement | undefined {
        return this.props.placements.find(p => p.piece.id === piece.id)
    }

    private pileOf(piece: Piece): Piece[] {
        return this.placementOf(piece)?.pile ?? [piece]
    }

    private spread(pieces: Piece[], at: Point) {
        this.fan.value = { pieces: pieces.map(p => p.id), at }
    }

    /** Point at a pile: act on it where it is lit, open it where one must be chosen. */
    private open(piece: Piece, add: boolean) {
        const pile = this.pileOf(piece)
        const lit = pile.filter(p => this.hand.isLit(p))
        if (lit.length && !add && (lit.length === 1 || this.hand.isPlaceLit(piece)))
            this.hand.choose(lit.at(-1)!, false)
        else if (pile.length > 1)
            this.spread(pile, this.placementOf(piece)!.at)
        else
            this.hand.choose(piece, add)
    }

    /** Who is meant at a point of a bare table. */
    private crowdAt(at: Point, pointer: string): Piece[] {
        const { geometry, placements } = this.props
        const laid = placements.map(({ piece }) =>
            ({ piece, at: geometry.middleOfPiece(piece)! }))
        return crowdAt(laid, at, reachOf(pointer) / this.viewport.view.peek().scale,
                       p => geometry.covers(p.piece, at)).map(p => p.piece)
    }

    /** Point at a crowd: act on the only one that is lit, if it was hit; else open it. */
    private openCrowd(crowd: Piece[], hit: Piece | undefined, at: Point, add: boolean) {
        const lit = crowd.filter(p => this.hand.isLit(p))
        if (crowd.length > 1 && (add || !hit || lit.length !== 1 || lit[0] !== hit))
            this.spread(crowd, at)
        else
            this.hand.choose(hit ?? crowd[0]!, add)
    }

    private openByKey(piece: Piece, add: boolean) {
        const at = this.props.geometry.middleOfPiece(piece)
        if (this.props.geometry.turns && at)
            this.openCrowd(this.crowdAt(at, 'key'), piece, at, add)
        else
            this.open(piece, add)
    }

    tap(event: MouseEvent) {
        if (this.swallows())
            return
        this.fan.value = null
        const target = event.target as Element
        const piece = this.hand.piece(pieceOf(target) ?? '')
        const lit = this.props.hinted.find(s => s.key === stopOf(target))
        const pointer = event instanceof PointerEvent ? event.pointerType : 'mouse'
        if (piece && event.detail === 0) // a screen reader means the piece, not a point of it
            this.openByKey(piece, event.shiftKey)
        else if (lit) // only a screen reader clicks on these
            this.props.onPlace(lit.place)
        else if (this.props.geometry.turns)
            this.tapTable(piece, this.pixels(event), pointer, event.shiftKey)
        else if (piece)
            this.open(piece, event.shiftKey)
        else
            this.tapGround(this.pixels(event))
    }

    /** On a bare table a finger that misses a piece by a little means it, unless it shows a picked
     *  piece where to go. */
    private tapTable(hit: Piece | undefined, px: Point, pointer: string, add: boolean) {
        const at = this.viewport.toBoard(px)
        const showsWay = this.props.hinted.length > 0 || this.props.picked.size > 0
        const crowd = hit || pointer === 'touch' && !showsWay ? this.crowdAt(at, pointer) : []
        if (crowd.length || hit)
            this.openCrowd(crowd, hit, at, add)
        else
            this.tapGround(px)
    }

    private tapGround(px: Point) {
        const { geometry, hinted } = this.props
        const at = this.viewport.toBoard(px)
        const reach = geometry.turns ? FINGER_PX / this.viewport.view.peek().scale : 0
        const place = nearestStop(hinted, at, reach)?.place ?? geometry.placeAt(at)
        this.sayPlace(place)
        if (!hinted.length && this.isSecondTap(px))
            this.viewport.zoom(ZOOM * ZOOM, px, true)
        else if (place)
            this.props.onPlace(place)
    }

    private isSecondTap({ x, y }: Point): boolean {
        const last = this.lastTap, time = performance.now()
        const second = time - last.time < DOUBLE_MS &&
            Math.hypot(x - last.x, y - last.y) < DOUBLE_PX
        this.lastTap = { x, y, time: second ? 0 : time }
        return second
    }

    /** Say what is under the mouse, or has the focus. */
    pointAt(event: Event) {
        const target = event.target as Element
        const { geometry } = this.props
        const piece = this.hand.piece(pieceOf(target) ?? '')
        const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse' &&
            this.surface!.contains(target)
        this.mouse = isMouse ? this.pixels(event) : null
        this.isAway &&= !(event instanceof PointerEvent)
        if (piece)
            this.sayPiece(piece)
        else if (this.mouse)
            this.sayPlace(geometry.placeAt(this.viewport.toBoard(this.mouse)))
        this.pointsLow.value = this.isLow(event)
    }

    private sayPiece(piece: Piece | undefined) {
        this.meet(piece?.id ?? null)
        this.pointed.value = piece ? pieceWords(this.props.plan, piece) : ''
    }

    private meet(piece: string | null) {
        if (piece !== this.pointedPiece)
            this.props.onPoint?.(piece)
        this.pointedPiece = piece
    }

    private sayPlace(place: Place | null) {
        this.meet(null)
        this.pointed.value = place ? this.props.geometry.words(place) : ''
    }

    private isLow(event: Event): boolean {
        const target = event.target as Element
        const y = event instanceof MouseEvent ? event.clientY
            : target.getBoundingClientRect().bottom
        return this.surface!.contains(target) &&
            y > this.surface!.getBoundingClientRect().bottom - LOW_PX
    }

    /** Things have changed: who is under the mouse now is spoken of, and who is not there any more
     *  is not. */
    pointAgain() {
        if (this.pointedPiece === null)
            return
        const { geometry, placements } = this.props
        const spoken = this.hand.piece(this.pointedPiece)
        const at = this.mouse && this.viewport.toBoard(this.mouse)
        const under = at && placements.findLast(p => geometry.covers(p.piece, at))?.piece
        if (at && !under)
            this.sayPlace(geometry.placeAt(at))
        else
            this.sayPiece(under ?? (spoken && !isGone(spoken) ? spoken : undefined))
    }

    /** The mouse has left: nothing is pointed at. A finger that is lifted still means its place. */
    pointAway(event: PointerEvent) {
        if (event.pointerType !== 'mouse')
            return
        this.mouse = null
        this.isAway = true
        this.sayPlace(null)
    }

    // ---- keys ----------------------------------------------------------------------------------

    key(event: KeyboardEvent) {
        const target = event.target as Element
        if (event.ctrlKey || event.metaKey || event.altKey || !this.surface!.contains(target))
            return
        const on = stopOf(target)
        const stop = [...this.props.hinted, ...this.pieceStops()].find(s => s.key === on)
        const done = this.hand.carried.peek() ? this.keyWhileCarrying(event)
            : stop && this.keyOnStop(event, stop) || this.keyOnMap(event)
        if (done)
            event.preventDefault()
    }

    private keyWhileCarrying({ key, shiftKey }: KeyboardEvent): boolean {
        const { hand } = this
        const way = arrows[key]
        const turn = { q: -STEP_TURN, Q: -FINE_TURN, e: STEP_TURN, E: FINE_TURN }[key]
        if (way) {
            hand.step(way, shiftKey)
        } else if (turn !== undefined) {
            hand.turn(turn)
            hand.sayWhere()
        } else if (key === 'Enter' || key === ' ') {
            hand.drop(null)
        } else if (key === 'Escape') {
            hand.letGo()
        } else {
            return false
        }
        return true
    }

    private keyOnStop({ key, shiftKey }: KeyboardEvent, stop: Stop): boolean {
        const isLit = this.props.hinted.includes(stop)
        const piece = isLit ? undefined : this.hand.piece(stop.place.piece ?? '')
        const way = arrows[key]
        if (way && !shiftKey)
            this.goTo(nextStop(this.stops(), stop.at, way))
        else if (key === 'Home' || key === 'End')
            this.goTo(this.stops().at(key === 'Home' ? 0 : -1))
        else if (key === 'Enter' && isLit)
            this.props.onPlace(stop.place)
        else if (key === 'Enter' && piece)
            this.openByKey(piece, shiftKey)
        else if (key === ' ' && piece)
            this.liftByKey(piece)
        else
            return false
        return true
    }

    private liftByKey(piece: Piece) {
        const pile = this.pileOf(piece)
        const one = pile.length === 1 ? piece : pile.find(p => this.props.picked.has(p.id))
        if (!one) {
            this.spread(pile, this.placementOf(piece)!.at)
            return
        }
        this.hand.lift({ piece: one.id, how: 'carry' }, null)
        this.hand.said.value = say(
            this.props.geometry.turns ? 'board.liftedTurns' : 'board.lifted', { piece: one.id })
    }

    private keyOnMap({ key }: KeyboardEvent): boolean {
        const { viewport } = this
        const way = arrows[key]
        if (way)
            viewport.pan(-way.x * PAN_PX, -way.y * PAN_PX, true)
        else if (key === '+' || key === '=')
            viewport.zoom(ZOOM, undefined, true)
        else if (key === '-')
            viewport.zoom(1 / ZOOM, undefined, true)
        else if (key === '0')
            viewport.fitAll()
        else if (key === 'f' || key === 'F')
            this.fitPlay()
        else if (key === 'Escape' && this.fan.peek() !== null)
            this.fan.value = null
        else if (key === 'Escape')
            this.props.onCancel()
        else
            return false
        return true
    }
}
