/* The odds of a move before it is made: what counts, the chart with its cells lit, how it may end.
 * Every number is the engine's; this only draws them. */
import type { ComponentChildren } from 'preact'
import { Distribution, percentOf } from '../parts/distribution'
import type { Odds, OddsRow, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { ChartLit, type Lit } from './chart'
import { Events } from './events'
import { namedIn } from './choices'
import { firstUpper, sideTitle } from './names'
import { Suppose } from './suppose'
import { notation, type Ui } from './ui'

interface OddsProps {
    ui: Ui; plan: Plan; odds: Odds; given: string; measure: string
    onCount(given: string, measure: string): void
}

export function OddsPanel(props: OddsProps) {
    const { ui, plan, odds, given, measure } = props
    const charts = litCharts(odds)
    return <section class="odds" aria-label={say('odds.title')}>
        <Ends plan={plan} odds={odds} />
        {(odds.decisions.length > 0 || given !== '') && <Suppose ui={ui} plan={plan}
            odds={odds} given={given}
            onGiven={supposed => props.onCount(supposed, measure)} />}
        {odds.events.length > 0 && <>
            <h3>{say('odds.modifiers')}</h3>
            <Events ui={ui} game={plan.game} events={odds.events} />
        </>}
        {odds.dice && <p class="odds-die">
            <span class="die-small" aria-hidden="true">{odds.dice}</span>{notation.value && ` ${odds.label}`}
        </p>}
        {[...charts].map(([id, lit]) =>
            <ChartLit key={id} ui={ui} game={plan.game} id={id} lit={lit} />)}
        <Counting {...props} />
    </section>
}

/** Cells by chart: those read already, and those the faces of the die lead to. */
function litCharts(odds: Odds): Map<string, Lit[]> {
    const charts = new Map<string, Lit[]>()
    const add = (lit: Lit) => {
        const { chart } = lit.cite
        charts.set(chart, [...(charts.get(chart) ?? []), lit])
    }
    for (const { face, cite } of odds.faces)
        if (cite)
            add({ cite, sure: false, why: [String(face)] })
    for (const { cite } of odds.events)
        if (cite)
            add({ cite, sure: true, why: [] })
    return charts
}

/** How it may end: a line for each outcome, and inside it the states that come to it; all of them as
 *  numbers for those who want those. */
function Ends(props: { plan: Plan; odds: Odds }) {
    const { odds } = props
    const { outcomes = [] } = odds
    if (!outcomes.length || notation.value)
        return <Rows {...props} />
    return <>
        <h3>{say('odds.rows')}</h3>
        {odds.certain && <p class="soft">{say('odds.certain', { what: odds.certain })}</p>}
        <div class="outcomes">
            {outcomes.map(({ says, p, value, rows }, i) => <Outcome key={i} says={says} p={p}
                value={value}>
                {rows && rows.length > 1 && <Rows {...props}
                    odds={{ ...odds, rows: rows.map(at => odds.rows[at]!).filter(Boolean) }}
                    inside />}
            </Outcome>)}
        </div>
        <details class="counting"><summary>{say('odds.all')}</summary><Rows {...props} /></details>
    </>
}

function Outcome(props: {
    says: string; p: string; value: number; children: ComponentChildren
}) {
    const line = <>
        <span class="outcome-words">{props.says}</span>
        <strong class="outcome-p" title={props.p}>{percentOf(props.value)}</strong>
        <span class="bar" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${100 * props.value}%` }} /></span>
    </>
    return props.children
        ? <details class="outcome"><summary class="outcome-line">{line}</summary>
            {props.children}</details>
        : <div class="outcome"><div class="outcome-line">{line}</div></div>
}

function Rows(props: { plan: Plan; odds: Odds; inside?: boolean }) {
    const { plan, odds } = props
    const measures = [...new Set(odds.rows.flatMap(row => Object.keys(row.values)))]
    const goesOn = odds.rows.some(row => row.decision !== null || row.die !== null)
    const heads = measures.map(name => titleOf(plan, name))
    return <>
        {!props.inside && <h3>{say('odds.rows')}</h3>}
        <div class="scroller" tabIndex={0} role="group" aria-label={say('odds.rows')}>
            <Distribution caption={say('odds.rows')}
                heads={goesOn ? [...heads, say('odds.then')] : heads}
                rows={odds.rows.map(row => ({
                    cells: [...measures.map(name => row.values[name] ?? ''),
                            ...(goesOn ? [<Then plan={plan} row={row} />] : [])],
                    p: row.p, value: row.value
                }))} />
        </div>
        {!props.inside && <p class="soft odds-foot">
            {say(odds.exact ? 'odds.exact' : 'odds.not_exact')}
            {!odds.complete && `; ${say('odds.not_complete', { positions: odds.positions })}`}
            {odds.supposed && `. ${say('odds.supposed', { what: odds.supposed })}`}
            {odds.more_changes && `. ${say('odds.more')}`}
        </p>}
    </>
}

/** What is counted, as people call it: whose, and what; as it is written for those who want that. */
function titleOf(plan: Plan, name: string): string {
    const [of, field] = name.includes('.') ? name.split('.', 2) as [string, string] : ['', name]
    const title = plan.fields.find(f => f.name === field && (of !== '') === (f.of !== null))?.title
    const whose = plan.sides.includes(of) ? sideTitle(plan, of)
        : plan.names.flatMap(list => list.names).find(one => one.id === of)?.title
    return notation.value ? name : [whose || of, title ?? field].filter(Boolean).join(', ')
}

function Then(props: { plan: Plan; row: OddsRow }) {
    const { decision, side, die } = props.row
    if (die)
        return <span class="odds-then soft">{say('odds.die', { die })}</span>
    return decision
        ? <span class="odds-then soft">
            {say('odds.decides', { side: sideTitle(props.plan, side), decision })}</span> : null
}

/** What to count: chosen anew, the engine counts again. */
function Counting(props: OddsProps) {
    const { plan, odds, given, measure, onCount } = props
    const shown = measure ? measure.split(',') : Object.keys(odds.rows[0]?.values ?? {})
    const others = measuresFor(plan, odds).map(group =>
        ({ ...group, names: group.names.filter(name => !shown.includes(name)) }))
        .filter(group => group.names.length)
    return <details class="counting">
        <summary>{say('odds.measures')}…</summary>
        <div class="row">
            {shown.map(name => <button key={name} type="button" class="button chip-button"
                aria-label={say('odds.remove_measure', { name: titleOf(plan, name) })} disabled={shown.length < 2}
                onClick={() => onCount(given, shown.filter(n => n !== name).join(','))}>
                {titleOf(plan, name)} <span aria-hidden="true">×</span></button>)}
            <select aria-label={say('odds.add_measure')} value=""
                onChange={event => onCount(given, [...shown, event.currentTarget.value].join(','))}>
                <option value="">{say('odds.add_measure')}</option>
                {others.map(group => <optgroup key={group.of} label={group.of}>
                    {group.names.map(name => <option key={name} value={name}>{titleOf(plan, name)}</option>)}
                </optgroup>)}
            </select>
            {measure && <button type="button" class="button quiet"
                onClick={() => onCount(given, '')}>{say('odds.reset')}</button>}
        </div>
    </details>
}

/** Fields of the pieces the move names, of the sides and of the game. */
function measuresFor(plan: Plan, odds: Odds): { of: string; names: string[] }[] {
    const named = new Set([...namedIn(odds.move ?? ''), ...namedIn(odds.label ?? ''),
                           ...odds.rows.flatMap(row => Object.keys(row.values)
                               .map(name => name.split('.')[0]!)), ...plan.sides])
    const groups = plan.names.flatMap(list => list.names.filter(name => named.has(name.id))
        .map(name => ({
            of: notation.value || !name.title ? `${name.id} ${name.title ?? ''}` : name.title,
            names: plan.fields.filter(f => f.of === list.kind).map(f => `${name.id}.${f.name}`)
        })))
    const game = plan.fields.filter(f => f.of === null).map(f => f.name)
    return [...groups.filter(g => g.names.length),
            { of: firstUpper(say('odds.game')), names: game }]
}
