/* What a board is to the page around it. A board draws a state and tells what was pointed at; it
 * knows no rules, no game and no server. Two kinds implement it: hexes and the bare table. */
import type { ComponentChildren } from 'preact'
import type { Piece, Plan, Shape, Sight, State } from '../umpire/documents'

/** A place on the board, as pointed at: a hex, or micrometres on a bare table; and the piece that
 *  lies there, if any. */
export interface Place {
    hex?: string
    x?: number; y?: number
    piece?: string
}

/** Something lit on the board. `move`: a picked piece may go there; `target`: it may act on it. */
export interface Hint {
    kind: 'move' | 'target' | 'path' | 'last' | 'wrong' | 'lit'
    hex?: string; piece?: string
    x?: number; y?: number
    /** A few letters drawn there: a cost, a chance. */
    label?: string
}

/** A bubble at a place of the board: a refusal with its paragraph, a menu. */
export interface Bubble {
    at: Place; body: ComponentChildren
    /** Pieces that it is about beside those picked: it does not hide them. */
    about?: readonly string[]
}

/** Dice on the board, beside the pieces and hexes they were thrown for. */
export interface Dice { key: string; about: readonly string[]; body: ComponentChildren }

export interface BoardProps {
    plan: Plan
    state: State
    picked: ReadonlySet<string>
    hints: readonly Hint[]
    /** Pieces as they would stand after the move in mind. */
    ghosts: readonly Piece[]
    /** Their zones and arcs there (bare table). */
    ghostShapes?: readonly Shape[]
    bubble?: Bubble | undefined
    dice?: Dice | undefined
    /** Zones and arcs of these pieces are shown (bare table); all of them with 'all'. */
    zones?: ReadonlySet<string> | 'all'
    /** How far the picked pieces may go: ends of their moves (bare table). */
    reach?: readonly Place[] | undefined
    /** How far the picked piece shoots, and its line to whoever is pointed at (bare table). */
    sight?: Sight | undefined
    /** The mouse or the focus is on this piece, or on none any more. */
    onPoint?(piece: string | null): void
    /** A piece was picked by click, tap or key; add: to those picked already. */
    onPick(piece: string, add: boolean): void
    /** A place was pointed at while pieces are picked (or none). */
    onPlace(place: Place): void
    /** A piece is dragged: over places, then dropped. heading: quarter degrees, when it was
     *  turned. */
    onDragOver(piece: string, to: Place, heading?: number): void
    onDrop(piece: string, to: Place, heading?: number): void
    /** Escape, or a drag that ended outside. */
    onCancel(): void
}
