/* What hints have in common on hexes and on the bare table. */
import { say } from '../words/words'
import type { Hint } from './contract'

/** Hints that can be chosen, one for a place. */
export function litPlaces(hints: readonly Hint[]): Hint[] {
    const seen = new Set<string>()
    return hints.filter(hint => {
        const key = JSON.stringify([hint.hex, hint.piece, hint.x, hint.y])
        if (hint.kind !== 'move' && hint.kind !== 'target' || seen.has(key))
            return false
        seen.add(key)
        return true
    })
}

export function hintWords(hint: Hint, place: string): string {
    const words = say(hint.kind === 'target' ? 'board.hint.target' : 'board.hint.move', { place })
    return hint.label ? say('board.hint.label', { hint: words, label: hint.label }) : words
}

export function Cross(props: { x: number; y: number; size: number }) {
    const { x, y, size: s } = props
    return <path class="hint-cross"
                 d={`M${x - s} ${y - s}l${2 * s} ${2 * s}M${x + s} ${y - s}l${-2 * s} ${2 * s}`} />
}

/** The head of an arrow along a path. */
export function Arrowheads() {
    return <defs>
        <marker id="way-head" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="4"
                markerHeight="4" orient="auto-start-reverse">
            <path class="way-head" d="M0 0L10 5L0 10Z" />
        </marker>
    </defs>
}
