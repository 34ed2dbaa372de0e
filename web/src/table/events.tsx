/* Events of the engine as a list: modifiers, charts that were read, what is told. */
import type { GameEvent } from '../umpire/documents'
import { say } from '../words/words'
import { ChartLit } from './chart'
import { Para } from './para'
import { notation, type Ui } from './ui'

export function Events(props: {
    ui: Ui; game: string; events: readonly GameEvent[]; charts?: boolean
}) {
    const { ui, game, events } = props
    if (!events.length)
        return null
    return <ul class="events">
        {events.map((event, i) => <li key={i} class={`event event-${event.kind}`}>
            <EventWords event={event} /> <Para ui={ui} para={event.para} />
            {props.charts && event.cite &&
                <ChartLit ui={ui} game={game} id={event.cite.chart}
                    lit={[{ cite: event.cite, sure: true, why: [] }]} />}
        </li>)}
    </ul>
}

function EventWords(props: { event: GameEvent }) {
    const { event } = props
    if (event.says && !notation.value)
        return event.kind === 'modifier' ? <strong>{event.says}</strong> : <span>{event.says}</span>
    if (event.kind === 'looked' && event.cite) {
        const { title, row, column, cell } = event.cite
        return <span>{title}: {row} × {column} = <strong>{cell}</strong></span>
    }
    if (event.kind === 'modifier')
        return <strong>{event.text}</strong>
    if (event.kind === 'forced')
        return <span class="soft">{say('happened.forced', { text: event.text })}</span>
    return <span>{event.text}</span>
}
