/* "Ask the umpire": what an umpire is asked at a real table, with no game in progress. Made for a
 * phone beside the dice. */
import { useState } from 'preact/hooks'
import { Loading, useLoaded, Wrong } from '../app/load'
import { recall, remember } from '../app/memory'
import { Page } from '../app/page'
import { address, go } from '../app/router'
import { ParaLink } from '../parts/para'
import type { GameInfo } from '../umpire/documents'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { QuestionForm } from './ask-form'
import { askedBefore, like } from './ask-kept'

const LAST = 'sandtable.ask'

export function AskPage(props: {
    game?: string | undefined; question?: string | undefined; inputs: URLSearchParams
}) {
    const games = useLoaded(() => umpire.games(), [])
    const wanted = props.game ?? recall(LAST)
    const game = games?.find(g => g.id === wanted) ?? (props.game ? undefined : games?.[0])
    return <Page title={say('ask.title')} class="ask">
        <div class="page-head">
            <h1>{say('ask.title')}</h1>
            <label class="field-inline">
                <span class="visually-hidden">{say('charts.game')}</span>
                <select name="game" value={game?.id ?? ''} onChange={event => {
                    remember(LAST, event.currentTarget.value)
                    go(address('ask', event.currentTarget.value))
                }}>
                    {games?.map(g => <option key={g.id} value={g.id}>{g.title}</option>)}
                </select>
            </label>
        </div>
        {!games ? <Loading />
            : game ? <Questions game={game} question={props.question} inputs={props.inputs} />
            : <Wrong>{say('page.no_game', { game: props.game ?? '' })}</Wrong>}
    </Page>
}

/** Favourites, then what was asked last. */
function Before() {
    const [asked, setAsked] = useState(askedBefore)
    if (!asked.length)
        return null
    return <section aria-labelledby="asked-before">
        <h2 id="asked-before">{say('ask.before')}</h2>
        <ul class="asked-before">
            {asked.map(one => <li key={one.to} class="row">
                <button type="button" class="button icon quiet" aria-pressed={one.liked}
                    aria-label={say('ask.like', { title: one.title })}
                    onClick={() => setAsked(like(one.to))}>{one.liked ? '★' : '☆'}</button>
                <a href={one.to}><strong>{one.title}</strong>{' '}
                    <span class="soft">{one.gist}</span></a>
            </li>)}
        </ul>
    </section>
}

function Questions(props: {
    game: GameInfo; question: string | undefined; inputs: URLSearchParams
}) {
    const { game } = props
    const questions = useLoaded(() => umpire.questions(game.id), [game.id])
    if (!questions)
        return <Loading />
    const question = questions.find(q => q.id === props.question)
    if (!question)
        return <>
            {props.question !== undefined &&
                <Wrong>{say('ask.none', { game: game.title, question: props.question })}</Wrong>}
            <Before />
            <ul class="question-list">
                {questions.map(q => <li key={q.id}>
                    <a class="card" href={address('ask', game.id, q.id)}>{q.title}</a>
                    <ParaLink game={game.id} para={q.para} />
                </li>)}
            </ul>
        </>
    return <>
        <label class="question-choice">
            <span class="visually-hidden">{say('ask.question')}</span>
            <select name="question" value={question.id}
                onChange={event => go(address('ask', game.id, event.currentTarget.value))}>
                {questions.map(q => <option key={q.id} value={q.id}>{q.title}</option>)}
            </select>
        </label>
        <QuestionForm key={`${game.id}/${question.id}`} game={game} question={question}
            inputs={props.inputs} />
    </>
}
