/* A game for a real table, on paper from this page, without any server: what `sandtable print` makes, with the browser's
 * own printing. The map in sheets that lie over each other, counters front and back or bases at their true size, the rules
 * in five minutes, charts, all the rules. Lengths here are millimetres. */
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { Loading, useLoaded, Wrong } from '../app/load'
import { Page } from '../app/page'
import { address, go } from '../app/router'
import { COUNTER, Counter } from '../board/counter'
import { Element } from '../board/element'
import { boundsOf } from '../board/hex-board'
import { type Box, FRAME, cellOf, centreOf, spotsOf } from '../board/hexes'
import { Ground, MapNames, Sheet, looksOf } from '../board/sheet'
import { bookOf } from '../parts/book'
import { ChartTable } from '../parts/chart'
import { isHexMap, type GameInfo, type Piece, type Plan, type State } from '../umpire/documents'
import { engineCall, umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { MarkdownBlocks } from './markdown'
import { ShortText } from './short'
import '../style/board.css'
import '../style/learn.css'
import '../style/paper.css'

const PAPERS = { a4: { short: 210, long: 297 }, letter: { short: 215.9, long: 279.4 } }
type Paper = keyof typeof PAPERS
const MARGIN = 10, OVERLAP = 10, CARD = 15, GAP = 2, CAPTION = 4, UM = 1000

interface Whole { game: GameInfo; plan: Plan; state: State; backs: Piece[] }

let opened = 0

/** The table as it is set up, and its pieces with half of their steps, as the game itself shows them. */
async function load(scenario: string): Promise<Whole | null> {
    const [id = ''] = scenario.split('/')
    const game = (await umpire.games()).find(g => g.id === id)
    const handle = `print-${++opened}`
    try {
        const said = game && await engineCall<object>(handle, 'open', [scenario, ''], id)
        if (!said || 'error' in said)
            return null
        const plan = await engineCall<Plan>(handle, 'plan', [])
        const state = await engineCall<State>(handle, 'state', [-1, -1])
        const worn = new Set<string>()
        for (const { id: piece, steps_full: full } of state.pieces)
            if (full > 1 && !('refused' in await engineCall<object>(handle, 'ruling',
                [`set ${piece} steps ${Math.floor(full / 2)}`])))
                worn.add(piece)
        const after = worn.size ? await engineCall<State>(handle, 'state', [-1, -1]) : null
        return { game, plan, state, backs: after?.pieces.filter(p => worn.has(p.id)) ?? [] }
    } finally {
        void engineCall(handle, 'close', [])
    }
}

// ---- sheets -------------------------------------------------------------------------------------

/** One page of exact size; its foot says what it is. */
function PaperSheet(props: { paper: Paper; across?: boolean; foot: string; children: ComponentChildren }) {
    const { short, long } = PAPERS[props.paper]
    const [width, height] = props.across ? [long, short] : [short, long]
    return <section class={`paper-sheet${props.across ? ' is-across' : ''}`}
                    style={{ width: `${width}mm`, height: `${height}mm` }}>
        {props.children}
        <p class="paper-foot">{props.foot}<span class="paper-rule">{say('print.rule')}</span></p>
    </section>
}

const sheetsFor = (whole: number, room: number) =>
    whole <= room ? 1 : 1 + Math.ceil((whole - room) / (room - OVERLAP))

/** How a map is cut into the fewest sheets. */
function cut(paper: Paper, width: number, height: number) {
    const { short, long } = PAPERS[paper]
    const ways = [false, true].map(across => {
        const wide = (across ? long : short) - 2 * MARGIN, high = (across ? short : long) - 2 * MARGIN
        return { across, wide, high, cols: sheetsFor(width, wide), rows: sheetsFor(height, high) }
    })
    return ways.reduce((a, b) => b.cols * b.rows < a.cols * a.rows ? b : a)
}

/** The ground with its names, and the number of each hex. */
function WholeMap({ plan, state }: { plan: Plan; state: State }) {
    const map = plan.map!
    return <g id="print-map">
        <Ground svg={isHexMap(map) ? map.ground : state.ground} />
        {isHexMap(map) && <g class="paper-numbers">{[...spotsOf(map).keys()].map(hex => {
            const { x, y } = centreOf(cellOf(hex))
            return <text key={hex} x={x} y={y - 26}>{hex}</text>
        })}</g>}
        <MapNames names={state.map_names} />
    </g>
}

function boxOf(plan: Plan): Box {
    const map = plan.map!
    return isHexMap(map) ? boundsOf(map)
        : { x: -FRAME, y: -FRAME, width: map.width / UM + 2 * FRAME, height: map.height / UM + 2 * FRAME }
}

function MapSheets({ whole, paper }: { whole: Whole; paper: Paper }) {
    const { plan, state } = whole
    const box = boxOf(plan), mm = isHexMap(plan.map!) ? CARD / COUNTER : 1
    const { across, wide, high, cols, rows } = cut(paper, box.width * mm, box.height * mm)
    return <>
        <svg class={`paper-defs ${looksOf(plan)}`} width={0} height={0} aria-hidden="true">
            <defs><WholeMap plan={plan} state={state} /></defs></svg>
        {Array.from({ length: cols * rows }, (_, i) => {
            const col = i % cols, row = Math.floor(i / cols)
            const left = col * (wide - OVERLAP), top = row * (high - OVERLAP)
            const width = Math.min(wide, box.width * mm - left), height = Math.min(high, box.height * mm - top)
            return <PaperSheet key={i} paper={paper} across={across} foot={say('print.map', {
                sheet: `${String.fromCharCode(65 + row)}${col + 1}`, of: cols * rows, mm: OVERLAP })}>
                <svg class={`paper-map ${looksOf(plan)}`} style={{ width: `${width}mm`, height: `${height}mm` }}
                     viewBox={`${box.x + left / mm} ${box.y + top / mm} ${width / mm} ${height / mm}`}
                     data-detail="near" role="img" aria-label={plan.title}><use href="#print-map" /></svg>
            </PaperSheet>
        })}
    </>
}

const plain = (piece: Piece): Piece => ({ ...piece, can_act: false, states: '' })

/** Counters in rows; backs lie mirrored, so that sheets turned over their long edge fit. */
function Counters({ whole, paper }: { whole: Whole; paper: Paper }) {
    const { plan, state, backs } = whole
    const { short, long } = PAPERS[paper], step = CARD + GAP
    const cols = Math.floor((short - 2 * MARGIN + GAP) / step)
    const rows = Math.floor((long - 2 * MARGIN - CAPTION + GAP) / step)
    const pages = Array.from({ length: Math.ceil(state.pieces.length / (cols * rows)) }, (_, i) =>
        state.pieces.slice(i * cols * rows, (i + 1) * cols * rows))
    const sheet = (pieces: Piece[], back: boolean) => <svg class={`paper-cards ${looksOf(plan)}`}
        viewBox={`0 0 ${short} ${long}`} data-detail="near" aria-hidden="true">{pieces.map((front, i) => {
            const piece = back ? backs.find(p => p.id === front.id) : front
            const x = MARGIN + CARD / 2 + i % cols * step, y = MARGIN + CARD / 2 + Math.floor(i / cols) * step
            return piece && <g key={piece.id} transform={`translate(${back ? short - x : x} ${y}) scale(${CARD / COUNTER})`}>
                <rect class="paper-cut" x={-COUNTER / 2} y={-COUNTER / 2} width={COUNTER} height={COUNTER} />
                <Counter plan={plan} piece={plain(piece)} /></g>
        })}</svg>
    return <>{pages.flatMap((pieces, i) => [
        <PaperSheet key={`front ${i}`} paper={paper} foot={say('print.fronts')}>{sheet(pieces, false)}</PaperSheet>,
        ...(pieces.some(p => backs.some(b => b.id === p.id)) ? [
            <PaperSheet key={`back ${i}`} paper={paper} foot={say('print.backs')}>{sheet(pieces, true)}</PaperSheet>
        ] : [])
    ])}</>
}

interface Laid { piece: Piece; x: number; y: number; deep: number }

/** Bases one beside the other at their true size, their names below. */
function layBases(pieces: Piece[], paper: Paper): Laid[][] {
    const { short, long } = PAPERS[paper]
    const pages: Laid[][] = [[]]
    let x = MARGIN, y = MARGIN + CAPTION, line = 0
    for (const piece of pieces) {
        if (!piece.base)
            continue
        const { left, right, back, front } = piece.base
        const wide = (right - left) / UM, deep = (front - back) / UM
        if (x + wide > short - MARGIN)
            [x, y, line] = [MARGIN, y + line + CAPTION + 6, 0]
        if (y + deep + CAPTION > long - MARGIN) {
            pages.push([]);
            [x, y, line] = [MARGIN, MARGIN + CAPTION, 0]
        }
        const base = { ...piece.base, heading: 0 }
        pages.at(-1)!.push({ piece: { ...plain(piece), base }, x: x - left / UM, y: y + front / UM, deep: -back / UM })
        x += wide + 4
        line = Math.max(line, deep)
    }
    return pages.filter(page => page.length)
}

function Bases({ whole, paper }: { whole: Whole; paper: Paper }) {
    const { plan, state } = whole
    const { short, long } = PAPERS[paper]
    return <>{layBases(state.pieces, paper).map((page, i) =>
        <PaperSheet key={i} paper={paper} foot={say('print.bases')}>
            <svg class={`paper-cards ${looksOf(plan)}`} viewBox={`0 0 ${short} ${long}`} data-detail="middle"
                 aria-hidden="true">{page.map(({ piece, x, y, deep }) =>
                    <g key={piece.id} transform={`translate(${x} ${y})`}>
                        <Element plan={plan} piece={piece} />
                        <text class="paper-base-name" y={deep + 3}>{piece.id}</text>
                    </g>)}</svg>
        </PaperSheet>)}</>
}

// ---- what is read -------------------------------------------------------------------------------

function Charts({ game }: { game: GameInfo }) {
    const charts = useLoaded(async () => (await Promise.all(game.charts.map(id => umpire.chart(game.id, id))))
        .filter(chart => 'cells' in chart), [game.id])
    return <section class="paper-text charts">{charts?.map(chart =>
        <ChartTable key={chart.id} game={game.id} chart={chart} />) ?? <Loading />}</section>
}

function Rules({ game }: { game: GameInfo }) {
    const book = useLoaded(() => bookOf(game.id), [game.id])
    const text = useMemo(() => book && <MarkdownBlocks blocks={book.blocks} game={game.id} isPara={book.has} />,
                         [book, game.id])
    return <section class="paper-text rules"><div class="rule-text">{text ?? <Loading />}</div></section>
}

export function PrintPage({ scenario, query }: { scenario: string; query: URLSearchParams }) {
    const whole = useLoaded(() => load(scenario), [scenario])
    const paper: Paper = query.get('paper') === 'letter' ? 'letter' : 'a4'
    if (whole === undefined)
        return <Page title={say('page.loading')}><Loading /></Page>
    if (whole === null)
        return <Page title={say('print.title', { title: scenario })}><Wrong>{say('print.none', { scenario })}</Wrong></Page>
    const { plan, game } = whole
    return <Page title={say('print.title', { title: plan.title })} class={`paper on-${paper}`}>
        <div class="page-head no-print">
            <h1>{say('print.title', { title: plan.title })}</h1>
            <div class="row">
                <label class="field-inline">{say('print.paper')}
                    <select name="paper" value={paper} onChange={event => go(address('print', scenario,
                        new URLSearchParams({ paper: event.currentTarget.value })))}>
                        <option value="a4">A4</option><option value="letter">Letter</option>
                    </select></label>
                <button type="button" class="button primary" onClick={() => print()}>{say('print.do')}</button>
            </div>
            <p class="soft">{say('print.how')}</p>
        </div>
        <Sheet plan={plan} />
        <section class="paper-text"><h2>{plan.title}</h2><p>{plan.blurb}</p><ShortText game={game.id} /></section>
        {plan.map && <MapSheets whole={whole} paper={paper} />}
        {plan.map && !isHexMap(plan.map) ? <Bases whole={whole} paper={paper} />
            : <Counters whole={whole} paper={paper} />}
        <Charts game={game} />
        <Rules game={game} />
    </Page>
}
