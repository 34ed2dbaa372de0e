/* What lies over the table for a while: handing over the screen, the list of keys, the end. */
import { useEffect, useRef } from 'preact/hooks'
import { address, go } from '../app/router'
import { pack } from '../app/share'
import { say } from '../words/words'
import { GoalLine } from './aim'
import { endWords, whyOver } from './ended'
import { keyList } from './keys'
import { firstUpper, sideClass, sideTitle } from './names'
import { sentences } from './news'
import type { Play } from './play'
import { saveRecord } from './save'
import type { Ui } from './ui'

/** Between two players at one screen nothing is shown. */
export function HandOver(props: { play: Play }) {
    const { play } = props
    const side = play.cover.value
    const { plan } = play.table
    const button = useRef<HTMLButtonElement>(null)
    useEffect(() => button.current?.focus(), [side])
    if (side === null)
        return null
    const title = sideTitle(plan, side)
    return <div class={`hand-over ${sideClass(plan, side)}`} role="dialog" aria-modal="true"
        aria-label={say('cover.title', { side: title })}>
        <div class="card hand-over-card">
            <h2>{say('cover.title', { side: title })}</h2>
            <p>{say('cover.text', { side: title })}</p>
            <button type="button" class="button primary" ref={button}
                onClick={() => void play.see(plan.sides.indexOf(side))}>
                {say('cover.ready', { side: title })}</button>
        </div>
    </div>
}

export function Help(props: { ui: Ui }) {
    const { ui } = props
    const dialog = useRef<HTMLDialogElement>(null)
    useEffect(() => {
        if (ui.help.value)
            dialog.current?.showModal()
    }, [ui.help.value])
    if (!ui.help.value)
        return null
    const close = () => { ui.help.value = false }
    return <dialog ref={dialog} class="help" onClose={close} aria-labelledby="help-title">
        <h2 id="help-title">{say('help.title')}</h2>
        <p>{say('help.board')}</p>
        <dl>{keyList.map(([keys, words]) => <div key={keys}>
            <dt><kbd>{keys}</kbd></dt><dd>{say(words)}</dd></div>)}</dl>
        <button type="button" class="button" onClick={close}>{say('help.close')}</button>
    </dialog>
}

async function review(play: Play) {
    const written = await play.table.record()
    const own = play.ownSide.peek()
    if ('record' in written)
        go(address('review', new URLSearchParams({ record: await pack(written.record), ...(own ? { side: own } : {}) })))
}

/** Who has won; not while an earlier line is looked at, when nobody has yet. */
export function Winner(props: { play: Play; ui: Ui; again: (() => void) | undefined }) {
    const { play, ui, again } = props
    const { turn } = play.shown.value
    const { plan, shared } = play.table
    const ended = play.replay.at.value === null ? play.ended.value : null
    if (turn.kind !== 'over' && ended === null)
        return null
    const own = play.ownSide.value
    const lost = turn.winner && own !== undefined && turn.winner !== own
    const title = ended !== null ? endWords(plan, ended) ?? firstUpper(ended)
        : turn.winner ? say(lost ? 'over.lost' : 'over.wins', { side: sideTitle(plan, turn.winner) })
        : say('over.draw')
    const { goals = [] } = play.shown.value
    const reasons = whyOver(play.lines.value)
    return <section class={`card winner ${sideClass(plan, turn.winner)}`}
        aria-labelledby="winner-title">
        <h2 id="winner-title">{title}</h2>
        {ended === null && <p>{reasons.length ? sentences(reasons) : firstUpper(turn.text)}</p>}
        {ended === null && goals.length > 0 && <ul class="goals">{goals.map((goal, i) =>
            <GoalLine key={i} play={play} goal={goal} />)}</ul>}
        <div class="row">
            <button type="button" class="button primary" onClick={() => {
                ui.replaying.value = true
                play.replay.play()
            }}>{say('over.replay')}</button>
            <button type="button" class="button"
                onClick={() => void saveRecord(play.table).then(why => {
                    ui.word.value = why ?? ''
                })}>{say('tool.record')}</button>
            <button type="button" class="button" onClick={() => void review(play)}>
                {say('review.open')}</button>
            {again && <button type="button" class="button" onClick={again}>
                {say('over.again')}</button>}
            {play.company && !play.table.watching && <button type="button" class="button primary"
                onClick={() => void play.company!.askRematch().then(where => {
                    if (where)
                        location.hash = address('table', where.table,
                                                new URLSearchParams({ seat: where.token }))
                })}>{say('rematch.ask')}</button>}
            {shared?.mayClose && !shared.closed && <button type="button" class="button"
                onClick={() => void play.closeGame()}>{say('over.close')}</button>}
        </div>
        {shared && !shared.closed && <p class="soft">{say('over.not_closed')}</p>}
    </section>
}
