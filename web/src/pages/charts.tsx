/* Every chart as printed: one game's as a booklet, one by itself, or those of all games in which
 * something is found. */
import { useEffect, useState } from 'preact/hooks'
import { Loading, useLoaded, Wrong } from '../app/load'
import { Page } from '../app/page'
import { address, go, rename } from '../app/router'
import { ChartTable } from '../parts/chart'
import type { LitCell } from '../parts/lit'
import type { GameInfo } from '../umpire/documents'
import { umpire, type Chart } from '../umpire/umpire'
import { say } from '../words/words'

interface GameCharts { game: GameInfo; charts: Chart[] }

async function chartsOf(game: GameInfo): Promise<GameCharts> {
    const charts = await Promise.all(game.charts.map(id => umpire.chart(game.id, id)))
    return { game, charts: charts.filter(chart => 'cells' in chart) }
}

function contains(chart: Chart, find: string): boolean {
    const wanted = find.toLowerCase()
    return [chart.title, chart.rows.name, chart.columns.name, ...chart.rows.labels, ...chart.rows.titles ?? [],
            ...chart.columns.labels, ...chart.columns.titles ?? [], ...chart.cells.flat(), ...chart.notes]
        .some(text => text.toLowerCase().replaceAll('_', ' ').includes(wanted))
}

function litOf(query: URLSearchParams): LitCell[] {
    const row = query.get('row')
    const column = query.get('column')
    return row !== null && column !== null ? [{ row, column, sure: true }] : []
}

export function ChartsPage(props: {
    game?: string | undefined; chart?: string | undefined; query: URLSearchParams
}) {
    const games = useLoaded(() => umpire.games(), [])
    const [find, setFind] = useState(props.query.get('find') ?? '')
    useEffect(() => setFind(props.query.get('find') ?? ''), [props.query])
    const game = games?.find(g => g.id === props.game) ?? (props.game ? undefined : games?.[0])

    const search = (words: string) => {
        setFind(words)
        rename(address('charts', props.game, props.chart,
                       new URLSearchParams(words ? { find: words } : {})))
    }
    return <Page title={say('charts.title')} class="charts">
        <div class="page-head">
            <h1>{say('charts.title')}</h1>
            <div class="row no-print">
                <label class="field-inline">
                    <span class="visually-hidden">{say('charts.game')}</span>
                    <select name="game" value={game?.id ?? ''}
                        onChange={event => go(address('charts', event.currentTarget.value))}>
                        {games?.map(g => <option key={g.id} value={g.id}>{g.title}</option>)}
                    </select>
                </label>
                <label class="field-inline">
                    <span class="visually-hidden">{say('charts.find')}</span>
                    <input type="search" name="find" value={find} placeholder={say('charts.find')}
                        onInput={event => search(event.currentTarget.value)} />
                </label>
                <button type="button" class="button" onClick={() => print()}>
                    {say('charts.print')}
                </button>
            </div>
        </div>
        {!games ? <Loading />
            : find.trim().length > 1 ? <Found games={games} find={find.trim()} />
            : game ? <Booklet game={game} chart={props.chart} lit={litOf(props.query)} />
            : <Wrong>{say('page.no_game', { game: props.game ?? '' })}</Wrong>}
    </Page>
}

function Found(props: { games: GameInfo[]; find: string }) {
    const all = useLoaded(() => Promise.all(props.games.map(chartsOf)), [])
    if (!all)
        return <Loading />
    const found = all.map(({ game, charts }) =>
        ({ game, charts: charts.filter(chart => contains(chart, props.find)) }))
        .filter(({ charts }) => charts.length > 0)
    const count = found.reduce((sum, { charts }) => sum + charts.length, 0)
    return <>
        <p role="status">{say('charts.found', { count, find: props.find })}</p>
        {found.map(({ game, charts }) => <section key={game.id} class="column">
            <h2>{game.title}</h2>
            {charts.map(chart => <ChartTable key={chart.id} game={game.id} chart={chart}
                find={props.find} level={3} href={address('charts', game.id, chart.id)} />)}
        </section>)}
    </>
}

function Booklet(props: {
    game: GameInfo; chart: string | undefined
    lit: readonly LitCell[]
}) {
    const { game, chart: only } = props
    const got = useLoaded(() => chartsOf(game), [game.id])
    useEffect(() => {
        if (got && only)
            document.querySelector('.chart-grid .lit')?.scrollIntoView(
                { block: 'center', inline: 'center' })
    }, [got, only, props.lit])
    if (!got)
        return <Loading />
    const charts = only ? got.charts.filter(chart => chart.id === only) : got.charts
    if (charts.length === 0)
        return <Wrong>{say('charts.none', { game: game.title, chart: only ?? '' })}</Wrong>
    return <>
        <p class="print-only booklet-title">{game.title}</p>
        {only ? <p class="no-print">
            <a href={address('charts', game.id)}>{say('charts.all', { game: game.title })}</a>
        </p> : <Contents game={game.id} charts={charts} />}
        {charts.map(chart => <ChartTable key={chart.id} game={game.id} chart={chart}
            href={address('charts', game.id, chart.id)} {...(only ? { lit: props.lit } : {})} />)}
    </>
}

function Contents(props: { game: string; charts: Chart[] }) {
    const scrollTo = (chart: string) => {
        const section = document.getElementById(`chart-${chart}`)
        section?.scrollIntoView()
        section?.focus({ preventScroll: true })
    }
    return <details class="chart-contents no-print" open={matchMedia('(min-width: 34rem)').matches}>
        <summary>{say('charts.contents')}</summary>
        <nav aria-label={say('charts.contents')}>
            {props.charts.map(chart => <a key={chart.id} class="button"
                href={address('charts', props.game, chart.id)}
                onClick={event => {
                    event.preventDefault()
                    scrollTo(chart.id)
                }}>{chart.title}</a>)}
        </nav>
    </details>
}
