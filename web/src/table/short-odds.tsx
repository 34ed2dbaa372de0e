/* How a move may end, short: in a bubble on the board, and beside each of several ways. */
import { percentOf } from '../parts/distribution'
import type { Odds } from '../umpire/documents'
import { say } from '../words/words'

/** So many ways to end are told; the panel has them all. */
const MOST = 4

export interface End { words: string; value: number }

/** As outcomes, where the engine tells them; else as rows, each by what changes. */
export function endsOf(odds: Pick<Odds, 'outcomes' | 'rows'>): End[] {
    if (odds.outcomes?.length)
        return odds.outcomes.map(({ says, value }) => ({ words: says, value }))
    return odds.rows.map(row => ({
        words: Object.entries(row.values).map(([name, value]) => `${name} ${value}`).join(', ') ||
            say('odds.same'),
        value: row.value
    }))
}

export const ShortOdds = (props: { odds: Odds }) => <ShortEnds ends={endsOf(props.odds)} />

export function ShortEnds(props: { ends: readonly End[] }) {
    const ends = [...props.ends].sort((a, b) => b.value - a.value)
    const rest = ends.slice(MOST).reduce((sum, { value }) => sum + value, 0)
    return <ul class="short-odds">
        {ends.slice(0, MOST).map(({ words, value }, i) => <li key={i}>
            <span class="short-odds-p">{percentOf(value)}</span>
            <span class="short-odds-words">{words}</span>
        </li>)}
        {rest > 0 && <li><span class="short-odds-p">{percentOf(rest)}</span>
            <span class="short-odds-words soft">{say('odds.others')}</span></li>}
    </ul>
}
