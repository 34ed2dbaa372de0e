/* All units of both sides, by side and group: what they are and how they are; tapped, they are
 * picked, and everything about them is told. */
import { useState } from 'preact/hooks'
import type { Force, Piece } from '../umpire/documents'
import { PiecePicture } from '../board/element'
import { isGone } from '../board/names'
import { say } from '../words/words'
import { groupTitle } from './moves'
import { sideClass, sideTitle } from './names'
import { OnePiece } from './pieces'
import type { Play } from './play'

/** What the list needs of a piece, where the game tells of no forces. */
const forceOf = (piece: Piece): Force => ({
    id: piece.id, title: piece.title || piece.id, side: piece.side, can_act: piece.can_act,
    ...(piece.group ? { group: piece.group } : {}),
    state: [isGone(piece) ? say('forces.gone') : piece.hex ?? '', piece.steps_full > 1
        ? say('piece.steps', { steps: piece.steps, full: piece.steps_full }) : '', piece.states]
        .filter(Boolean).join(', ')
})

export function ForcesPanel(props: { play: Play }) {
    const { play } = props
    const { plan } = play.table
    const state = play.board.value
    const forces = state.forces?.length ? state.forces : state.pieces.map(forceOf)
    const own = play.ownSide.value
    const sides = [...plan.sides].sort((a, b) => Number(b === own) - Number(a === own))
    return <div class="forces">
        {sides.map((side, i) => <details key={side} class={`force-side ${sideClass(plan, side)}`}
            open={own === undefined || i === 0}>
            <summary><strong>{sideTitle(plan, side)}</strong>{' '}
                <span class="soft">{forces.filter(f => f.side === side).length}</span></summary>
            <Groups play={play} forces={forces.filter(f => f.side === side)} />
        </details>)}
    </div>
}

function Groups(props: { play: Play; forces: readonly Force[] }) {
    const { play, forces } = props
    const groups = new Map<string, Force[]>()
    for (const force of forces)
        groups.set(force.group ?? '', [...(groups.get(force.group ?? '') ?? []), force])
    return <>{[...groups].map(([group, list]) => <section key={group}>
        {groups.size > 1 && <h3>{groupTitle(play, group)}</h3>}
        <ul class="force-list">{list.map(force =>
            <ForceLine key={force.id} play={play} force={force} />)}</ul>
    </section>)}</>
}

function ForceLine(props: { play: Play; force: Force }) {
    const { play, force } = props
    const [opened, setOpened] = useState(false)
    const piece = play.shown.value.pieces.find(p => p.id === force.id)
    const picked = play.picked.value.has(force.id)
    const open = piece ? picked : opened
    const able = force.can_act ?? piece?.can_act
    return <li class="force">
        <button type="button" class="button force-name" aria-pressed={open}
            onClick={() => {
                if (piece && !isGone(piece))
                    play.pick(force.id, false)
                else
                    setOpened(!opened)
            }}>
            {piece && <span class="piece-small"><PiecePicture plan={play.table.plan} piece={piece} /></span>}
            <span class="force-words">
                <span class="force-title">{force.title}
                    {able && <span class="chip">{say('forces.able')}</span>}</span>
                <span class="soft">{[force.type, force.state].filter(Boolean).join(' · ')}</span>
            </span>
        </button>
        {open && force.detail && <dl class="fields">{force.detail.map(({ title, text }) =>
            <div key={title}><dt>{title}</dt><dd>{text}</dd></div>)}</dl>}
        {open && !force.detail && piece && <OnePiece play={play} piece={piece} />}
    </li>
}
