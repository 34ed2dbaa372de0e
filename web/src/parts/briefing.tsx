/* A briefing: where and when, who you are, your task and the enemy's, how long, what to watch. */
import { Sentence } from './sentence'
import type { Briefing, SideBriefing } from '../umpire/documents'
import { say, type Key } from '../words/words'

const lines: [of: 'you_are' | 'task' | 'enemy' | 'length', words: Key][] = [
    ['you_are', 'briefing.you_are'], ['task', 'briefing.task'], ['enemy', 'briefing.enemy'],
    ['length', 'briefing.length']
]

export function BriefingCard(props: {
    briefing: Briefing; sides: readonly string[]; titles: readonly string[] | undefined
    /** The side that is told first, and opened; undefined: all alike. */
    own?: string | undefined
}) {
    const { briefing, sides, titles, own } = props
    const told = [...briefing.sides].sort((a, b) => Number(b.side === own) - Number(a.side === own))
    const titleOf = (side: string) => titles?.[sides.indexOf(side)] || side
    return <div class="briefing">
        {briefing.place && <p class="briefing-place"><Sentence text={briefing.place} /></p>}
        <p class="soft briefing-size">{[
            briefing.minutes ? say('briefing.minutes', { minutes: briefing.minutes }) : '',
            briefing.hard ?? '',
            briefing.first_seat ? say('briefing.first', { side: titleOf(briefing.first_seat) }) : ''
        ].filter(Boolean).join(' · ')}</p>
        {told.map((side, i) => <details key={side.side} open={own === undefined || i === 0}
            class={`briefing-side side-${sides.indexOf(side.side)}`}>
            <summary>{titleOf(side.side)}</summary>
            <SideTold side={side} />
        </details>)}
    </div>
}

function SideTold(props: { side: SideBriefing }) {
    const { side } = props
    return <>
        <dl class="briefing-lines">
            {lines.filter(([of]) => side[of]).map(([of, words]) => <div key={of}>
                <dt>{say(words)}</dt><dd><Sentence text={side[of]!} /></dd></div>)}
        </dl>
        {side.watch && side.watch.length > 0 && <>
            <p class="briefing-watch">{say('briefing.watch')}</p>
            <ul>{side.watch.map((one, i) => <li key={i}><Sentence text={one} /></li>)}</ul>
        </>}
    </>
}
