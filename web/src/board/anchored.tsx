/* HTML that belongs to a point of the board: it follows the map, and stays inside the window. */
import { useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Point } from './hexes'
import type { Viewport } from './viewport'

const GAP_PX = 8

interface AnchoredProps {
    viewport: Viewport
    at: Point
    /** Half the size of what lies there, so that it is not hidden. */
    clear: number
    class: string
    role: 'dialog'
    label: string
    /** Focus comes in when it appears, if it was on the board, and goes back when it goes. */
    takesFocus: boolean
    onClose: () => void
    children: ComponentChildren
}

function settle(box: HTMLElement, viewport: Viewport, at: Point, clear: number) {
    const { width, height } = viewport.size.value
    const px = viewport.toWindow(at)
    const away = clear * viewport.view.value.scale + GAP_PX
    const w = box.offsetWidth, h = box.offsetHeight
    const above = px.y - away - h
    const y = above >= GAP_PX ? above : px.y + away
    const within = (x: number, size: number, most: number) =>
        Math.max(GAP_PX, Math.min(x, most - size - GAP_PX))
    box.style.left = `${within(px.x - w / 2, w, width)}px`
    box.style.top = `${within(y, h, height)}px`
}

export function Anchored(props: AnchoredProps) {
    const box = useRef<HTMLDivElement>(null)
    const { viewport, at, clear } = props
    const place = useRef({ at, clear })
    place.current = { at, clear }
    useSignalEffect(() => {
        if (box.current)
            settle(box.current, viewport, place.current.at, place.current.clear)
    })
    useLayoutEffect(() => settle(box.current!, viewport, at, clear))
    useLayoutEffect(() => {
        const before = document.activeElement
        const board = box.current!.closest('.board')
        if (!props.takesFocus || !board?.contains(before))
            return
        const inside = box.current!.querySelector<HTMLElement>('a[href], button:not(:disabled)')
        ;(inside ?? box.current!).focus({ preventScroll: true })
        return () => {
            if (before instanceof Element)
                requestAnimationFrame(() => refocus(board, before))
        }
    }, [])
    return <div ref={box} class={`board-anchored ${props.class}`} role={props.role}
                aria-label={props.label} tabIndex={-1}
                onKeyDown={event => {
                    if (event.key === 'Escape') {
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
