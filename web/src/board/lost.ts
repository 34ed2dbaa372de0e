/* What was lost between two states, and where. */
import type { Piece, State } from '../umpire/documents'
import { isGone, isOnBoard } from './names'

export interface Loss {
    /** As it stood before: that is where it happened. */
    piece: Piece
    /** Steps; all of them: it is gone. */
    lost: number
    gone: boolean
}

/** Nothing when time runs backwards: what is taken back was not lost. */
export function lossesBetween(before: State, after: State): Loss[] {
    if (after.line <= before.line)
        return []
    return before.pieces.filter(isOnBoard).flatMap((piece): Loss[] => {
        const now = after.pieces.find(p => p.id === piece.id)
        const gone = !now || isGone(now)
        const lost = piece.steps - (now?.steps ?? 0)
        return lost > 0 ? [{ piece, lost, gone }] : []
    })
}
