/* Pointers on the board: pan, pinch, wheel, and pieces taken along. Clicks are not made here, but
 * by the browser, so that a screen reader's click works too; a click that ends a gesture is
 * swallowed. */
import type { Point } from './hexes'
import type { Viewport } from './viewport'

/** What a press may take along: a piece, or the handle that turns it. */
export interface Lift { piece: string; how: 'carry' | 'turn' }

/** What the hands do; points are pixels from the corner of the window. */
export interface Hands {
    liftAt(target: Element, pointer: string, at: Point): Lift | null
    lift(lift: Lift, at: Point): void
    carry(at: Point): void
    /** By so many quarter degrees; nothing where pieces do not turn. */
    turn(quarters: number): void
    drop(at: Point): void
    letGo(): void
    /** Pressed for long without moving. */
    hold(piece: string): void
}

const SLOP_PX = { mouse: 4, touch: 8, pen: 8 } as Record<string, number>
const HOLD_MS = 500
const SWALLOW_MS = 700 // a busy browser is late with the click that ends a gesture
const EDGE_PX = 28
const EDGE_STEP_PX = 7
/** Quarter degrees a key or a notch of the wheel turns a piece by. */
export const STEP_TURN = 40
export const FINE_TURN = 4

type Mode = 'idle' | 'pressed' | 'held' | 'pan' | 'carry' | 'pinch'

export class Gestures {
    private mode: Mode = 'idle'
    private readonly pointers = new Map<number, Point>()
    private first = -1
    private pressedAt: Point = { x: 0, y: 0 }
    private pressedLift: Lift | null = null
    private mayPan = false
    private swallowing = 0
    private holding = 0
    private edging = 0

    constructor(private readonly root: HTMLElement, private readonly surface: Element,
                private readonly viewport: Viewport, private readonly hands: Hands) {}

    attach(): () => void {
        const stop = new AbortController()
        const { signal } = stop
        const on = <K extends keyof HTMLElementEventMap>(
            kind: K, heard: (event: HTMLElementEventMap[K]) => void) =>
            this.root.addEventListener(kind, heard, { signal })
        on('pointerdown', event => this.down(event))
        on('pointermove', event => this.move(event))
        on('pointerup', event => this.up(event))
        on('pointercancel', event => this.cancel(event))
        on('contextmenu', event => { if (this.mode !== 'idle') event.preventDefault() })
        this.surface.addEventListener('wheel', event => this.wheel(event as WheelEvent),
                                      { signal, passive: false })
        window.addEventListener('keydown', event => this.key(event), { signal, capture: true })
        return () => {
            stop.abort()
            this.end()
        }
    }

    /** Whether a click that comes now is the end of a gesture and means nothing else. */
    swallows(): boolean {
        return performance.now() < this.swallowing
    }

    private at(event: MouseEvent): Point {
        const { left, top } = this.surface.getBoundingClientRect()
        return { x: event.clientX - left, y: event.clientY - top }
    }

    private down(event: PointerEvent) {
        this.swallowing = 0
        const target = event.target as Element
        const onSurface = this.surface.contains(target)
        const lift = this.hands.liftAt(target, event.pointerType, this.at(event))
        const isTwist = this.mode === 'carry' // a second finger may rest anywhere on the board
        if (event.button !== 0 || !onSurface && !lift && !isTwist)
            return
        this.pointers.set(event.pointerId, this.at(event))
        if (this.pointers.size === 2 && this.mode !== 'carry' && onSurface) {
            this.begin('pinch', event)
        } else if (this.pointers.size === 1) {
            this.mode = 'pressed'
            this.first = event.pointerId
            this.pressedAt = this.at(event)
            this.pressedLift = lift
            this.mayPan = onSurface
            if (lift && event.pointerType !== 'mouse')
                this.holding = window.setTimeout(() => this.hold(lift), HOLD_MS)
        }
    }

    private hold({ piece, how }: Lift) {
        if (how === 'carry') {
            this.hands.hold(piece)
            this.mode = 'held'
        }
    }

    private begin(mode: Mode, event: PointerEvent) {
        clearTimeout(this.holding)
        this.mode = mode
        for (const id of this.pointers.keys())
            this.root.setPointerCapture(id)
        if (mode === 'carry' && this.pressedLift) {
            this.hands.lift(this.pressedLift, this.pressedAt)
            this.watchEdges()
        }
        event.preventDefault()
    }

