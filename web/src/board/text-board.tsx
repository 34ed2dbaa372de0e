/* The board in words: the same state for those who listen, and for small screens. */
import type { Piece } from '../umpire/documents'
import { isHexMap } from '../umpire/documents'
import { say } from '../words/words'
import type { BoardProps, Hint, Place } from './contract'
import { hintWords, litPlaces } from './hints'
import { factorsOf, isOnBoard, lookName, plainName, sideClass, sideIndex, sideTitle } from './names'

type TextBoardProps = Pick<BoardProps, 'plan' | 'state' | 'picked' | 'hints' | 'onPick' |
                           'onPlace'>

function placeWords(piece: Piece): string {
    if (piece.hex)
        return piece.hex
    if (!piece.base)
        return say('board.offMap')
    return say('board.atMm', { x: Math.round(piece.base.x / 1000),
                               y: Math.round(piece.base.y / 1000),
                               heading: Math.round(piece.base.heading / 4) })
}

function Row(props: { piece: Piece; picked: boolean; pick: TextBoardProps['onPick'] }) {
    const { piece } = props
    return <tr>
        <th scope="row">
            <button type="button" class="button" aria-pressed={props.picked}
                    onClick={event => props.pick(piece.id, event.shiftKey)}>
                {[piece.id, piece.title].filter(word => word).join(' ')}
            </button>
        </th>
        <td data-title={say('text.place')}>{placeWords(piece)}</td>
        <td data-title={say('text.strength')}>
            {[piece.type ?? piece.symbol, factorsOf(piece)].filter(word => word).join(' ')}</td>
        <td data-title={say('text.steps')}>{piece.steps_full > 1
            ? say('text.stepsOf', { steps: piece.steps, full: piece.steps_full }) : piece.steps}
        </td>
        <td data-title={say('text.state')}>
            {[piece.reduced ? say('board.reduced') : '', piece.says ?? piece.states.trim()]
                .filter(word => word).join(', ') || '–'}</td>
        <td data-title={say('text.mayAct')}>{say(piece.can_act ? 'text.yes' : 'text.no')}</td>
    </tr>
}

const byPlace = (a: Piece, b: Piece) =>
    (a.hex ?? '').localeCompare(b.hex ?? '') || a.id.localeCompare(b.id, 'en', { numeric: true })

function Pieces(props: TextBoardProps & { title: string; pieces: Piece[] }) {
    if (!props.pieces.length)
        return null
    const heads = ['text.piece', 'text.place', 'text.strength', 'text.steps', 'text.state',
                   'text.mayAct'] as const
    return <table class="text-pieces">
        <caption>{props.title}</caption>
        <thead><tr>{heads.map(key => <th key={key} scope="col">{say(key)}</th>)}</tr></thead>
        <tbody>{[...props.pieces].sort(byPlace).map(piece =>
            <Row key={piece.id} piece={piece} picked={props.picked.has(piece.id)}
                 pick={props.onPick} />)}</tbody>
    </table>
}

function placeOfHint(hint: Hint): { words: string; place: Place } {
    const place: Place = {
        ...(hint.hex !== undefined ? { hex: hint.hex } : {}),
        ...(hint.x !== undefined && hint.y !== undefined ? { x: hint.x, y: hint.y } : {}),
        ...(hint.piece !== undefined ? { piece: hint.piece } : {})
    }
    const at = hint.x !== undefined && hint.y !== undefined
        ? say('board.placeMm', { x: Math.round(hint.x / 1000), y: Math.round(hint.y / 1000) })
        : hint.hex !== undefined ? say('board.inHex', { hex: hint.hex }) : ''
    return { place, words: [hint.piece, at].filter(word => word).join(', ') }
}

function Choices(props: TextBoardProps) {
    const lit = litPlaces(props.hints)
    const list = (kind: Hint['kind'], title: string) => {
        const chosen = lit.filter(hint => hint.kind === kind)
        return chosen.length > 0 && <>
            <h4>{title}</h4>
            <ul class="text-choices">{chosen.map((hint, i) => {
                const { place, words } = placeOfHint(hint)
                return <li key={i}><button type="button" class="button"
                                           aria-label={hintWords(hint, words)}
                                           onClick={() => props.onPlace(place)}>
                    {words}{hint.label ? ` (${hint.label})` : ''}
                </button></li>
            })}</ul>
        </>
    }
    return <section aria-live="polite">
        {props.picked.size > 0 &&
            <p>{say('text.picked', { pieces: [...props.picked].join(', ') })}</p>}
        {list('move', say('text.goes'))}
        {list('target', say('text.targets'))}
    </section>
}

function Ground({ plan, state }: TextBoardProps) {
    const shapes = (state.shapes ?? []).filter(s => s.kind === 'ground' || s.kind === 'line')
    if (!shapes.length || !plan.map || isHexMap(plan.map))
        return null
    return <section>
        <h3>{say('text.ground')}</h3>
        <ul>{shapes.map((s, i) => {
            const xs = s.points.filter((_, k) => k % 2 === 0).map(x => Math.round(x / 1000))
            const ys = s.points.filter((_, k) => k % 2 === 1).map(y => Math.round(y / 1000))
            return <li key={i}>{say('text.groundAt', {
                name: plainName(s.label) || lookName(s.look), look: lookName(s.look),
                x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys)
            })}</li>
        })}</ul>
    </section>
}

function Side(props: TextBoardProps & { side: string | null }) {
    const { plan, state, side } = props
    const own = state.pieces.filter(p => p.side === side)
    if (!own.length)
        return null
    return <section class={sideClass(sideIndex(plan, side))}>
        <h3 class="text-side">{sideTitle(plan, side)}</h3>
        <Pieces {...props} title={say('text.onBoard')} pieces={own.filter(isOnBoard)} />
        <Pieces {...props} title={say('text.off')} pieces={own.filter(p => !isOnBoard(p))} />
    </section>
}

function marksOf(state: BoardProps['state']) {
    return state.marks.map(m => m.hex === null ? m.text
        : say('text.mark', { hex: m.hex, text: m.text.trim() }))
}

export function TextBoard(props: TextBoardProps) {
    const { plan, state } = props
    const marks = marksOf(state)
    return <div class="text-board" role="group" aria-label={say('text.title')}>
        <p class="text-prompt">{state.prompt}</p>
        <Choices {...props} />
        {[...plan.sides, null].map(side => <Side key={side} {...props} side={side} />)}
        {marks.length > 0 && <section>
            <h3>{say('text.marks')}</h3>
            <ul>{marks.map((words, i) => <li key={i}>{words}</li>)}</ul>
        </section>}
        <Ground {...props} />
        {state.notes.length > 0 && <section>
            <h3>{say('text.notes')}</h3>
            <ul>{state.notes.map((words, i) => <li key={i}>{words}</li>)}</ul>
        </section>}
    </div>
}
