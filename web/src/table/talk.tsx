/* Those at a table of the server: who is there, what they say, and what they agree on. */
import { useEffect, useState } from 'preact/hooks'
import { address } from '../app/router'
import { say } from '../words/words'
import type { Company } from './company'
import { Icon } from './icons'
import { sideClass, sideTitle } from './names'
import type { Play } from './play'
import type { Ui } from './ui'

const titleOf = (play: Play, by: string) =>
    by === 'umpire' ? say('talk.umpire') : sideTitle(play.table.plan, by)

/** Who sits and who watches, in a line. */
function Present(props: { play: Play; company: Company }) {
    const { play, company } = props
    const who = company.presence.value
    if (!who)
        return null
    return <ul class="present" aria-label={say('talk.present')}>
        {who.seats.map(({ name, seat, present }) => <li key={name}
            class={`present-seat ${sideClass(play.table.plan, name)}`}>
            <span class={present || seat.startsWith('computer') ? 'present-dot on' : 'present-dot'}
                aria-hidden="true" />
            {sideTitle(play.table.plan, name)}{' '}
            <span class="soft">{seat.startsWith('computer') ? say('talk.computer')
                : present ? say('talk.here') : say('talk.away')}</span>
        </li>)}
        {who.watchers > 0 && <li class="soft">{who.watchers === 1 ? say('talk.watcher')
            : say('talk.watchers', { n: who.watchers })}</li>}
    </ul>
}

export function TalkPanel(props: { play: Play }) {
    const { play } = props
    const { company } = play
    const [words, setWords] = useState('')
    if (!company)
        return null
    return <section class="talk" aria-label={say('talk.title')}>
        <Present play={play} company={company} />
        {company.said.value.length > 0 && <ol class="said" tabIndex={0} aria-label={say('talk.said')}>
            {company.said.value.map(({ by, words: said }, i) => <li key={i}
                class={sideClass(play.table.plan, by)}>
                <strong>{titleOf(play, by)}</strong> {said}</li>)}
        </ol>}
        {!play.table.watching && <form class="row talk-form" onSubmit={event => {
            event.preventDefault()
            if (words.trim())
                void company.say(words.trim())
            setWords('')
        }}>
            <input value={words} maxLength={1000} aria-label={say('talk.say')}
                placeholder={say('talk.say')} autocomplete="off"
                onInput={event => setWords(event.currentTarget.value)} />
            <button class="button">{say('talk.send')}</button>
        </form>}
    </section>
}

/** So long what somebody said lies over the board. */
const SAID_MS = 12000

/** What others say is heard wherever one looks; beside the record it stays. */
function Heard(props: { play: Play; ui: Ui; company: Company }) {
    const { play, ui, company } = props
    const all = company.said.value
    const [heard, setHeard] = useState(all.length)
    const last = all.at(-1)
    const isNew = all.length > heard && last !== undefined && !play.isHere(last.by) && ui.tab.value !== 'log'
    useEffect(() => {
        if (!isNew) {
            setHeard(all.length)
            return
        }
        const timer = setTimeout(() => setHeard(all.length), SAID_MS)
        return () => clearTimeout(timer)
    }, [all.length, isNew])
    if (!isNew)
        return null
    return <p class={`note passed heard ${sideClass(play.table.plan, last.by)}`}>
        <span><strong>{titleOf(play, last.by)}</strong> {last.words}</span>
        {!play.table.watching && <button type="button" class="button" onClick={() => ui.show('log')}>{say('talk.answer')}</button>}
        <button type="button" class="button quiet icon" aria-label={say('table.dismiss')}
            onClick={() => setHeard(all.length)}><Icon name="close" /></button></p>
}

/** A draw is offered, a rematch is asked for: said above the board, where it is answered. */
export function CompanyNotices(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const { company } = play
    if (!company)
        return null
    const draw = company.draw.value
    const rematch = company.rematch.value
    const mine = draw !== null && play.isHere(draw)
    return <>
        <Heard play={play} ui={ui} company={company} />
        {company.drawRefused.value !== null &&
            <p class="note">{say(`draw.${company.drawRefused.value}`)}</p>}
        {draw !== null && <p class="note warn draw-asked">
            {mine ? say('draw.waiting') : say('draw.asked', { side: titleOf(play, draw) })}{' '}
            {!mine && !play.table.watching && <button type="button" class="button primary"
                onClick={() => void company.answerDraw(true)}>{say('draw.agree')}</button>}{' '}
            {!play.table.watching && <button type="button" class="button"
                onClick={() => void company.answerDraw(false)}>
                {say(mine ? 'undo.withdraw' : 'undo.deny')}</button>}
        </p>}
        {rematch && <p class="note good">
            {say('rematch.asked', { side: titleOf(play, rematch.by) })}{' '}
            <a class="button primary" href={address('table', rematch.table,
                new URLSearchParams({ seat: rematch.token }))}>{say('rematch.sit')}</a></p>}
    </>
}
