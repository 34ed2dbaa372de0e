/* What is supposed at the decisions odds stop at: for each the moves there are, and for those who
 * know how a policy is written, a line. */
import { useEffect, useState } from 'preact/hooks'
import type { OddsDecision, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { sideTitle } from './names'
import { Para } from './para'
import { entriesOf, withEntry, withoutEntry } from './supposed'
import type { Ui } from './ui'

interface SupposeProps {
    ui: Ui; plan: Plan; decisions: readonly OddsDecision[]; given: string
    onGiven(given: string): void
}

export function Suppose(props: SupposeProps) {
    const { decisions, given, onGiven } = props
    return <section class="suppose" aria-label={say('odds.given')}>
        <h3>{say('odds.given')}</h3>
        {given !== '' && <div class="row">
            {entriesOf(given).map((entry, i) => <button key={entry} type="button"
                class="button chip-button" aria-label={say('odds.unsuppose', { entry })}
                onClick={() => onGiven(withoutEntry(given, i))}>
                {entry} <span aria-hidden="true">×</span></button>)}
        </div>}
        {decisions.map(one => <Decision key={`${one.side} ${one.decision}`} {...props}
            decision={one} />)}
        <Line given={given} onGiven={onGiven} />
    </section>
}

function Decision(props: SupposeProps & { decision: OddsDecision }) {
    const { plan, given, decision: { side, decision, para, moves, more } } = props
    const id = `suppose-${side}-${decision.replaceAll(' ', '-')}`
    return <div class="column suppose-decision">
        <span><label for={id}>
            {say('odds.decides', { side: sideTitle(plan, side), decision })}
        </label> <Para ui={props.ui} para={para} /></span>
        <select id={id} value="" onChange={event =>
            props.onGiven(withEntry(given, side, event.currentTarget.value))}>
            <option value="">{say('odds.stops')}</option>
            {moves.map(move => <option key={move} value={move}>{move}</option>)}
        </select>
        {more && <small class="soft">{say('odds.more_moves')}</small>}
    </div>
}

function Line(props: { given: string; onGiven(given: string): void }) {
    const [typed, setTyped] = useState(props.given)
    useEffect(() => setTyped(props.given), [props.given])
    return <details class="counting">
        <summary>{say('odds.policy')}</summary>
        <form class="row" onSubmit={event => {
            event.preventDefault()
            props.onGiven(typed)
        }}>
            <label class="column given-label">{say('odds.policy_label')}
                <input name="given" value={typed} placeholder={say('odds.given_hint')}
                    autocomplete="off" spellcheck={false}
                    onInput={event => setTyped(event.currentTarget.value)} />
            </label>
            <button class="button">{say('odds.count')}</button>
        </form>
    </details>
}
