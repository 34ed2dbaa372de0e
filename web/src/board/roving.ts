/* Going over the board with arrow keys: from stop to stop, the nearest in that direction. */
import type { Place } from './contract'
import type { Point } from './hexes'

/** Somewhere the keyboard can stand: a piece or a stack (its key is the id of the piece on top), or
 *  a place that is lit ("place 0406 ", with the piece that is meant). The key is in data-stop. */
export interface Stop { key: string; at: Point; label: string; place: Place }

export const arrows: Record<string, Point> = {
    ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }
}

/** The stop to go to: near, and not far off the way. What lies more than 60 degrees off the way is
 *  in another direction. */
export function nextStop(stops: readonly Stop[], from: Point, way: Point): Stop | undefined {
    let best: Stop | undefined, least = Infinity
    for (const stop of stops) {
        const dx = stop.at.x - from.x, dy = stop.at.y - from.y
        const ahead = dx * way.x + dy * way.y
        const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x)
        if (ahead <= 0.5 || aside > ahead * 1.75)
            continue
        const cost = ahead + 2 * aside
        if (cost < least) {
            least = cost
            best = stop
        }
    }
    return best
}

/** The nearest stop, if it is not farther than that. */
export function nearestStop(stops: readonly Stop[], at: Point, within: number): Stop | undefined {
    const gap = (s: Stop) => Math.hypot(s.at.x - at.x, s.at.y - at.y)
    return stops.filter(s => gap(s) <= within).sort((a, b) => gap(a) - gap(b))[0]
}
