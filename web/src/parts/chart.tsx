/* A chart as printed: a table with both axes named, its notes, its paragraph; cells that count are
 * lit. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Chart } from '../umpire/umpire'
import { gatherLit, keyOf, type LitCell } from './lit'
import { ParaLink } from './para'

/** A sheet of more columns, or of longer words side by side, is printed small. */
const MOST_COLUMNS = 11
const MOST_LETTERS = 60

function isWide({ columns, cells }: Chart): boolean {
    const longest = (text: string) => Math.max(...text.split(/[\s_]/).map(word => word.length))
    const letters = columns.labels.reduce((sum, _, c) =>
        sum + Math.max(longest(titleOf(columns, c)), ...cells.map(row => longest(row[c] ?? ''))), 0)
    return columns.labels.length > MOST_COLUMNS || letters > MOST_LETTERS
}

/** A text with what was searched for marked. */
export function Marked(props: { text: string; find: string }): ComponentChildren {
    const { text, find } = props
    const at = find ? text.toLowerCase().indexOf(find.toLowerCase()) : -1
    if (at < 0)
        return text
    return <>{text.slice(0, at)}<mark>{text.slice(at, at + find.length)}</mark>
        <Marked text={text.slice(at + find.length)} find={find} /></>
}

/** Keys of chart files have titles; cells may be written with underscores, where a sheet would print spaces. */
const printed = (text: string) => text.replaceAll('_', ' ')
const titleOf = ({ labels, titles }: Chart['rows'], i: number) => titles?.[i] ?? printed(labels[i] ?? '')

/** The sheet itself, scrolled to what is lit. Named by `label`, or by the element of that id. */
export function ChartGrid(props: {
    chart: Chart; find?: string; lit?: readonly LitCell[] | undefined
    label?: string; labelledby?: string
}) {
    const { chart, find = '', lit = [] } = props
    const columns = chart.columns.labels
    const shown = columns.map((_, i) => titleOf(chart.columns, i) !== '') // others are not for players
    const at = gatherLit(lit)
    const sure = lit.filter(cell => cell.sure)
    const scroller = useRef<HTMLDivElement>(null)
    const marks = [...at.keys()].join('\n')
    useLayoutEffect(() => {
        const cell = scroller.current?.querySelector<HTMLElement>('td.lit, td.lit-faint')
        if (cell)
            scroller.current!.scrollLeft = cell.offsetLeft - scroller.current!.clientWidth / 3
    }, [chart, marks])
    return <div class="scroller" tabIndex={0} role="region" ref={scroller}
        aria-label={props.label} aria-labelledby={props.labelledby}>
        <table class="grid chart-grid">
            <thead>
                {chart.columns.name && <tr>
                    <td class="chart-corner" />
                    <th scope="colgroup" colSpan={shown.filter(Boolean).length} class="chart-axis">
                        {chart.columns.name}
                    </th>
                </tr>}
                <tr>
                    <th scope="col" class="chart-axis">{chart.rows.name}</th>
                    {columns.map((label, i) => shown[i] && <th key={i} scope="col"
                        class={sure.some(cell => cell.column === label) ? 'lit-line' : ''}>
                        <Marked text={titleOf(chart.columns, i)} find={find} />
                    </th>)}
                </tr>
            </thead>
            <tbody>
                {chart.cells.map((cells, r) => {
                    const row = chart.rows.labels[r] ?? ''
                    return <tr key={r}>
                        <th scope="row"
                            class={sure.some(cell => cell.row === row) ? 'lit-line' : ''}>
                            <Marked text={titleOf(chart.rows, r)} find={find} />
                        </th>
                        {cells.map((cell, c) => shown[c] && <Cell key={c} text={cell} find={find}
                            lit={at.get(keyOf(row, columns[c] ?? ''))} />)}
                    </tr>
                })}
            </tbody>
        </table>
    </div>
}

function Cell(props: { text: string; find: string; lit: LitCell | undefined }) {
    const { lit } = props
    return <td class={lit ? (lit.sure ? 'lit' : 'lit-faint') : ''}>
        <Marked text={printed(props.text)} find={props.find} />
        {lit?.why && lit.why.length > 0 && <small class="lit-why">{lit.why.join(' ')}</small>}
    </td>
}

/** A chart with its heading and notes. */
export function ChartTable(props: {
    game: string; chart: Chart; find?: string; lit?: readonly LitCell[] | undefined
    /** The heading; a link to the chart's own place. */
    href?: string; level?: 2 | 3
}) {
    const { chart, find = '' } = props
    const Heading = `h${props.level ?? 2}` as 'h2'
    const title = <Marked text={chart.title} find={find} />
    return <section class={`chart ${isWide(chart) ? 'chart-wide' : ''}`}
        id={`chart-${chart.id}`} aria-labelledby={`title-${chart.id}`} tabIndex={-1}>
        <div class="chart-head">
            <Heading id={`title-${chart.id}`}>
                {props.href ? <a href={props.href}>{title}</a> : title}
            </Heading>
            <ParaLink game={props.game} para={chart.para} />
        </div>
        <ChartGrid chart={chart} find={find} lit={props.lit} labelledby={`title-${chart.id}`} />
        {chart.notes.length > 0 && <ul class="chart-notes">
            {chart.notes.map((note, i) => <li key={i}><Marked text={note} find={find} /></li>)}
        </ul>}
    </section>
}
