/* All that may be done, as lists and forms: everything can be played without the board. */
import { useMemo, useState } from 'preact/hooks'
import { say } from '../words/words'
import { choicesFor, type Choice, type Family } from './choices'
import { Command } from './command'
import { namesFor, partsOf, readForm, takesPieces, writeForm, type Part } from './forms'
import { Para } from './para'
import { PieceHead } from './pieces'
import type { Play } from './play'
import type { Ui } from './ui'

const OPEN_MOST = 30
const SHOWN_MOST = 150
const SUGGESTED = 60

export function MovesPanel(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const [filter, setFilter] = useState('')
    const [all, setAll] = useState(false)
    const { choices, families } = play.menu.value
    const picked = play.picked.value
    if (!play.mayAct.value)
        return <p class="soft">{say('moves.none')}</p>
    const narrowed = picked.size > 0 && !all
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = (narrowed ? choicesFor(play.field.value, play.menu.value, picked) : choices)
        .filter(c => words.every(word => c.move.toLowerCase().includes(word)))
    const bare = shown.filter(c => c.move === c.verb)
    const verbs = groupBy(shown.filter(c => c.move !== c.verb), c => c.verb)
    const writable = families.filter((f, i) => families.findIndex(g => g.form === f.form) === i)
    return <div class="moves">
        {play.now.value.pieces.filter(p => picked.has(p.id)).map(piece =>
            <PieceHead key={piece.id} play={play} piece={piece} />)}
        {choices.length > 8 && <div class="row moves-head">
            <input type="search" class="filter" placeholder={say('moves.filter')} value={filter}
                aria-label={say('moves.filter')} autocomplete="off"
                onInput={event => setFilter(event.currentTarget.value)} />
            {picked.size > 0 && <button type="button" class="button" aria-pressed={all}
                onClick={() => setAll(!all)}>{say('moves.all')}</button>}
        </div>}
        <Bare play={play} choices={narrowed ? choices.filter(c => c.move === c.verb) : bare} />
        {[...verbs].map(([verb, list]) =>
            <VerbList key={verb} play={play} verb={verb} choices={list}
                open={shown.length <= OPEN_MOST || words.length > 0} />)}
        {writable.map(family => <FamilyForm key={family.form} play={play} family={family} />)}
        <Command play={play} ui={ui} />
        <p class="soft step"><Para ui={ui} para={play.now.value.turn.para} />{' '}
            {play.now.value.turn.step}</p>
    </div>
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
    const groups = new Map<string, T[]>()
    for (const item of items)
        groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
    return groups
}

/** Moves of one word, such as ending a phase: buttons, always at hand. */
export function Bare(props: { play: Play; choices: readonly Choice[] }) {
    if (!props.choices.length)
        return null
    return <div class="row bare" role="group" aria-label={say('moves.pieceless')}>
        {props.choices.map(choice =>
            <MoveButton key={choice.move} play={props.play} choice={choice} />)}
    </div>
}

function MoveButton(props: { play: Play; choice: Choice }) {
    const { play, choice } = props
    const inMind = play.mind.value?.move === choice.move
    return <button type="button" class="button move" aria-pressed={inMind}
        onClick={() => play.choose(choice)}>{choice.move}</button>
}

function VerbList(props: { play: Play; verb: string; choices: Choice[]; open: boolean }) {
    const { choices } = props
    const [opened, setOpened] = useState<boolean | null>(null)
    const open = opened ?? props.open
    const shown = open ? choices.slice(0, SHOWN_MOST) : []
    return <details class="verb" open={open} onToggle={event => {
        if (event.currentTarget.open !== open)
            setOpened(event.currentTarget.open)
    }}>
        <summary><strong>{props.verb}</strong> <span class="soft">
            {choices.length === 1 ? say('moves.one') : say('moves.count', { n: choices.length })}
        </span></summary>
        <ul class="move-list">
            {shown.map(choice => <li key={choice.move}>
                <MoveButton play={props.play} choice={choice} /></li>)}
        </ul>
        {open && choices.length > shown.length &&
            <p class="soft">{say('moves.more', { n: choices.length - shown.length })}</p>}
    </details>
}

/** A move with free arguments, slot by slot; the picked pieces stand in it already. */
function FamilyForm(props: { play: Play; family: Family }) {
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
