/* What it is about: who you are, what you must do, how far you are; and how the game stands. */
import { useLoaded } from '../app/load'
import { BriefingCard } from '../parts/briefing'
import { Sentence } from '../parts/sentence'
import type { Goal } from '../umpire/documents'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { Side } from './happened'
import { Key } from './key'
import { sideClass } from './names'
import type { Play } from './play'
import { Boxes, Tracks } from './tracks'
import type { Ui } from './ui'

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
        <Key play={play} />
        {!goals.length && !tracks.length && !briefing && <p class="soft">{plan.blurb}</p>}
    </div>
}

/** Before one's first decision: what it is all about, in a sentence, beside what may be done. */
export function FirstTask(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const { game, scenario } = play.table.plan
    const own = play.ownSide.value
    const began = play.lines.value.some(line => line.kind === 'move' && line.side === own)
    const briefing = useLoaded(async () => own === undefined || began ? undefined
        : umpire.briefing(`${game}/${scenario}`), [game, scenario, own])
    const task = briefing?.sides.find(({ side }) => side === own)?.task
    if (!task || began)
        return null
    return <section class="first-task" aria-label={say('briefing.task')}>
        <p><strong>{say('briefing.task')}:</strong> <Sentence text={task} /></p>
        <button type="button" class="button quiet" onClick={() => ui.show('aim')}>
            {say('aim.whole')}</button>
    </section>
}

export function GoalLine(props: { play: Play; goal: Goal }) {
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
