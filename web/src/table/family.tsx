/* A move with free arguments, written slot by slot by those who know the notation. */
import { useMemo, useState } from 'preact/hooks'
import { say } from '../words/words'
import type { Family } from './choices'
import { namesFor, partsOf, readForm, takesPieces, writeForm, type Part } from './forms'
import type { Play } from './play'

const SUGGESTED = 60

/** A move with free arguments, slot by slot; the picked pieces stand in it already. */
export function FamilyForm(props: { play: Play; family: Family }) {
    const { play, family } = props
    const { plan } = play.table
    const { choices } = play.menu.value
    const parts = useMemo(() => partsOf(plan, family.form), [plan, family.form])
    const [values, setValues] = useState<string[]>([])
    const picked = [...play.picked.value]
    const firstPieces = parts.find(p => p.kind === 'slot' && takesPieces(plan, p.slot))
    const filled = parts.map(() => '')
    for (const part of parts)
        if (part.kind !== 'text')
            filled[part.index] = values[part.index] ??
                (part === firstPieces && part.kind === 'slot'
                    ? picked.slice(0, part.slot.many ? undefined : 1).join(part.slot.many) : '')
    const set = (index: number, value: string) => {
        const next = [...values]
        next[index] = value
        setValues(next)
    }
    const text = writeForm(parts, filled)
    const offered = useMemo(() => choices.filter(c => c.form === family.form)
        .flatMap(c => [readForm(parts, c.move) ?? []]), [choices, parts])
    return <details class="verb family">
        <summary>{say('moves.write', { verb: family.verb })}</summary>
        <form class="column" onSubmit={event => {
            event.preventDefault()
            void play.type(text)
        }}>
            {parts.map(part => part.kind === 'text' ? null
                : part.kind === 'option'
                    ? <label key={part.index} class="row">
                        <input type="checkbox" checked={Boolean(filled[part.index])}
                            onChange={event =>
                                set(part.index, event.currentTarget.checked ? 'x' : '')} />
                        {part.text}</label>
                    : <SlotInput key={part.index} play={play} family={family} part={part}
                        offered={offered.map(values => values[part.index] ?? '')}
                        value={filled[part.index] ?? ''}
                        onInput={value => set(part.index, value)} />)}
            <output class="mono family-text">{text}</output>
            <button class="button">{say('moves.write_it')}</button>
        </form>
    </details>
}

function SlotInput(props: {
    play: Play; family: Family; value: string; onInput(value: string): void
    part: Extract<Part, { kind: 'slot' }>
    /** What stands in this slot in moves that are offered. */
    offered: string[]
}) {
    const { slot, index } = props.part
    const names = namesFor(props.play.table.plan, slot)
    const list = `slot-${props.family.verb}-${index}`
    const hint = [slot.many.trim() ? say('moves.slot_many', { sign: slot.many }) : '',
                  slot.optional ? say('moves.slot_optional') : ''].filter(Boolean).join('; ')
    const titleOf = (id: string) => names.find(name => name.id === id)?.title ?? id
    const suggested = [...new Set([...props.offered, ...names.map(name => name.id)])]
        .filter(Boolean).slice(0, SUGGESTED)
    if (slot.words.length && !slot.many)
        return <label class="column slot">{slot.what.split('|').join(' / ')}
            <select value={props.value} onChange={e => props.onInput(e.currentTarget.value)}>
                <option value="">{hint || '…'}</option>
                {names.map(({ id }) => <option key={id} value={id}>{id}</option>)}
            </select></label>
    return <label class="column slot">{slot.what}
        <input value={props.value} placeholder={hint} list={list} autocomplete="off"
            spellcheck={false} onInput={event => props.onInput(event.currentTarget.value)} />
        <datalist id={list}>
            {suggested.map(value => <option key={value} value={value}>{titleOf(value)}</option>)}
        </datalist></label>
}
