/* Pieces of a bare table that cannot be pointed at one by one: they overlap, or are so small on the
 * screen that a finger, or a mouse, means several at once. They are opened like a stack. */
import type { Point } from './hexes'

/** How far from its middle a piece may be meant, in pixels. */
export const FINGER_PX = 22
const MOUSE_PX = 6

export const reachOf = (pointer: string) => pointer === 'touch' ? FINGER_PX : MOUSE_PX

/** Those that lie under a point, or have their middle within reach of it; the nearest is first. */
export function crowdAt<T extends { at: Point }>(pieces: readonly T[], at: Point, reach: number,
                                                 lies: (piece: T) => boolean): T[] {
    const gap = ({ at: middle }: T) => Math.hypot(middle.x - at.x, middle.y - at.y)
    return pieces.filter(piece => gap(piece) <= reach || lies(piece))
        .sort((a, b) => gap(a) - gap(b))
}
