/* What is around every page: header, navigation, notices; and which page is shown. */
import { Component, type ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { AboutPage } from '../pages/about'
import { AskPage } from '../pages/ask'
import { ChartsPage } from '../pages/charts'
import { LearnPage } from '../pages/learn'
import { LobbyPage } from '../pages/lobby'
import { NowherePage, FailurePage } from '../pages/nowhere'
import { LazyPrintPage } from '../pages/lazy-table'
import { PlayPage } from '../pages/play'
import { RemotePage } from '../pages/remote'
import { ReplayPage } from '../pages/replay'
import { ReviewPage } from '../pages/review'
import { RulesPage } from '../pages/rules'
import { ShortPage } from '../pages/short'
import { LanguageChooser } from '../parts/language'
import { say, type Key } from '../words/words'
import { DropRecord } from './drop'
import { fail, failure } from './failure'
import { UpdateNotice } from './offline'
import { address, route, type Route } from './router'
import { dark, theme } from './theme'

const places: [page: Route['page'], words: Key, to: string][] = [
    ['lobby', 'shell.play', '#/'],
    ['ask', 'shell.ask', address('ask')],
    ['charts', 'shell.charts', address('charts')],
    ['rules', 'shell.rules', address('rules')],
    ['about', 'shell.about', address('about')]
]

/** Pages that fill the window exactly and scroll inside. */
const tables = new Set<Route['page']>(['play', 'table', 'replay', 'learn'])

function Header(props: { page: Route['page'] }) {
    const current = tables.has(props.page) ? 'lobby' : props.page
    return <header class="shell-header">
        <a class="brand" href="#/" aria-label={say('shell.home')}>
            <Mark /><span class="brand-name" aria-hidden="true">{say('shell.name')}</span>
        </a>
        <nav aria-label={say('shell.navigation')}>
            {places.map(([page, words, to]) =>
                <a key={page} href={to} class={`nav-link nav-${page}`}
                    aria-current={page === current ? 'page' : undefined}>{say(words)}</a>)}
        </nav>
        <LanguageChooser />
        <button type="button" class="button quiet icon theme-switch"
            aria-label={say(dark.value ? 'shell.to_light' : 'shell.to_dark')}
            title={say(dark.value ? 'shell.to_light' : 'shell.to_dark')}
            onClick={() => { theme.value = dark.value ? 'light' : 'dark' }}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" stroke-width="2" />
                <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
            </svg>
        </button>
    </header>
}

/** Our mark: a hex with a counter on it. */
export function Mark() {
    return <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <path class="mark-hex" d="M9 4h14l7 12-7 12H9L2 16z" />
        <rect class="mark-counter" x="9.5" y="9.5" width="13" height="13" rx="1.5" />
        <path class="mark-sign" d="M9.5 9.5l13 13M22.5 9.5l-13 13" />
    </svg>
}

/** Which page: two addresses with the same key are one page that changes inside. */
function keyOf(at: Route): string {
    switch (at.page) {
    case 'play': return `play ${at.query.get('kept') ?? `${at.scenario} ${at.query}`}`
    case 'table': return `table ${at.id} ${at.seat ?? ''}`
    case 'learn': return `learn ${at.game ?? ''} ${at.lesson ?? ''} ${at.query}`
    default: return at.page
    }
}

function Shown(props: { at: Route }) {
    const at = props.at
    switch (at.page) {
    case 'lobby': return <LobbyPage />
    case 'play': return <PlayPage scenario={at.scenario} query={at.query} />
    case 'table': return <RemotePage id={at.id} seat={at.seat} as={at.as} />
    case 'replay': return <ReplayPage query={at.query} />
    case 'ask': return <AskPage game={at.game} question={at.question} inputs={at.inputs} />
    case 'charts': return <ChartsPage game={at.game} chart={at.chart} query={at.query} />
    case 'rules': return <RulesPage game={at.game} para={at.para} query={at.query} />
    case 'learn': return <LearnPage game={at.game} lesson={at.lesson} query={at.query} />
    case 'review': return <ReviewPage query={at.query} />
    case 'print': return <LazyPrintPage scenario={at.scenario} query={at.query} />
    case 'short': return <ShortPage game={at.game} />
    case 'about': return <AboutPage />
    case 'nowhere': return <NowherePage hash={at.hash} />
    }
}

class Guard extends Component<{ children: ComponentChildren }> {
    override componentDidCatch(error: unknown) {
        fail(error)
    }
    override render() {
        return this.props.children
    }
}

export function Shell() {
    const at = route.value
    const key = keyOf(at)
    const inside = useRef<HTMLDivElement>(null)
    const first = useRef(true)

    // A screen reader is told where it got to; the first page is read anyway.
    useEffect(() => {
        if (first.current)
            first.current = false
        else
            inside.current?.focus()
        if (!tables.has(at.page))
            scrollTo(0, 0)
    }, [key])
    useEffect(() => { failure.value = null }, [key])

    const skip = () => {
        const main = document.querySelector('main')
        main?.setAttribute('tabindex', '-1')
        main?.focus()
    }
    return <div class={`shell ${tables.has(at.page) ? 'shell-table' : ''}`} data-page={at.page}>
        <button type="button" class="button primary skip-link visually-hidden" onClick={skip}>
            {say('shell.skip')}
        </button>
        <Header page={at.page} />
        <div class="shell-page" ref={inside} tabIndex={-1}>
            {failure.value ? <FailurePage failure={failure.value} />
                           : <Guard key={key}><Shown at={at} /></Guard>}
        </div>
        <UpdateNotice />
        <DropRecord />
    </div>
}
