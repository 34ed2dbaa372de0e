/* What may come out, with its chances: a table of bars and exact fractions. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { say } from '../words/words'

/** `cells`: what comes out, under the heads of the table. */
export interface Outcome {
    cells: readonly ComponentChildren[]
    p: string; value: number
    /** The faces that lead there. */
    dice?: string | null | undefined
    /** It is the one that came out. */
    lit?: boolean
}

/** A longer list is shown when asked for. */
const MOST_ROWS = 24

const percent = new Intl.NumberFormat(undefined,
    { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** Nearer to never or to always than a digit can say. */
const HARDLY = 0.0005

export function percentOf(value: number): string {
    if (value > 0 && value < HARDLY)
        return `<${percent.format(0.001)}`
    if (value < 1 && value > 1 - HARDLY)
        return `>${percent.format(0.999)}`
    return percent.format(value)
}

/** A long list of faces may be broken after any comma. */
const breakable = (list: string) => list.replaceAll(',', ',\u200b')

export function Distribution(props: {
    caption: string; heads: readonly ComponentChildren[]; rows: readonly Outcome[]
}) {
    const [all, setAll] = useState(false)
    const rows = all ? props.rows : props.rows.slice(0, MOST_ROWS)
    return <><table class="distribution">
        <caption class="visually-hidden">{props.caption}</caption>
        <thead><tr>
            {props.heads.map((head, i) => <th key={i} scope="col">{head}</th>)}
            <th scope="col" class="distribution-p">{say('chance.fraction')}</th>
            <th scope="col" class="distribution-bar">{say('chance.percent')}</th>
        </tr></thead>
        <tbody>
            {rows.map((row, i) => <tr key={i} class={row.lit ? 'lit' : ''}>
                {row.cells.map((cell, c) => c === 0 ? <th key={c} scope="row">{cell}</th>
                                                    : <td key={c}>{cell}</td>)}
                <td class="distribution-p">{row.p}</td>
                <td class="distribution-bar"><Bar value={row.value} />
                    <span class="distribution-percent">{percentOf(row.value)}</span>
                    {row.dice && <span class="distribution-on">{' '}{say('chance.on')}{' '}
                        <span class="distribution-dice">{breakable(row.dice)}</span></span>}
                </td>
            </tr>)}
        </tbody>
    </table>
    {rows.length < props.rows.length && <button type="button" class="button distribution-more"
        onClick={() => setAll(true)}>{say('chance.all', { count: props.rows.length })}</button>}</>
}

function Bar(props: { value: number }) {
    return <span class="bar" aria-hidden="true">
        <span class="bar-fill" style={{ width: `${100 * props.value}%` }} />
    </span>
}
