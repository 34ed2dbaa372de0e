/* What part of the board is seen, and how large. Signals, so that panning and zooming render
 * nothing anew.
 *
 * Drawings are layers of their own. Panning moves the layers, which costs the browser next to
 * nothing; zooming stretches them, and when the hand rests they are drawn once at the new scale. */
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Box, Point } from './hexes'

/** The board's point in the upper left corner of the window, and pixels per unit. */
export interface View { x: number; y: number; scale: number }

const MARGIN_PX = 16
const BUTTONS_PX = 52 // kept clear of the map at first, where there is room for it
const WIDE_PX = 560
const LEAST_PIECE_PX = 10 // zoomed out
const MOST_PIECE_PX = 260 // zoomed in
const LEGIBLE_PX = 15
const EMPTY = 1.2 // so much larger could the pieces be seen
const GLIDE_MS = 180
const REST_MS = 180
const NEXT_MS = 60 // between the two layers

const still = matchMedia('(prefers-reduced-motion: reduce)')
const between = (least: number, x: number, most: number) => Math.max(least, Math.min(x, most))

/** A layer: how large it was last drawn, and how it is moved and stretched meanwhile. */
export class Drawing {
    /** Pixels per unit. */
    readonly scale = signal(1)

    constructor(private readonly view: ReadonlySignal<View>, private readonly bounds: Box) {}

    /** Of the layer, in CSS. */
    readonly layer = computed(() => {
        const { x, y, scale } = this.view.value
        return `translate(${((this.bounds.x - x) * scale).toFixed(2)}px, ` +
            `${((this.bounds.y - y) * scale).toFixed(2)}px) scale(${scale / this.scale.value})`
    })
    /** Of the drawing in it. */
    readonly transform = computed(() =>
        `scale(${this.scale.value}) translate(${-this.bounds.x} ${-this.bounds.y})`)
    readonly width = computed(() => Math.ceil(this.bounds.width * this.scale.value))
    readonly height = computed(() => Math.ceil(this.bounds.height * this.scale.value))
}

export class Viewport {
    readonly view = signal<View>({ x: 0, y: 0, scale: 1 })
    readonly size = signal({ width: 0, height: 0 })
    /** What moves, and the map under it, which is drawn anew some frames later: each of the two is work for a frame. */
    readonly upper: Drawing
    readonly lower: Drawing
    /** How much can be read: names and numbers are left out of small pictures. */
    readonly detail = computed(() => {
        const px = this.upper.scale.value * this.pieceSize
        return px < 19 ? 'far' : px < 56 ? 'middle' : 'near'
    })
    /** Small names could not be read: towns alone are named. */
    readonly names = computed(() => this.upper.scale.value * this.pieceSize < 28 ? 'few' : 'all')
    /** Names, outlines and dots grow with the map to twice their size, then no more; what is said of a move is as large at
     *  any zoom. */
    readonly steady = computed(() => `--steady: ${Math.min(1, 2 / this.upper.scale.value).toFixed(3)}; ` +
        `--px: ${(1 / this.upper.scale.value).toFixed(4)}`)
    /** Somebody has moved it: it is no longer fitted anew when the window changes. */
    touched = false
    private gliding = 0
    /** Where it glides to: what is asked meanwhile is asked of that view. */
    private goal: View | null = null
    private resting = 0

    constructor(private readonly bounds: Box, private readonly pieceSize: number) {
        this.upper = new Drawing(this.view, bounds)
        this.lower = new Drawing(this.view, bounds)
    }

    resize(width: number, height: number) {
        this.size.value = { width, height }
    }

    toBoard(px: Point): Point {
        const { x, y, scale } = this.view.peek()
        return { x: x + px.x / scale, y: y + px.y / scale }
    }

    toWindow(at: Point): Point {
        const { x, y, scale } = this.view.value
        return { x: (at.x - x) * scale, y: (at.y - y) * scale }
    }

    /** Show all of a box; not larger than a piece of a good size. */
    fit(box: Box, glide = true) {
        this.touched ||= glide
        const { width, height } = this.size.peek()
        if (!width || !height)
            return
        const scale = this.allowed(Math.min(this.scaleOf(box), 110 / this.pieceSize))
        this.show({ x: box.x + box.width / 2 + this.beside(box, scale) / scale / 2,
                    y: box.y + box.height / 2 }, scale, glide)
    }

    fitAll(glide = true) {
        this.fit(this.bounds, glide)
    }

    /** The first view: the whole map where its pieces can be read, else the pieces in play; and if
     *  even these would be too small, the middle of the busy ones. Of a bare table that is mostly empty the pieces too. */
    begin(inPlay: Box | null, busy: Point | null, bare: boolean) {
        this.touched = false
        this.fitAll(false)
        if (inPlay && (!this.legible() || bare && this.scaleOf(inPlay) > EMPTY * this.view.peek().scale))
            this.fit(inPlay, false)
        if (!this.legible() && busy)
            this.show(busy, LEGIBLE_PX * 1.3 / this.pieceSize, false)
    }

