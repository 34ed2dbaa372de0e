/* The move in mind: in the panel with all its odds, and short in a bubble on the board; a phone has
 * no room for the bubble, and its panel is under the thumb. */
import type { Bubble } from '../board/contract'
import { address } from '../app/router'
import { Sentence } from '../parts/sentence'
import { say } from '../words/words'
import { namedIn } from './choices'
import { Events } from './events'
import { Icon } from './icons'
import { OddsPanel } from './odds'
import { toldText, withTitles } from './names'
import { besides } from './news'
import { Para } from './para'
import { doOf, saysOf } from './saying'
import { ShortEnds, ShortOdds } from './short-odds'
import { ghostOf, isRisky, type Mind } from './intent'
import type { NotDone, Play, Question } from './play'
import { notation, type Ui } from './ui'
import { Promised, Ways } from './ways'

const MENU_MOST = 12
/** Events in the bubble; the panel has them all. */
const BUBBLE_MOST = 2

export function MindPanel(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const mind = play.mind.value
    if (!mind || play.held.value)
        return null
    const { plan } = play.table
    const risky = mind.odds && isRisky(mind.odds)
    return <section class="card mind" aria-labelledby="mind-title">
        <h2 id="mind-title" class="visually-hidden">{say('mind.title')}</h2>
        <div class="mind-head">
            <MindWords mind={mind} />
            <Decide play={play} mind={mind} />
        </div>
        <div class="mind-body">
            <Wasted play={play} mind={mind} />
            {mind.because && <Because play={play} ui={ui} because={mind.because} />}
            <IfAttacked play={play} />
            {mind.others.length > 0 && <Others play={play} mind={mind} />}
            {!mind.odds && <p class="soft">{say('mind.counting')}</p>}
            <MindChance mind={mind} />
            {mind.odds && risky &&
                <OddsPanel ui={ui} plan={plan} odds={mind.odds} given={mind.given}
                    measure={mind.measure}
                    onCount={(given, measure) => void play.suppose(given, measure)} />}
            {mind.odds && !risky && <Events ui={ui} game={plan.game}
                events={newIn(mind, mind.odds.events.length ? mind.odds.events : mind.events)} />}
            {mind.gone.length > 0 && <p>{say('mind.gone', { pieces: mind.gone.join(', ') })}</p>}
        </div>
    </section>
}

/** What would follow beside what the sentence says: that a man "has moved" is no news of a move in mind. */
const newIn = (mind: Mind, events: Mind['events']) => mind.says ? besides({ text: mind.move, events }) : [...events]

/** The move as a sentence; as it is written for those who want that. */
function MindWords(props: { mind: Mind }) {
    const { mind } = props
    return <>
        {mind.says && <p class="mind-says">{mind.says}</p>}
        {mind.onward && <p class="soft">{say('mind.onward')}</p>}
        {(!mind.says || notation.value) && <p class="mind-move">{mind.move}</p>}
    </>
}

/** What it promises, where dice decide. */
function MindChance(props: { mind: Mind }) {
    const { odds } = props.mind
    return odds?.chance !== undefined && isRisky(odds) ? <p><Promised chance={odds.chance} /></p> : null
}

/** What would be thrown away, before it is. */
function Wasted(props: { play: Play; mind: Mind }) {
    const { play, mind: { wastes } } = props
    return wastes ? <p class="note warn wasted">{wastes.words}{' '}
        {wastes.pieces.length > 0 && <button type="button" class="button quiet"
            onClick={() => play.show(wastes.pieces)}>{say('waste.show')}</button>}</p> : null
}

function Decide(props: { play: Play; mind: Mind }) {
    const { play, mind } = props
    return <div class="row decide">
        <button type="button" class="button primary commit" disabled={play.busy.value}
            onClick={() => void play.commit()}>
            <Icon name="check" />{mind.wastes ? say('waste.anyway', { what: doOf(mind) })
                : doOf(mind)}
        </button>
        <button type="button" class="button" onClick={() => play.cancel()}>
            {say('mind.cancel')}
        </button>
    </div>
}

function Because(props: { play: Play; ui: Ui; because: { para: string; text: string; says?: string } }) {
    return <p class="note warn">{say('mind.no_nearer')}{' '}
        {toldText(props.play.table.plan, props.because)}{' '}
        <Para ui={props.ui} para={props.because.para} /></p>
}

