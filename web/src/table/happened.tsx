/* After a move: what happened, with the same breakdown as the odds before it. And the dice. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Dice } from '../board/contract'
import type { Line, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { namedIn } from './choices'
import { endNote } from './ended'
import { Events } from './events'
import { sideClass, sideTitle } from './names'
import { besides, resultOf, sentences } from './news'
import { OddsPanel } from './odds'
import type { Play } from './play'
import { lineWords } from './saying'
import { notation, type Ui } from './ui'

/** Lines shown of a long turn of the others; the log has them all. */
const MOST = 40
const DICE_MOST = 6
/** Sentences of what came of it that lie on the board; the panel has them all. */
const RESULT_MOST = 3

export function Happened(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const watched = play.replay.line.value
    const at = play.replay.at.value
    const lines = at !== null ? (watched ? [watched] : [])
        : play.lines.value.slice(play.reported.value)
    const told = lines.filter(line => line.kind !== 'check')
    if (!told.length || (play.mind.value && at === null))
        return null
    return <Report play={play} ui={ui} told={told} />
}

function Report(props: { play: Play; ui: Ui; told: readonly Line[] }) {
    const { play, ui, told } = props
    const card = useRef<HTMLElement>(null)
    useLayoutEffect(() => followLast(card.current!), [told.length, told.at(-1)])
    return <section class="card happened" aria-labelledby="happened-title" ref={card}>
        <h2 id="happened-title">{say('happened.title')}</h2>
        {told.slice(-MOST).map((line, i) => <LineBrief key={told.length - i} ui={ui} plan={play.table.plan} line={line} />)}
    </section>
}

/** What was told last stays in sight while orders take room from it and give it back, until the reader scrolls. */
function followLast(card: HTMLElement) {
    const scroller = card.parentElement!
    const show = () => {
        scroller.scrollTop += card.lastElementChild!.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    }
    const watch = new ResizeObserver(show)
    const stop = () => {
        watch.disconnect()
        READS.forEach(kind => scroller.removeEventListener(kind, stop))
    }
    watch.observe(scroller)
    READS.forEach(kind => scroller.addEventListener(kind, stop, { passive: true }))
    show()
    return stop
}
const READS = ['wheel', 'pointerdown', 'keydown'] as const

/** A line and what came of it, in one breath; how that was reckoned is folded. */
function LineBrief(props: { ui: Ui; plan: Plan; line: Line }) {
    const { ui, plan, line } = props
    const came = line.kind === 'die' ? resultOf(line) : besides(line).map(e => e.says || e.text)
    const reckoned = line.events.some(e => e.kind === 'modifier' || e.kind === 'looked')
    return <div class={`line-told ${sideClass(plan, line.side)}`}>
        <LineWords plan={plan} line={line} />
        {came.length > 0 && <p class="line-came">{sentences(came)}</p>}
        {reckoned && <details class="line-how"><summary>{say('happened.how')}</summary>
            <Events ui={ui} game={plan.game} events={line.events} charts /></details>}
    </div>
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

/** The dice of the last throw and what came of them, beside those it was about. */
export function diceOf(play: Play): Dice | undefined {
    const at = play.replay.at.value
    const from = at === null ? play.since.value : at - 1
    const seen = play.lines.value.slice(0, at ?? undefined)
    const last = seen.findLastIndex(line => line.kind === 'die')
    if (last < from || last < 0)
        return undefined
    // One throw: dice in a row, of which only the last may have led to something.
    let first = last
    while (first > 0 && first > last - DICE_MOST && seen[first - 1]!.kind === 'die' && !resultOf(seen[first - 1]!).length)
        first--
    const dice = seen.slice(first, last + 1)
    const decided = seen.slice(0, first).findLast(line => line.kind === 'move')
    const about = [...dice, ...(decided ? [decided] : [])].flatMap(line => namedIn(line.text ?? ''))
    return { key: String(last), about, body: <DiceTold dice={dice} stays={at !== null} /> }
}

function DiceTold(props: { dice: readonly Line[]; stays: boolean }) {
    const { dice, stays } = props
    const came = dice.flatMap(resultOf)
    return <div class="tray" data-stays={stays || undefined}>
        <ul class="tray-dice" aria-label={say('dice.title')}>
            {dice.map((line, i) => <li key={i} class="tray-die">
                <span class={`die${hasPips(line) ? ' has-pips' : ''}`} data-dice={line.dice}
                    style={{ animationDelay: `${i * 120}ms` }}>
                    {hasPips(line) && <svg viewBox="-10.4 -10.4 20.8 20.8" aria-hidden="true"><use href={`#k-die-${line.value}`} /></svg>}
                    <span class={hasPips(line) ? 'visually-hidden' : ''}>{line.value}</span></span>
                <span class="tray-label">{lineWords(line)}</span>
            </li>)}
        </ul>
        {came.length > 0 && <p class="tray-came">{sentences(came.slice(0, RESULT_MOST))}</p>}
    </div>
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
