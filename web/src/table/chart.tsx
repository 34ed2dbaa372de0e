/* A printed chart with the cells that count lit: those read, and faintly those that may be. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isFailed, isRefused, type Citation } from '../umpire/documents'
import { umpire, type Chart } from '../umpire/umpire'
import { Para } from './para'
import type { Ui } from './ui'

/** A cell to light. `why`: a few letters for it, such as the die that leads there. */
export interface Lit { cite: Citation; sure: boolean; why: string[] }

const charts = new Map<string, Promise<Chart | null>>()

function chartOf(game: string, id: string): Promise<Chart | null> {
    const key = `${game}/${id}`
    let got = charts.get(key)
    if (!got) {
        got = umpire.chart(game, id).then(
            said => (isFailed(said) || isRefused(said) ? null : said), () => null)
        charts.set(key, got)
    }
    return got
}

export function ChartLit(props: { ui: Ui; game: string; id: string; lit: readonly Lit[] }) {
    const { game, id } = props
    const [chart, setChart] = useState<Chart | null>(null)
    useEffect(() => {
        let here = true
        void chartOf(game, id).then(got => here && setChart(got))
        return () => { here = false }
    }, [game, id])
    const scroller = useRef<HTMLDivElement>(null)
    useLayoutEffect(() => {
        const cell = scroller.current?.querySelector<HTMLElement>('.lit, .lit-faint')
        if (cell)
            scroller.current!.scrollLeft = cell.offsetLeft - scroller.current!.clientWidth / 3
    }, [chart, props.lit])
    if (!chart)
        return null
    const { rows, columns } = chart
    const at = new Map<string, Lit>()
    for (const lit of props.lit) {
        const key = `${lit.cite.row}\t${lit.cite.column}`
        const known = at.get(key)
        at.set(key, { cite: lit.cite, sure: lit.sure || (known?.sure ?? false),
                      why: [...(known?.why ?? []), ...lit.why] })
    }
    return <figure class="chart-lit">
        <figcaption>{chart.title} <Para ui={props.ui} para={chart.para} />
            <span class="chart-axes soft">
                {[rows.name, columns.name].filter(Boolean).join(' × ')}</span>
        </figcaption>
        <div class="chart-scroll" tabIndex={0} role="group" aria-label={chart.title}
            ref={scroller}>
            <table>
                <thead>
                    <tr>
                        <td />
                        {columns.labels.map(label => <th key={label} scope="col">{label}</th>)}
                    </tr>
                </thead>
                <tbody>
                    {rows.labels.map((label, r) => <tr key={label}>
                        <th scope="row">{label}</th>
                        {columns.labels.map((column, c) => {
                            const lit = at.get(`${label}\t${column}`)
                            return <td key={column}
                                class={lit ? (lit.sure ? 'lit' : 'lit-faint') : undefined}>
                                {chart.cells[r]?.[c] ?? ''}
                                {lit && lit.why.length > 0 &&
                                    <small class="lit-why">{lit.why.join(' ')}</small>}
                            </td>
                        })}
                    </tr>)}
                </tbody>
            </table>
        </div>
    </figure>
}