    private legible() {
        return this.view.peek().scale * this.pieceSize >= LEGIBLE_PX
    }

    zoom(factor: number, about: Point = this.middle(), glide = false) {
        this.touched = true
        const { x, y, scale } = this.asked(glide)
        const larger = this.allowed(scale * factor)
        this.set({
            x: x + about.x / scale - about.x / larger,
            y: y + about.y / scale - about.y / larger,
            scale: larger
        }, glide)
    }

    pan(dx: number, dy: number, glide = false) {
        this.touched = true
        const { x, y, scale } = this.asked(glide)
        this.set({ x: x - dx / scale, y: y - dy / scale, scale }, glide)
    }

    sees(at: Point): boolean {
        const { width, height } = this.size.peek()
        const { x, y, scale } = this.asked(true)
        return at.x >= x && at.x <= x + width / scale && at.y >= y && at.y <= y + height / scale
    }

    /** Bring a point into view, if it is not. */
    reveal(at: Point) {
        const { width, height } = this.size.peek()
        const { x, y, scale } = this.asked(true)
        const px = { x: (at.x - x) * scale, y: (at.y - y) * scale }
        const edge = Math.min(64, width / 4, height / 4)
        const dx = between(edge, px.x, width - edge - this.aside()) - px.x
        const dy = between(edge, px.y, height - edge) - px.y
        if (dx || dy)
            this.pan(dx, dy, true)
    }

    /** What the next step starts from: many quick ones add up. */
    private asked(glide: boolean): View {
        return glide && this.goal || this.view.peek()
    }

    middle(): Point {
        const { width, height } = this.size.peek()
        return { x: width / 2, y: height / 2 }
    }

    private show(middle: Point, scale: number, glide: boolean) {
        const { width, height } = this.size.peek()
        this.set({ x: middle.x - width / scale / 2, y: middle.y - height / scale / 2, scale },
                 glide)
    }

    /** Pieces never become too small to be pointed at, but where the whole map has no room else. */
    private allowed(scale: number) {
        const least = Math.min(LEAST_PIECE_PX / this.pieceSize, this.scaleOf(this.bounds))
        return between(least, scale, MOST_PIECE_PX / this.pieceSize)
    }

    /** What is kept clear for the buttons. */
    private aside() {
        return this.size.peek().width >= WIDE_PX ? BUTTONS_PX : 0
    }

    /** How far a box stands aside for the buttons: on a phone as far as it has room to spare. */
    private beside(box: Box, scale: number) {
        const spare = this.size.peek().width - 2 * MARGIN_PX - box.width * scale
        return this.aside() || between(0, spare, BUTTONS_PX)
    }

    /** The largest scale all of a box is seen at. */
    private scaleOf(box: Box) {
        const { width, height } = this.size.peek()
        return Math.min((width - 2 * MARGIN_PX - this.aside()) / box.width,
                        (height - 2 * MARGIN_PX) / box.height)
    }

    /** The middle of the window stays on the map, so that it can never be lost. */
    private kept({ x, y, scale }: View): View {
        const { width, height } = this.size.peek()
        const halfWidth = width / scale / 2, halfHeight = height / scale / 2
        const b = this.bounds
        return {
            x: between(b.x - halfWidth, x, b.x + b.width - halfWidth),
            y: between(b.y - halfHeight, y, b.y + b.height - halfHeight),
            scale
        }
    }

    private set(view: View, glide: boolean) {
        cancelAnimationFrame(this.gliding)
        const to = this.kept(view)
        this.goal = glide && !still.matches ? to : null
        if (this.goal)
            this.glide(this.view.peek(), to, performance.now())
        else
            this.go(to)
    }

    private go(view: View) {
        this.view.value = view
        if (view.scale === this.upper.scale.peek() && view.scale === this.lower.scale.peek())
            return
        clearTimeout(this.resting)
        const draw = (drawing: Drawing) => { drawing.scale.value = this.view.peek().scale }
        if (this.touched) {
            this.resting = window.setTimeout(() => {
                draw(this.upper)
                this.resting = window.setTimeout(() => draw(this.lower), NEXT_MS)
            }, REST_MS)
        } else {
            draw(this.upper)
            draw(this.lower)
        }
    }

    private glide(from: View, to: View, began: number) {
        this.gliding = requestAnimationFrame(now => {
            const t = between(0, (now - began) / GLIDE_MS, 1)
            const part = 1 - (1 - t) ** 3
            // Corners move along straight lines while the width of the view changes evenly.
            const width = 1 / from.scale + (1 / to.scale - 1 / from.scale) * part
            this.go(t === 1 ? to : {
                x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part,
                scale: 1 / width
            })
            if (t < 1)
                this.glide(from, to, began)
            else
                this.goal = null
        })
    }
}
