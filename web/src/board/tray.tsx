/* Pieces that are off the map: waiting, in reserve, unseen, lost. They can be picked and carried
 * onto the map like the others. */
import { useState } from 'preact/hooks'
import type { Piece, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { PiecePicture } from './element'
import { walkSideways } from './fan'
import { isOnBoard, pieceWords, sideTitle } from './names'

interface TrayProps {
    plan: Plan
    all: Piece[]
    picked: ReadonlySet<string>
    choose: (piece: Piece, add: boolean) => void
    /** A click that only ends a drag. */
    swallows: () => boolean
}

/** By side and state; those who may act come first. */
function groupsOf(plan: Plan, pieces: Piece[]): { title: string; pieces: Piece[] }[] {
    const groups = new Map<string, Piece[]>()
    for (const piece of pieces) {
        const title = [sideTitle(plan, piece.side), piece.says ?? piece.states.trim()].filter(w => w).join(', ')
        groups.set(title, [...groups.get(title) ?? [], piece])
    }
    const acting = (list: Piece[]) => list.filter(p => p.can_act).length
    return [...groups].map(([title, list]) => ({ title, pieces: list }))
        .sort((a, b) => acting(b.pieces) - acting(a.pieces))
}

export function Tray(props: TrayProps) {
    const [opened, setOpened] = useState<boolean | null>(null)
    const { plan, all } = props
    const pieces = all.filter(p => !isOnBoard(p))
    const acting = pieces.filter(p => p.can_act).length
    // Until somebody says otherwise it is open while there is something to do in it, or most of the
    // pieces are still to be put on the map.
    const open = opened ?? (acting > 0 || pieces.length > all.length / 2)
    if (!pieces.length)
        return null
    return <section class="board-tray" aria-label={say('board.tray', { count: pieces.length })}>
        <button type="button" class="board-tray-title" aria-expanded={open}
                onClick={() => setOpened(!open)}>
            {say('board.tray', { count: pieces.length })}
            {acting > 0 && <span class="chip">{say('board.tray.mayAct', { count: acting })}</span>}
        </button>
        {open && <div class="board-tray-groups">{groupsOf(plan, pieces).map(group =>
            <div key={group.title} class="board-tray-group" role="group" aria-label={group.title}
                 onKeyDown={walkSideways}>
                <p class="board-tray-name" aria-hidden="true">
                    {group.title} ({group.pieces.length})</p>
                <div class="board-tray-row">{group.pieces.map(piece =>
                    <button key={piece.id} type="button" data-piece={piece.id}
                            aria-pressed={props.picked.has(piece.id)}
                            title={piece.title} onClick={event => {
                                if (!props.swallows())
                                    props.choose(piece, event.shiftKey)
                            }}>
                        <PiecePicture plan={plan} piece={piece} />
                        <span class="visually-hidden">{pieceWords(plan, piece)}</span>
                    </button>)}</div>
            </div>)}
        </div>}
    </section>
}
