/* After a move: what happened, with the same breakdown as the odds before it. And the dice. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Line, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { endNote } from './ended'
import { Events } from './events'
import { sideClass, sideTitle } from './names'
import { OddsPanel } from './odds'
import type { Play } from './play'
import { lineWords } from './saying'
import { notation, type Ui } from './ui'

/** Lines shown of a long turn of the others; the log has them all. */
const MOST = 14
const DICE_MOST = 6

export function Happened(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const watched = play.replay.line.value
    const at = play.replay.at.value
    const lines = at !== null ? (watched ? [watched] : [])
        : play.lines.value.slice(play.since.value)
    const told = lines.filter(line => line.kind !== 'check')
    const card = useRef<HTMLElement>(null)
    useLayoutEffect(() => {
        const last = card.current?.lastElementChild
        const scroller = card.current?.parentElement
        if (last instanceof HTMLElement && scroller)
            scroller.scrollTop = last.offsetTop - scroller.offsetTop
    })
    if (!told.length || (play.mind.value && at === null))
        return null
    return <section class="card happened" aria-labelledby="happened-title" ref={card}>
        <h2 id="happened-title">{say('happened.title')}</h2>
        {told.slice(-MOST).map((line, i) =>
            <LineTold key={told.length - i} ui={ui} plan={play.table.plan} line={line}
                charts={i === Math.min(told.length, MOST) - 1} />)}
    </section>
}

export function LineTold(props: { ui: Ui; plan: Plan; line: Line; charts?: boolean }) {
    const { ui, plan, line } = props
    return <div class={`line-told ${sideClass(plan, line.side)}`}>
        <LineWords plan={plan} line={line} />
        <Events ui={ui} game={plan.game} events={line.events} charts={props.charts ?? false} />
    </div>
}

export function LineWords(props: { plan: Plan; line: Line }) {
    const { plan, line } = props
    if (line.kind === 'die')
        return <p class="line-words"><span class="die-small" aria-hidden="true">{line.value}</span>
            <span class="visually-hidden">
                {say('log.die', { value: line.value ?? '', dice: line.dice ?? '' })}</span>
            {' '}{lineWords(line)}</p>
    if (line.secret)
        return <p class="line-words"><Side plan={plan} side={line.side} />
            <em>{say('log.secret')}</em></p>
    const ended = line.kind === 'note' ? endNote(plan, line.comment) : undefined
    if (ended)
        return <p class="line-words"><strong>{ended}</strong></p>
    if (line.kind === 'note')
        return <p class="line-words"><span class="chip">{say('log.note')}</span> {line.comment}</p>
    return <p class="line-words"><Side plan={plan} side={line.side} />
        {line.kind === 'ruling' && <span class="chip">{say('log.ruling')}</span>}
        {line.says ? line.says : <span class="mono">{line.text}</span>}
        {line.says && notation.value && <span class="mono soft"> {line.text}</span>}
        {line.comment && <em class="soft"> {line.comment}</em>}</p>
}

export function Side(props: { plan: Plan; side: string | null | undefined }) {
    const { plan, side } = props
    return side ? <span class={`side-chip ${sideClass(plan, side)}`}>{sideTitle(plan, side)}</span>
        : null
}

// ---- dice ------------------------------------------------------------------------------------

/** The usual die shows its face, all others a number. */
const hasPips = (line: Line) => line.dice === 'd6' && Number(line.value) >= 1 && Number(line.value) <= 6

/** The dice that fell since the player's last move, or at the watched moment. */
export function Tray(props: { play: Play }) {
    const { play } = props
    const at = play.replay.at.value
    const from = at === null ? play.since.value : at - 1
    const to = at ?? play.lines.value.length
    const dice = play.lines.value.slice(Math.max(0, from), to)
        .map((line, i) => ({ line, key: from + i })).filter(({ line }) => line.kind === 'die')
    if (!dice.length)
        return null
    return <ul class="tray" data-stays={at !== null || undefined} aria-label={say('dice.title')}>
        {dice.slice(-DICE_MOST).map(({ line, key }, i) => <li key={key} class="tray-die">
            <span class={`die${hasPips(line) ? ' has-pips' : ''}`} data-dice={line.dice}
                style={{ animationDelay: `${i * 120}ms` }}>
                {hasPips(line) && <svg viewBox="-10.4 -10.4 20.8 20.8" aria-hidden="true"><use href={`#k-die-${line.value}`} /></svg>}
                <span class={hasPips(line) ? 'visually-hidden' : ''}>{line.value}</span></span>
            <span class="tray-label">{lineWords(line)}</span>
        </li>)}
    </ul>
}

/** Players type the die they rolled: one button a face, and the odds of what may fall. */
export function TypedDie(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const { turn } = play.now.value
    if (!play.mayTypeDie.value)
        return null
    const counted = play.awaited.value
    return <section class="card typed-die" aria-labelledby="die-title">
        <h2 id="die-title">{say('dice.type')}</h2>
        <p><span class="die-small" aria-hidden="true">{turn.dice}</span> {turn.says || turn.label}</p>
        <div class="row faces">
            {(turn.faces ?? []).map(({ face }) => <button key={face} type="button"
                class="button face" aria-label={say('dice.face', { face })}
                disabled={play.busy.value}
                onClick={() => void play.typeDie(face)}>{face}</button>)}
        </div>
        {counted && <OddsPanel ui={ui} plan={play.table.plan} {...counted}
            onCount={(given, measure) => void play.countAwaited(given, measure)} />}
    </section>
}
