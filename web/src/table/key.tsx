/* The key: every kind of piece in play as it is drawn, and what it is called. */
import { PiecePicture } from '../board/element'
import { hasDrawing } from '../board/sheet'
import type { Piece } from '../umpire/documents'
import { say } from '../words/words'
import type { Play } from './play'

/** One piece of every kind, fresh, in the order of the armies. */
function kindsOf(play: Play): { piece: Piece; type: string }[] {
    const { pieces, forces = [] } = play.shown.value
    const types = new Map(forces.map(force => [force.id, force.type ?? '']))
    const kinds = new Map<string, { piece: Piece; type: string }>()
    for (const piece of pieces) {
        const type = types.get(piece.id)
        const key = `${piece.side} ${type} ${piece.figure}`
        if (type && hasDrawing(piece.figure) && !kinds.has(key))
            kinds.set(key, { type, piece: { ...piece, states: '', can_act: false, reduced: false,
                                            steps: piece.steps_full } })
    }
    return [...kinds.values()]
}

export function Key(props: { play: Play }) {
    const kinds = kindsOf(props.play)
    if (!kinds.length)
        return null
    return <section aria-labelledby="key-title">
        <h3 id="key-title">{say('aim.key')}</h3>
        <ul class="key">{kinds.map(({ piece, type }) => <li key={piece.id}>
            <span class="piece-small"><PiecePicture plan={props.play.table.plan} piece={piece} /></span>
            {type}</li>)}</ul>
    </section>
}
