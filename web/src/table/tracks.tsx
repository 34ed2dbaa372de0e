/* How a game stands, drawn as on a printed sheet: turns as numbered boxes, phases as a row of arrows,
 * losses as boxes up to the breaking point, commands as flags. All from what the engine says. */
import { Use, looksOf } from '../board/sheet'
import type { Track } from '../umpire/documents'
import { say } from '../words/words'
import { Side } from './happened'
import { sideClass } from './names'
import { phasesOf, turnsOf } from './phases'
import type { Play } from './play'

/** So many steps of a track are drawn as boxes; a longer one is a bar. */
const BOXES_MOST = 30

export const trackWords = ({ text, now, of }: Track) =>
    text || (of ? say('aim.of', { now: now ?? 0, needed: of }) : String(now ?? ''))

/** All tracks; brief: those that are drawn, as a band over the orders. */
export function Tracks(props: { play: Play; brief?: boolean }) {
    const { play, brief = false } = props
    const { tracks = [], turn } = play.shown.value
    const shown = tracks.filter(track => track.kind === 'phase' ? track.steps : !brief || track.of)
    if (!shown.length)
        return null
    return <ul class={`tracks ${looksOf(play.table.plan)}${brief ? ' tracks-brief' : ''}`}>
        {shown.map(track => <li key={`${track.id} ${track.side ?? ''}`}
            class={`track track-${track.kind} ${sideClass(play.table.plan, track.side)}`}>
            {track.kind === 'phase' ? <Phases track={track} step={turn.step} />
                : <><span class="track-title"><Side plan={play.table.plan} side={track.side} />
                    {track.title}</span>
                    <span class="track-words">{trackWords(track)}</span>
                    {!track.of ? null : track.kind === 'turn' && track.of <= BOXES_MOST
                        ? <Turns now={track.now ?? 0} of={track.of} steps={track.steps} />
                        : <Boxes kind={track.kind} now={track.now ?? 0} of={track.of} />}</>}
        </li>)}
    </ul>
}

function Phases(props: { track: Track; step: string }) {
    return <ol class="track-phases" aria-label={props.track.title}>
        {phasesOf(props.track.steps, props.step).map(({ title, here }) =>
            <li key={title} aria-current={here ? 'step' : undefined}>{title}</li>)}
    </ol>
}

/** The turns with their dates, where the sheet has them: days under their month, hours under their day. */
function Turns(props: { now: number; of: number; steps: string | undefined }) {
    let turn = 0
    return <span class="track-boxes boxes-turn" aria-hidden="true">
        {turnsOf(props.steps, props.of).map(({ title, boxes }) => <i key={title} class={title && 'turn-group'}>
            {title && <b>{title}</b>}
            {boxes.map(box => {
                turn += 1
                return <span key={turn} class={turn === props.now ? 'here' : turn < props.now ? 'full' : ''}>{box}</span>
            })}
        </i>)}
    </span>
}

/** What fills a box of a track of that kind: skulls for losses, flags for commands. */
const SIGNS: Record<string, string> = { losses: 'mark-lost', morale: 'mark-lost', commands: 'mark-objective' }

const Sign = (props: { of: string }) =>
    <svg viewBox="-15 -15 30 30" aria-hidden="true" focusable="false"><Use of={props.of} /></svg>

export function Boxes(props: { now: number; of: number; kind?: string }) {
    const { now, of, kind = '' } = props
    const full = Math.max(0, Math.min(now, of))
    if (of > BOXES_MOST)
        return <span class="bar track-bar" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${100 * full / of}%` }} /></span>
    const sign = SIGNS[kind]
    return <span class={`track-boxes boxes-${kind || 'plain'}`} aria-hidden="true">
        {Array.from({ length: of }, (_, i) =>
            <span key={i} class={i < full ? 'full' : ''}>
                {sign && i < full ? <Sign of={sign} /> : ''}</span>)}
    </span>
}
