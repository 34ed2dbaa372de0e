/* HTML that belongs to a point of the board: it follows the map, and stays inside the window. If
 * the focus is on the board it comes in when this appears, and goes back when it goes. */
import { useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Point } from './hexes'
import type { Viewport } from './viewport'

const GAP_PX = 8

interface Anchor {
    at: Point
    /** Half the size of what lies there, so that it is not hidden. */
    clear: number
    /** Other points that are better not hidden. */
    avoid: readonly Point[]
}

interface AnchoredProps extends Anchor {
    viewport: Viewport
    /** It only informs: the focus stays where it is. */
    quiet?: boolean
    class: string
    role: 'dialog' | 'note'
    label: string
    onClose?: () => void
    children: ComponentChildren
}

/** Farther off, in pixels, where right beside it there is no room. */
const RINGS_PX = [60, 130, 220]
const WAYS = [[0, -1], [0, 1], [1, 0], [-1, 0], [1, -1], [-1, -1], [1, 1], [-1, 1]] as const

/** Where to put a box of that size beside a point: above, below, right or left of it, somewhat farther off, or in a
 *  corner of the window, wherever it hides least of what should be seen. */
function settle(box: HTMLElement, viewport: Viewport, { at, clear, avoid }: Anchor) {
    const window_ = viewport.size.value
    const { scale } = viewport.view.value
    const px = viewport.toWindow(at)
    const away = clear * scale + GAP_PX
    const w = box.offsetWidth, h = box.offsetHeight
    const within = (x: number, size: number, most: number) =>
        Math.max(GAP_PX, Math.min(x, most - size - GAP_PX))
    const spots = [
        ...[0, ...RINGS_PX].flatMap(far => WAYS.map(([right, down]) => ({
            x: px.x - w / 2 + right * (away + far + w / 2), y: px.y - h / 2 + down * (away + far + h / 2) }))),
        { x: 0, y: window_.height }, { x: window_.width, y: window_.height },
        { x: 0, y: 0 }, { x: window_.width, y: 0 }
    ].map(({ x, y }) => ({ x: within(x, w, window_.width), y: within(y, h, window_.height) }))
    const seen = [at, ...avoid].map(point => viewport.toWindow(point))
    const half = clear * scale
    const hides = ({ x, y }: Point) => seen.filter(p => p.x > x - half && p.x < x + w + half &&
        p.y > y - half && p.y < y + h + half).length
    const best = spots.reduce((a, b) => hides(b) < hides(a) ? b : a)
    box.style.left = `${best.x}px`
    box.style.top = `${best.y}px`
}

export function Anchored(props: AnchoredProps) {
    const box = useRef<HTMLDivElement>(null)
    const { viewport } = props
    const anchor = useRef<Anchor>(props)
    anchor.current = props
    useSignalEffect(() => {
        if (box.current)
            settle(box.current, viewport, anchor.current)
    })
    useLayoutEffect(() => settle(box.current!, viewport, props))
    useLayoutEffect(() => { // what is counted comes later, and makes it grow over what it is about
        const grows = new ResizeObserver(() => box.current && settle(box.current, viewport, anchor.current))
        grows.observe(box.current!)
        return () => grows.disconnect()
    }, [])
    useLayoutEffect(() => {
        const before = document.activeElement
        const board = box.current!.closest('.board')
        if (props.quiet || !board?.contains(before))
            return
        const inside = box.current!.querySelector<HTMLElement>('.button.primary:not(:disabled)') ??
            box.current!.querySelector<HTMLElement>('a[href], button:not(:disabled)')
        ;(inside ?? box.current!).focus({ preventScroll: true })
        return () => {
            if (before instanceof Element)
                requestAnimationFrame(() => refocus(board, before))
        }
    }, [])
    return <div ref={box} class={`board-anchored ${props.class}`} role={props.role}
                aria-label={props.label} {...(props.role === 'dialog' ? { tabIndex: -1 } : {})}
                onKeyDown={event => {
                    if (event.key === 'Escape' && props.onClose) {
                        event.stopPropagation()
                        props.onClose()
                    }
                }}>
        {props.children}
    </div>
}

/** Focus goes back to where it was, if nobody has taken it meanwhile; if that place is gone, to the
 *  board's current stop. */
function refocus(board: Element, before: Element) {
    if (document.activeElement !== document.body)
        return
    const stop = before.isConnected ? before : board.querySelector('[data-stop][tabindex="0"]')
    ;(stop as HTMLElement | SVGElement | null)?.focus({ preventScroll: true })
}
