/* A chart beside a move: as printed, with the cells that count lit. */
import { useLoaded } from '../app/load'
import { ChartGrid } from '../parts/chart'
import type { LitCell } from '../parts/lit'
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
    const chart = useLoaded(() => chartOf(game, id), [game, id])
    if (!chart)
        return null
    const cells = props.lit.map(({ cite, sure, why }): LitCell =>
        ({ row: cite.row, column: cite.column, sure, why }))
    return <figure class="chart-lit">
        <figcaption>{chart.title} <Para ui={props.ui} para={chart.para} /></figcaption>
        <ChartGrid chart={chart} lit={cells} label={chart.title} />
    </figure>
}
