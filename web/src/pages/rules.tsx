/* The rule book: contents, search, and an address for every paragraph. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Loading, useLoaded, Wrong } from '../app/load'
import { Page } from '../app/page'
import { address, go } from '../app/router'
import { Marked } from '../parts/chart'
import { bookOf, type Book } from '../parts/book'
import { termsOf } from '../parts/glossary'
import type { GameInfo } from '../umpire/documents'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { MarkdownBlocks } from './markdown'

const MOST_FOUND = 60

export function RulesPage(props: {
    game?: string | undefined; para?: string | undefined; query: URLSearchParams
}) {
    const games = useLoaded(() => umpire.games(), [])
    const game = games?.find(g => g.id === props.game) ?? (props.game ? undefined : games?.[0])
    const [find, setFind] = useState('')
    return <Page title={game ? say('rules.of', { game: game.title }) : say('rules.title')}
        class="rules">
        <div class="page-head">
            <h1>{say('rules.title')}</h1>
            <div class="row no-print">
                <label class="field-inline">
                    <span class="visually-hidden">{say('charts.game')}</span>
                    <select name="game" value={game?.id ?? ''}
                        onChange={event => go(address('rules', event.currentTarget.value))}>
                        {games?.map(g => <option key={g.id} value={g.id}>{g.title}</option>)}
                    </select>
                </label>
                <label class="field-inline">
                    <span class="visually-hidden">{say('rules.find')}</span>
                    <input type="search" name="find" value={find} placeholder={say('rules.find')}
                        onInput={event => setFind(event.currentTarget.value)} />
                </label>
            </div>
        </div>
        {!games ? <Loading />
            : game ? <RuleBook game={game} para={props.para} find={find.trim()}
                onFound={() => setFind('')} />
            : <Wrong>{say('page.no_game', { game: props.game ?? '' })}</Wrong>}
    </Page>
}

function RuleBook(props: {
    game: GameInfo; para: string | undefined; find: string; onFound: () => void
}) {
    const { game, para, find } = props
    const book = useLoaded(() => bookOf(game.id), [game.id])
    const terms = useLoaded(() => termsOf(game.id), [game.id])
    const searching = find.length > 1

    useEffect(() => {
        if (!book || terms === undefined || searching)
            return undefined
        const at = para === undefined ? null : document.getElementById(`para-${book.named(para)}`)
        at?.classList.add('para-lit')
        at?.scrollIntoView({ block: 'start' })
        at?.focus({ preventScroll: true })
        return () => at?.classList.remove('para-lit')
    }, [book, terms, para, searching])

    // A book is long: it is drawn once, whatever the reader looks for in it.
    const text = useMemo(() => book && terms !== undefined && <MarkdownBlocks blocks={book.blocks}
        game={game.id} isPara={book.has} glossary={terms} anchors />, [book, terms, game.id])

    if (!book || terms === undefined)
        return <Loading />
    return <div class="rule-book">
        <Contents game={game.id} book={book} />
        <div class="rule-text">
            {searching && <Found game={game.id} book={book} find={find} onFound={props.onFound} />}
            {!searching && para !== undefined && !book.named(para) &&
                <Wrong>{say('rules.no_para', { para })}</Wrong>}
            <div hidden={searching}>{text}</div>
        </div>
    </div>
}

function Contents(props: { game: string; book: Book }) {
    const headings = props.book.headings.filter(heading => heading.level <= 3)
    return <details class="rule-contents no-print" open={matchMedia('(min-width: 60rem)').matches}>
        <summary>{say('rules.contents')}</summary>
        <nav aria-label={say('rules.contents')}>
            <ul>
                {headings.map((heading, i) => <li key={i} class={`level-${heading.level}`}>
                    {heading.para
                        ? <a href={address('rules', props.game, heading.para)}>{heading.text}</a>
                        : <span>{heading.text}</span>}
                </li>)}
            </ul>
        </nav>
    </details>
}

function Found(props: { game: string; book: Book; find: string; onFound: () => void }) {
    const found = useMemo(() => props.book.find(props.find), [props.book, props.find])
    return <section class="rule-found" aria-label={say('rules.find')}>
        <p role="status">{say('rules.found', { count: found.length, find: props.find })}</p>
        <ul>
            {found.slice(0, MOST_FOUND).map(({ para, text }, i) => <li key={i}>
                <a href={address('rules', props.game, para)} onClick={props.onFound}>
                    <span class="para">{para}</span>
                </a>{' '}<Marked text={text} find={props.find} />
            </li>)}
        </ul>
    </section>
}
