/* The move a player has in mind, and places as the engine and the eye see them. */
import type { Place } from '../board/contract'
import type { Drag, GameEvent, Odds, Piece, Shape } from '../umpire/documents'
import type { Choice } from './choices'
import type { Onward } from './fold'

/** A move the player is about to make. */
export interface Mind {
    move: string
    /** The move as a sentence; and what its button says. */
    says: string
    short: string
    /** What would be wasted by it: said gently, and then it waits for the button. */
    wastes: Waste | undefined
    at: Place | undefined
    /** Hexes it passes, where it is a path. */
    path: readonly string[]
    /** The same with what is spent on reaching each, as soon as the engine has said so. */
    way?: readonly { hex: string; spent: number; half?: boolean }[] | undefined
    /** The same aim, other pieces or another way. */
    others: readonly Choice[]
    changed: readonly Piece[]
    /** Zones and arcs of the changed pieces. */
    shapes: readonly Shape[]
    gone: readonly string[]
    events: readonly GameEvent[]
    /** Why it comes no nearer to where the player pointed. */
    because: { para: string; text: string } | undefined
    /** null: not yet counted. */
    odds: Odds | null
    /** It only names who acts: there he goes then. */
    onward?: Onward
    given: string
    measure: string
}

/** What is supposed of decisions on the way until somebody says otherwise: what looks best there. */
export const SENSIBLY = '?'

/** On a bare table a second click this near to the first means the same place (micrometres). */
const SAME_PLACE = 8000

/** Something that is lost when a move is made, and the pieces it is about. */
export interface Waste {
    words: string; pieces: readonly string[]
    /** Too much to be told only afterwards. */
    grave?: boolean
}

export const plainMind = (move: string, { says, short }: { says?: string | undefined
    short?: string | undefined } = {}): Mind => ({
    move, says: says ?? '', short: short ?? '', wastes: undefined, at: undefined, path: [], others: [], changed: [], shapes: [], gone: [], events: [],
    because: undefined, odds: null, given: SENSIBLY, measure: ''
})

export const draggedMind = (drag: Drag, at: Place): Mind => ({
    ...plainMind(drag.move, drag), at, changed: drag.changed, shapes: drag.shapes ?? [], gone: drag.gone,
    events: drag.events, because: drag.because
})

/** Where on a bare table the piece would stand. */
export function ghostOf(mind: Mind): { x: number; y: number } | undefined {
    const base = mind.changed.find(piece => piece.base)?.base
    return base && mind.at?.x !== undefined ? { x: base.x, y: base.y } : undefined
}

/** Does chance or a reckoning follow, so that the player should look before he leaps? */
export const isRisky = (odds: Odds) =>
    Boolean(odds.dice) || odds.rows.length > 1 || endsGame(odds) ||
    odds.events.some(e => e.kind === 'modifier' || e.kind === 'looked')

/** Is the game over with it? Nobody decides next, and no die is awaited. */
const endsGame = ({ rows }: Odds) =>
    rows.length === 1 && rows[0]!.decision === null && !rows[0]!.die && !rows[0]!.stopped

/** A place as sandtable_drag reads it. */
export function placeText(at: Place, heading: number | undefined): string {
    return at.hex ?? `${Math.round(at.x ?? 0)},${Math.round(at.y ?? 0)}` +
        (heading === undefined ? '' : `,${heading}`)
}

/** Would a second click there mean the same? */
export function samePlace(a: Place | undefined, b: Place, within = SAME_PLACE): boolean {
    if (!a)
        return false
    if (b.piece !== undefined && a.piece === b.piece)
        return true
    if (a.hex !== undefined || b.hex !== undefined)
        return a.hex === b.hex
    return a.x !== undefined && b.x !== undefined &&
        Math.hypot(a.x - b.x, (a.y ?? 0) - (b.y ?? 0)) < within
}
