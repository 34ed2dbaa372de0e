/* A stack that was opened, or a crowd of a bare table: its pieces side by side, each large enough
 * for a finger. */
import { useState } from 'preact/hooks'
import type { Piece, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { Anchored } from './anchored'
import { CounterPicture } from './counter'
import type { Point } from './hexes'
import { pieceWords } from './names'
import type { Viewport } from './viewport'

interface FanProps {
    plan: Plan
    pile: Piece[]
    at: Point
    clear: number
    viewport: Viewport
    picked: ReadonlySet<string>
    /** It can be acted on. */
    isLit: (piece: Piece) => boolean
    choose: (piece: Piece, add: boolean) => void
    close: () => void
}

const NOTHING: Point[] = []

/** Left and right go from piece to piece. */
export function walkSideways(event: KeyboardEvent & { currentTarget: HTMLElement }) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined)
        return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(here + step + buttons.length) % buttons.length]?.focus()
    event.preventDefault()
}

export function Fan(props: FanProps) {
    const [several, setSeveral] = useState(false)
    const [named, setNamed] = useState<Piece>(props.pile[0]!)
    const hex = named.hex
    const title = say(hex ? 'board.fan' : 'board.fanAt',
                      { count: props.pile.length, hex: hex ?? '' })
    const pickAll = () => {
        props.pile.forEach((piece, i) => props.choose(piece, i > 0))
        props.close()
    }
    return <Anchored viewport={props.viewport} at={props.at} clear={props.clear} avoid={NOTHING}
                     class="board-fan" role="dialog" label={title} onClose={props.close}>
        <div class="fan-pieces" onKeyDown={walkSideways}>{props.pile.map(piece =>
            <button key={piece.id} type="button" data-piece={piece.id}
                    class={props.isLit(piece) ? 'is-lit' : undefined}
                    aria-pressed={props.picked.has(piece.id)}
                    onFocus={() => setNamed(piece)} onPointerEnter={() => setNamed(piece)}
                    onClick={event => props.choose(piece, several || event.shiftKey)}>
                <CounterPicture plan={props.plan} piece={piece} />
                <span class="visually-hidden">{pieceWords(props.plan, piece, false)}</span>
            </button>)}
        </div>
        <p class="fan-name" aria-hidden="true">{pieceWords(props.plan, named, false)}</p>
        <div class="fan-foot">
            <label><input type="checkbox" checked={several}
                          onChange={event => setSeveral(event.currentTarget.checked)} />
                {say('board.several')}</label>
            <button type="button" class="button" onClick={pickAll}>{say('board.pickAll')}</button>
            <button type="button" class="button" onClick={props.close}>{say('board.close')}</button>
        </div>
    </Anchored>
}
