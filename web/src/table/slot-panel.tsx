/* Moves of one kind, filled slot by slot: what is asked for next are buttons, what is filled in
 * stands before them and can be taken out again. Hexes are lit on the board as well. */
import { useMemo, useState } from 'preact/hooks'
import type { Plan } from '../umpire/documents'
import { say } from '../words/words'
import type { Choice } from './choices'
import { namesFor } from './forms'
import { MoveButton } from './moves'
import { firstUpper, titleOf } from './names'
import type { Play } from './play'
import { shortOf } from './saying'
import { EMPTY, SlotBook, type Asked, type Filled, type Option, type SlotKind } from './slots'

/** So few moves are shown as they are. */
const LAST_MOST = 4
/** So many values are buttons at once; more are folded by what they have in common. */
const VALUES_MOST = 24

export function VerbSlots(props: { play: Play; form: string; choices: readonly Choice[] }) {
    const { play, form, choices } = props
    const { plan } = play.table
    const book = useMemo(() => new SlotBook(plan, form, choices), [plan, form, choices])
    const [filled, setFilled] = useState<Filled>(EMPTY)
    const { left, asked } = book.fill(filled)
    const verb = choices[0]!.verb
    const tap = (kind: SlotKind, value: string) => {
        const next = book.tap(filled, kind, value)
        const now = book.fill(next)
        if (now.left.length === 1 && !now.asked) {
            setFilled(EMPTY)
            play.choose(now.left[0]!)
        } else {
            setFilled(next)
        }
    }
    const few = !asked || left.length <= LAST_MOST && filled.size > 0 && areToldApart(left)
    return <section class="slots" aria-label={firstUpper(verb)}>
        <h3>{firstUpper(verb)}{' '}
            {[...filled].map(([index, items]) => items.map((item, i) =>
                <button key={`${index} ${item} ${i}`} type="button" class="button chip-button"
                    aria-label={say('slots.out', { what: valueWords(plan, book.kinds[index]!, item) })}
                    onClick={() => setFilled(takenOut(filled, index, item))}>
                    {valueWords(plan, book.kinds[index]!, item)}{' '}
                    <span aria-hidden="true">×</span></button>))}
        </h3>
        {few ? <div class="few">{[...left, ...book.odd].slice(0, VALUES_MOST).map(choice =>
            <MoveButton key={choice.move} play={play} choice={choice} />)}</div>
            : <Values plan={plan} asked={asked} picked={play.picked.value} onTap={value => tap(asked.kind, value)}
                onAll={asked.complete && (() => {
                    setFilled(EMPTY)
                    play.choose(asked.complete!)
                })} />}
    </section>
}

/** Do their buttons say different things? */
const areToldApart = (choices: readonly Choice[]) =>
    new Set(choices.map(shortOf)).size === choices.length

function takenOut(filled: Filled, index: number, item: string): Filled {
    const items = filled.get(index) ?? []
    const rest = items.filter((_, i) => i !== items.indexOf(item))
    const next = new Map(filled)
    if (rest.length)
        next.set(index, rest)
    else
        next.delete(index)
    return next
}

/** What may stand in the slot asked for. */
function Values(props: {
    plan: Plan; asked: Asked; picked: ReadonlySet<string>; onTap: (value: string) => void; onAll: (() => void) | undefined
}) {
    const { plan, asked: { kind }, picked, onTap, onAll } = props
    // Who goes where is asked of the picked ones; what the others do is folded.
    const isOthers = ({ value }: Option) => value.includes('>') && !picked.has(value.split('>')[0]!)
    const folds = props.asked.options.some(o => !isOthers(o))
    const options = props.asked.options.filter(o => !folds || !isOthers(o))
    const others = props.asked.options.filter(o => folds && isOthers(o))
    const button = (value: string, chosen: number) => {
        const explains = namesFor(plan, kind.slot).find(name => name.id === value)?.explains
        return <button key={value} type="button" class={`button value${explains ? ' is-told' : ''}`} aria-pressed={chosen > 0}
            onClick={() => onTap(value)}>{valueWords(plan, kind, value)}{chosen > 1 && ` × ${chosen}`}
            {explains && <span class="move-explains soft">{firstUpper(explains)}</span>}</button>
    }
    const groups = options.length <= VALUES_MOST ? null : groupedBy(plan, kind, options)
    const all = groups ? groups.map(([group, list]) => <details key={group} class="verb">
        <summary>{group} <span class="soft">{list.length}</span></summary>
        <div class="row values">{list.map(o => button(o.value, o.chosen))}</div>
    </details>) : <div class="row values">{options.map(o => button(o.value, o.chosen))}</div>
    return <>
        <p class="soft">{say(kind.hexes ? 'slots.hex' : kind.pieces ? 'slots.piece'
            : kind.slot.many ? 'slots.many' : 'slots.which')}</p>
        {kind.hexes ? <details class="verb"><summary>{say('slots.hexes', { n: options.length })}
        </summary>{all}</details> : all}
        {others.length > 0 && <details class="verb"><summary>{say('slots.others', { n: others.length })}</summary>
            <div class="row values">{others.map(o => button(o.value, o.chosen))}</div></details>}
        {onAll && <button type="button" class="button primary" onClick={onAll}>
            {say('slots.all')}</button>}
    </>
}

/** Hexes by their column, other things by their first word. */
function groupedBy(plan: Plan, kind: SlotKind, options: Asked['options']) {
    const groups = new Map<string, Asked['options'][number][]>()
    for (const option of options) {
        const group = kind.hexes ? say('slots.column', { column: option.value.slice(0, 2) })
            : valueWords(plan, kind, option.value).split(' ')[0]!
        groups.set(group, [...(groups.get(group) ?? []), option])
    }
    return [...groups].sort(([a], [b]) => a.localeCompare(b))
}

/** A value as people call it. */
function valueWords(plan: Plan, kind: SlotKind, value: string): string {
    if (!value || value === '-')
        return say('slots.none')
    const [who, to] = value.split('>')
    if (who && to) // one thing to another: who fires where
        return say('slots.pair', { who: firstUpper(titleOf(plan, who)), to: titleOf(plan, to) })
    const title = namesFor(plan, kind.slot).find(name => name.id === value)?.title
    const words = title || firstUpper(value.replaceAll('_', ' '))
    // A bare number says nothing: "Marker 3".
    return /^\d+$/.test(words) && /^[a-z]{2,}$/.test(kind.slot.what)
        ? `${firstUpper(kind.slot.what)} ${words}` : words
}
