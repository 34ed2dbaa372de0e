/* A piece in words: what it is, how it is, every field of it. */
import { useEffect, useState } from 'preact/hooks'
import { PiecePicture } from '../board/element'
import { factorsOf } from '../board/names'
import { isFailed, isRefused, type Fields, type Piece } from '../umpire/documents'
import { say } from '../words/words'
import { Side } from './happened'
import { sideClass } from './names'
import type { Play } from './play'
import { notation } from './ui'

/** Where it stands, in words; on a bare table that is seen, and its measures stand among all there is about it. */
function whereIs(piece: Piece): string {
    return piece.hex ? say('piece.at', { hex: piece.hex }) : piece.base ? '' : say('piece.off')
}

/** The card of a picked piece: how it looks, what it is and how it stands; alone, also all about it. */
export function PieceHead(props: { play: Play; piece: Piece; alone?: boolean }) {
    const { piece, alone = false } = props
    const { plan } = props.play.table
    const force = props.play.shown.value.forces?.find(f => f.id === piece.id)
    const steps = piece.steps_full > 1
        ? say('piece.steps', { steps: piece.steps, full: piece.steps_full }) : ''
    return <header class={`piece-head ${sideClass(plan, piece.side)}${alone ? ' alone' : ''}`}>
        <span class="piece-picture"><PiecePicture plan={plan} piece={piece} /></span>
        <div>
            <h3>{piece.title || piece.id}
                {notation.value && piece.title && <span class="mono soft"> {piece.id}</span>}</h3>
            <p>
                <Side plan={plan} side={piece.side} />
                {(force ? [force.type, steps, whereIs(piece), force.state]
                    : [`${piece.symbol} ${factorsOf(piece)}`.trim(), steps, whereIs(piece), piece.states])
                    .filter(Boolean).join(', ')}
            </p>
            {alone && force?.detail && <details class="piece-can"><summary>{say('piece.more')}</summary>
                <p class="soft">{force.detail.map(({ title, text }) => `${title}: ${text}`).join(' · ')}</p></details>}
        </div>
    </header>
}

/** Every field of a piece. */
export function OnePiece(props: { play: Play; piece: Piece }) {
    const { play, piece } = props
    const [fields, setFields] = useState<Fields | null>(null)
    const { hash } = play.now.value
    useEffect(() => {
        let here = true
        play.table.fields(piece.id).then(said => {
            if (here && !isFailed(said) && !isRefused(said))
                setFields(said)
        }, () => {})
        return () => { here = false }
    }, [piece.id, hash])
    return fields && <dl class="fields">
        {fields.fields.map(field => <div key={field.name}>
            <dt>{field.title || field.name}</dt><dd>{field.text}</dd>
        </div>)}
    </dl>
}
