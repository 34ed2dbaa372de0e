/* What is supposed at the decisions odds stop at: for each the moves there are, and for those who
 * know how a policy is written, a line. */
import { useEffect, useState } from 'preact/hooks'
import type { Odds, OddsDecision, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { sideTitle } from './names'
import { Para } from './para'
import { entriesOf, entryWords, learnWords, withEntry, withoutEntry } from './supposed'
import { notation, type Ui } from './ui'

interface SupposeProps {
    ui: Ui; plan: Plan; odds: Odds; given: string
    onGiven(given: string): void
}

/** An entry in words; as it is written for those who want that. */
const told = (entry: string) => notation.value ? entry : entryWords(entry)

export function Suppose(props: SupposeProps) {
    const { plan, odds, given, onGiven } = props
    learnWords(odds, side => sideTitle(plan, side))
    return <section class="suppose" aria-label={say('odds.given')}>
        <h3>{say('odds.given')}</h3>
        {given !== '' && <p class="soft">{say('odds.given_best')}</p>}
        {given !== '' && <div class="row">
            {entriesOf(given).map((entry, i) => <button key={entry} type="button"
                class="button chip-button"
                aria-label={say('odds.unsuppose', { entry: told(entry) })}
                onClick={() => onGiven(withoutEntry(given, i))}>
                {told(entry)} <span aria-hidden="true">×</span></button>)}
        </div>}
        {odds.decisions.map(one => <Decision key={`${one.side} ${one.decision}`} {...props}
            decision={one} />)}
        {notation.value && <Line given={given} onGiven={onGiven} />}
    </section>
}

function Decision(props: SupposeProps & { decision: OddsDecision }) {
    const { plan, given, decision: { side, decision, short, para, moves, says, more } } = props
    const id = `suppose-${side}-${decision.replaceAll(' ', '-')}`
    return <div class="column suppose-decision">
        <span><label for={id}>
            {say('odds.decides', { side: sideTitle(plan, side), decision: short ?? decision })}
        </label> <Para ui={props.ui} para={para} /></span>
        <select id={id} value="" onChange={event =>
            props.onGiven(withEntry(given, side, event.currentTarget.value))}>
            <option value="">{say('odds.stops')}</option>
            {moves.map((move, i) => <option key={move} value={move}>{says?.[i] || move}</option>)}
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