    private move(event: PointerEvent) {
        const before = this.pointers.get(event.pointerId)
        if (!before)
            return
        const at = this.at(event)
        if (this.mode === 'pressed') {
            const gone = Math.hypot(at.x - this.pressedAt.x, at.y - this.pressedAt.y)
            if (gone <= (SLOP_PX[event.pointerType] ?? SLOP_PX['touch']!))
                return
            if (this.pressedLift)
                this.begin('carry', event)
            else if (this.mayPan)
                this.begin('pan', event)
        }
        if (this.mode === 'pan')
            this.viewport.pan(at.x - before.x, at.y - before.y)
        else if (this.mode === 'pinch')
            this.pinch(event.pointerId, at)
        else if (this.mode === 'carry' && event.pointerId === this.first)
            this.hands.carry(at)
        else if (this.mode === 'carry')
            this.twist(before, at)
        this.pointers.set(event.pointerId, at)
    }

    private other(id: number): Point | undefined {
        for (const [other, at] of this.pointers)
            if (other !== id)
                return at
        return undefined
    }

    private pinch(id: number, at: Point) {
        const before = this.pointers.get(id)!, still = this.other(id)
        if (!still)
            return
        const spread = (p: Point) => Math.max(20, Math.hypot(p.x - still.x, p.y - still.y))
        this.viewport.pan((at.x - before.x) / 2, (at.y - before.y) / 2)
        this.viewport.zoom(spread(at) / spread(before),
                           { x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 })
    }

    /** A second finger goes round the one that carries: the piece turns with it. */
    private twist(before: Point, at: Point) {
        const hub = this.pointers.get(this.first)
        if (!hub)
            return
        const angle = (p: Point) => Math.atan2(p.y - hub.y, p.x - hub.x)
        const turned = Math.round((angle(at) - angle(before)) * 720 / Math.PI)
        this.hands.turn(((turned + 2160) % 1440) - 720)
    }

    private up(event: PointerEvent) {
        if (!this.pointers.has(event.pointerId))
            return
        const at = this.at(event)
        this.pointers.delete(event.pointerId)
        clearTimeout(this.holding)
        if (this.mode === 'carry' && event.pointerId !== this.first)
            return
        if (this.mode === 'pinch' && this.pointers.size) {
            this.mode = 'pan' // the finger that stays goes on
            return
        }
        if (this.mode === 'carry')
            this.hands.drop(at)
        this.end()
    }

    private cancel(event: PointerEvent) {
        if (!this.pointers.delete(event.pointerId))
            return
        if (this.mode === 'carry')
            this.hands.letGo()
        this.end()
    }

    private end() {
        clearTimeout(this.holding)
        cancelAnimationFrame(this.edging)
        if (this.mode !== 'idle' && this.mode !== 'pressed')
            this.swallowing = performance.now() + SWALLOW_MS
        this.mode = 'idle'
        this.pointers.clear()
    }

    /** A piece carried to the edge takes the map along. */
    private watchEdges() {
        this.edging = requestAnimationFrame(() => {
            const at = this.pointers.get(this.first)
            if (this.mode !== 'carry' || !at)
                return
            const { width, height } = this.viewport.size.peek()
            const pull = (x: number, most: number) =>
                x < 0 || x > most ? 0 : x < EDGE_PX ? EDGE_STEP_PX
                    : x > most - EDGE_PX ? -EDGE_STEP_PX : 0
            const dx = pull(at.x, width), dy = pull(at.y, height)
            if (dx || dy) {
                this.viewport.pan(dx, dy)
                this.hands.carry(at)
            }
            this.watchEdges()
        })
    }

    private wheel(event: WheelEvent) {
        event.preventDefault()
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1
        if (this.mode === 'carry')
            this.hands.turn(Math.sign(event.deltaY) * STEP_TURN)
        else
            this.viewport.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)),
                               this.at(event))
    }

    private key(event: KeyboardEvent) {
        if (this.mode !== 'carry')
            return
        const turn = { q: -STEP_TURN, Q: -FINE_TURN, e: STEP_TURN, E: FINE_TURN }[event.key]
        if (turn !== undefined) {
            this.hands.turn(turn)
        } else if (event.key === 'Escape') {
            this.hands.letGo()
            this.end()
        } else {
            return
        }
        event.preventDefault()
        event.stopPropagation()
    }
}
