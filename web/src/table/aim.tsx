/* What it is about: who you are, what you must do, how far you are; and how the game stands. */
import { useLoaded } from '../app/load'
import { BriefingCard } from '../parts/briefing'
import type { Goal, Track } from '../umpire/documents'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { Side } from './happened'
import { sideClass } from './names'
import type { Play } from './play'

/** So many steps of a track are drawn as boxes; a longer one is a bar. */
const BOXES_MOST = 16

export function AimPanel(props: { play: Play }) {
    const { play } = props
    const { plan } = play.table
    const { goals = [], tracks = [] } = play.shown.value
    const briefing = useLoaded(() => umpire.briefing(`${plan.game}/${plan.scenario}`),
                               [plan.game, plan.scenario])
    const own = play.ownSide.value
    return <div class="aim">
        {goals.length > 0 && <section aria-labelledby="goals-title">
            <h3 id="goals-title">{say('aim.goals')}</h3>
            <ul class="goals">{goals.map((goal, i) =>
                <GoalLine key={i} play={play} goal={goal} />)}</ul>
        </section>}
        {tracks.length > 0 && <section aria-labelledby="tracks-title">
            <h3 id="tracks-title">{say('aim.tracks')}</h3>
            <Tracks play={play} />
        </section>}
        {briefing && <section aria-labelledby="briefing-title">
            <h3 id="briefing-title">{say('briefing.title')}</h3>
            <BriefingCard briefing={briefing} sides={plan.sides} titles={plan.side_titles}
                own={own} />
        </section>}
        {!goals.length && !tracks.length && !briefing && <p class="soft">{plan.blurb}</p>}
    </div>
}

function GoalLine(props: { play: Play; goal: Goal }) {
    const { plan } = props.play.table
    const { side, text, now, needed, met } = props.goal
    const counts = typeof now === 'number' && typeof needed === 'number' && needed > 0
    return <li class={`goal ${sideClass(plan, side)}`}>
        <p><Side plan={plan} side={side} />{text}{' '}
            {counts && <strong class="goal-count">{say('aim.of', { now, needed })}</strong>}
            {met && <span class="chip">{say('aim.met')}</span>}</p>
        {counts && <Boxes now={now} of={needed} />}
    </li>
}

export function Tracks(props: { play: Play }) {
    const { play } = props
    const { plan } = play.table
    return <ul class="tracks">
        {(play.shown.value.tracks ?? []).filter(t => t.kind !== 'phase').map(track =>
            <li key={`${track.id} ${track.side ?? ''}`} class={`track ${sideClass(plan, track.side)}`}>
                <span class="track-title"><Side plan={plan} side={track.side} />{track.title}</span>
                <strong>{trackWords(track)}</strong>
                {track.of ? <Boxes now={track.now ?? 0} of={track.of} /> : null}
            </li>)}
    </ul>
}

export const trackWords = ({ text, now, of }: Track) =>
    text || (of ? say('aim.of', { now: now ?? 0, needed: of }) : String(now ?? ''))

function Boxes(props: { now: number; of: number }) {
    const { now, of } = props
    const full = Math.max(0, Math.min(now, of))
    return of <= BOXES_MOST
        ? <span class="track-boxes" aria-hidden="true">{Array.from({ length: of }, (_, i) =>
            <span key={i} class={i < full ? 'full' : ''} />)}</span>
        : <span class="bar track-bar" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${100 * full / of}%` }} /></span>
}
