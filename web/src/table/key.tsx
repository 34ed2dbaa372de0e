/* The key: every kind of piece in play as it is drawn, and what it is called; then the ground. */
import { PiecePicture } from '../board/element'
import { lookName, looks } from '../board/names'
import { Use, hasDrawing, looksOf } from '../board/sheet'
import { type Piece, isHexMap } from '../umpire/documents'
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

/** Words of ground and lines that lie there, in the order of the catalogue. */
function groundOf(play: Play): string[] {
    const { map } = play.table.plan
    const { shapes = [] } = play.shown.value
    const used = new Set(shapes.filter(({ kind }) => kind === 'ground' || kind === 'line').map(({ look }) => look))
    if (map && isHexMap(map)) {
        for (const { look, place, level } of map.hexes)
            [look, place ?? '', level > 0 ? 'slope' : ''].forEach(word => used.add(word))
        for (const { kind } of map.edges)
            used.add(kind)
    }
    return looks.filter(word => used.has(word))
}

/** The swatch of a word of ground; some manners have one of their own. */
function swatchOf(play: Play, word: string): string | undefined {
    const { manner } = play.table.plan
    return [`key-${manner}-${word}`, `key-${word}`].find(hasDrawing)
}

function GroundKey(props: { play: Play }) {
    const { plan } = props.play.table
    const words = groundOf(props.play).flatMap(word => {
        const swatch = swatchOf(props.play, word)
        return swatch ? [{ word, swatch }] : []
    })
    if (!words.length)
        return null
    return <section aria-labelledby="ground-title">
        <h3 id="ground-title">{say('aim.ground')}</h3>
        <ul class="key key-ground">{words.map(({ word, swatch }) => <li key={word}>
            <svg class={`swatch ${looksOf(plan)}`} viewBox="-24 -13 48 26" aria-hidden="true" focusable="false">
                <path class="k-paper" d="M-24-13h48v26h-48Z" />
                <Use of={swatch} />
            </svg>
            {lookName(word)}</li>)}</ul>
    </section>
}

export function Key(props: { play: Play }) {
    const kinds = kindsOf(props.play)
    return <>
        {kinds.length > 0 && <section aria-labelledby="key-title">
            <h3 id="key-title">{say('aim.key')}</h3>
            <ul class="key">{kinds.map(({ piece, type }) => <li key={piece.id}>
                <span class="piece-small"><PiecePicture plan={props.play.table.plan} piece={piece} /></span>
                {type}</li>)}</ul>
        </section>}
        <GroundKey play={props.play} />
    </>
}
