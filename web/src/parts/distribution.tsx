/* What may come out, with its chances: a table of bars and exact fractions. */
import { useState } from 'preact/hooks'
import { say } from '../words/words'

export interface Chance { label: string; dice?: string | null; p: string; value: number }

/** A longer list is shown when asked for. */
const MOST_ROWS = 24

const percent = new Intl.NumberFormat(undefined,
    { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function percentOf(value: number): string {
    return percent.format(value)
}

/** A long list of faces may be broken after any comma. */
const breakable = (list: string) => list.replaceAll(',', ',\u200b')

/** `lit`: the label of the one that came out. */
export function Distribution(props: {
    caption: string; rows: readonly Chance[]; lit?: string | null
}) {
    const [all, setAll] = useState(false)
    const rows = all ? props.rows : props.rows.slice(0, MOST_ROWS)
    return <><table class="distribution">
        <caption class="visually-hidden">{props.caption}</caption>
        <thead><tr>
            <th scope="col">{say('chance.outcome')}</th>
            <th scope="col" class="distribution-p">{say('chance.fraction')}</th>
            <th scope="col" class="distribution-bar">{say('chance.percent')}</th>
        </tr></thead>
        <tbody>
            {rows.map(row => <tr key={row.label} class={row.label === props.lit ? 'lit' : ''}>
                <th scope="row">{row.label}</th>
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