function Others(props: { play: Play; mind: Mind }) {
    const { play, mind } = props
    return <details class="others">
        <summary>{say('mind.others')} ({mind.others.length})</summary>
        <ul class="move-list">
            {mind.others.slice(0, MENU_MOST).map(choice => <li key={choice.move}>
                <button type="button" class="button move" data-move={choice.move}
                    onClick={() => play.choose(choice, mind.at)}>{saysOf(choice)}</button></li>)}
        </ul>
    </details>
}

// ---- refused ---------------------------------------------------------------------------------

export function Refusal(props: { play: Play; ui: Ui; refusal: NotDone }) {
    const { play, ui, refusal } = props
    return <div class="refusal">
        {(refusal.text || !play.thought.value) && <p>
            {refusal.move && notation.value && <span class="mono refusal-move">{refusal.move}</span>}
            <Sentence text={refusal.text || say('refused.nothing')} />{' '}
            <Para ui={ui} para={refusal.para} />
        </p>}
        <IfAttacked play={play} />
        <div class="row">
            {refusal.mayInsist && <button type="button" class="button danger"
                onClick={() => void play.insist()}>{say('refused.insist')}</button>}
            <button type="button" class="button quiet icon" aria-label={say('refused.close')}
                onClick={() => { play.refusal.value = null }}><Icon name="close" /></button>
        </div>
    </div>
}

/** What an attack would come to on somebody who is out of reach: told all the same, and where to ask on. */
function IfAttacked(props: { play: Play }) {
    const { thought, table: { plan } } = props.play
    if (!thought.value)
        return null
    const { piece, enemy, question, inputs, answer } = thought.value
    const ends = answer.outcomes?.map(({ says, value }) => ({ words: says, value })) ??
        answer.rows.map(({ label, value }) => ({ words: label, value }))
    return <div class="if-attacked">
        <p>{say('odds.if', { piece: withTitles(plan, piece), enemy: withTitles(plan, enemy) })}</p>
        <ShortEnds ends={ends} />
        <p><a href={address('ask', plan.game, question, new URLSearchParams(inputs))} target="_blank"
            rel="noreferrer">{say('odds.if_ask')}</a></p>
    </div>
}

// ---- on the board ----------------------------------------------------------------------------

/** The bubble at the place that was pointed at: why not, which of these, or this one? */
export function bubbleOf(play: Play, ui: Ui): Bubble | undefined {
    const refusal = play.refusal.value
    const question = play.question.value
    const mind = play.mind.value
    if (play.replay.at.value !== null)
        return undefined
    if (refusal?.at)
        return { at: refusal.at, body: <Refusal play={play} ui={ui} refusal={refusal} /> }
    if (question?.at)
        return { at: question.at, about: question.choices.slice(0, MENU_MOST).flatMap(c => c.pieces),
                 body: <Which key="which" play={play} question={question} /> }
    if (mind?.at && play.held.value)
        return mind.because
            ? { at: ghostOf(mind) ?? mind.at, body: <Because play={play} ui={ui} because={mind.because} /> }
            : undefined
    if (mind?.at)
        return { at: ghostOf(mind) ?? mind.at, about: namedIn(mind.move), body: <div class="mind-bubble">
            <MindWords mind={mind} />
            {mind.odds && !isRisky(mind.odds) &&
                <Events ui={ui} game={play.table.plan.game}
                    events={newIn(mind, mind.events).slice(0, BUBBLE_MOST)} />}
            {mind.odds && isRisky(mind.odds) && <ShortOdds odds={mind.odds} />}
            <MindChance mind={mind} />
            {mind.because && <Because play={play} ui={ui} because={mind.because} />}
            <IfAttacked play={play} />
            <Wasted play={play} mind={mind} />
            <Decide play={play} mind={mind} />
        </div> }
    return undefined
}

/** Several moves match: all ways, the most promising first. */
export function Which(props: { play: Play; question: Question }) {
    const { play, question } = props
    return <div class="which" role="group" aria-label={say('mind.choose')}>
        <p class="soft">{say('mind.choose')}</p>
        <Ways play={play} question={question} most={MENU_MOST} />
        <button type="button" class="button which-none"
            onClick={() => play.cancel()}>{say('mind.cancel')}</button>
    </div>
}
