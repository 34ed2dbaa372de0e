/* What odds promise whoever decides: the steps others lose less those of one's own, on average. */
import type { Odds, State } from '../umpire/documents'
import type { Field } from './choices'

export function promiseOf(field: Field, state: State, odds: Odds): number {
    const steps = new Map(state.pieces.map(piece => [`${piece.id}.steps`, piece]))
    return odds.rows.reduce((sum, { values, value }) => {
        let gain = 0
        for (const [name, left] of Object.entries(values)) {
            const piece = steps.get(name)
            if (piece)
                gain += (piece.steps - Number(left)) * (field.isOwn(piece.id) ? -1 : 1)
        }
        return sum + value * gain
    }, 0)
}
