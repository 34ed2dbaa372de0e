/* Long lists of moves filled slot by slot: what is asked for next, and what may stand there.
 *
 * Generic: the form of a verb says where its slots are (forms.ts), the offers say what fits. A slot
 * with one value left fills itself; one that another slot decides is never asked for ("[Horse] for
 * [Pursuit]" needs no number of the marker); numbers come last, since words say more; a list is
 * filled item by item. */
import type { Plan } from '../umpire/documents'
import type { Choice } from './choices'
import { partsOf, readForm, takesPieces, type Slot } from './forms'

/** More values than that are no way to choose another slot by. */
const DECIDES_MOST = 16

/** A move taken apart: the items in each slot; a slot that is no list has one item or none. */
interface Taken { choice: Choice; values: readonly (readonly string[])[] }

/** What the player has filled in: items by the number of the slot. */
export type Filled = ReadonlyMap<number, readonly string[]>
export const EMPTY: Filled = new Map()

export interface SlotKind { index: number; slot: Slot; pieces: boolean; hexes: boolean }
/** A value that may stand in the slot asked for, and how many moves it leads to. */
export interface Option {
    value: string; count: number
    /** How often it was; of some things one may have several. */
    chosen: number
}
export interface Asked {
    kind: SlotKind
    options: readonly Option[]
    /** With what is chosen in this list the move is complete. */
    complete: Choice | undefined
}
export interface Filling {
    /** Moves that fit what is filled in. */
    left: readonly Choice[]
    /** What is asked for next; undefined: `left` is all there is to choose from. */
    asked: Asked | undefined
}

/** Moves of one form, ready to be filled in. */
export class SlotBook {
    readonly kinds: readonly SlotKind[]
    private readonly taken: readonly Taken[]
    /** Moves that are not of the form, such as those with a word the form does not know. */
    readonly odd: readonly Choice[]

    constructor(plan: Plan, form: string, choices: readonly Choice[]) {
        const parts = partsOf(plan, form)
        this.kinds = parts.flatMap(part => part.kind === 'text' ? [] : [{
            index: part.index,
            slot: part.kind === 'slot' ? part.slot
                : { what: part.text, many: '', words: [part.text], optional: true, lead: '' },
            pieces: part.kind === 'slot' && takesPieces(plan, part.slot),
            hexes: part.kind === 'slot' && part.slot.what === 'hex'
        }])
        const read = choices.map(choice => ({ choice, values: readForm(parts, choice.move) }))
        this.taken = read.flatMap(({ choice, values }) => values
            ? [{ choice, values: values.map((text, i) => this.itemsOf(this.kinds[i]!, text)) }] : [])
        this.odd = read.filter(({ values }) => !values).map(({ choice }) => choice)
    }

    /** A path is one thing, its end; other lists are their items. */
    private itemsOf({ slot, hexes }: SlotKind, text: string): string[] {
        if (!text)
            return []
        if (hexes && slot.many === '-')
            return [text.split('-').at(-1)!]
        return slot.many ? text.split(slot.many).map(item => item.trim()) : [text]
    }

    private isList(kind: SlotKind) {
        return kind.slot.many !== '' && !(kind.hexes && kind.slot.many === '-')
    }

    fill(filled: Filled): Filling {
        const left = this.taken.filter(({ values }) => [...filled].every(([index, items]) =>
            this.isList(this.kinds[index]!) ? items.every(item => times(values[index]!, item) >= times(items, item))
                : items[0] === (values[index]![0] ?? '')))
        const choices = left.map(({ choice }) => choice)
        const unsorted = this.kinds.filter(kind => this.isOpen(kind, left, filled))
        const open = [...unsorted.filter(kind => !isNumbers(kind, left)),
                      ...unsorted.filter(kind => isNumbers(kind, left))]
        const kind = open.find(one => !open.some(other => this.decides(other, one, left)))
        return { left: choices, asked: kind && this.asked(kind, left, filled) }
    }

    /** Have the moves that are left different things there? */
    private isOpen(kind: SlotKind, left: readonly Taken[], filled: Filled): boolean {
        if (filled.has(kind.index) && !this.isList(kind))
            return false
        return distinct(left.map(({ values }) => values[kind.index]!.join(' '))).length > 1
    }

    /** Does what stands in `by` tell what stands in `kind`, so that nobody need be asked? */
    private decides(by: SlotKind, kind: SlotKind, left: readonly Taken[]): boolean {
        if (by === kind || by.hexes || this.isList(by) || this.isList(kind) || kind.pieces)
            return false
        const told = new Map<string, string>()
        for (const { values } of left) {
            const from = values[by.index]![0] ?? '', to = values[kind.index]![0] ?? ''
            if ((told.get(from) ?? to) !== to)
                return false
            told.set(from, to)
        }
        return told.size > 1 && told.size <= DECIDES_MOST &&
            (!this.decidesPlainly(kind, by, left) || isNumbers(kind, left) || kind.index > by.index)
    }

    /** The other way round: then one of the two is enough, and words are better than numbers. */
    private decidesPlainly(by: SlotKind, kind: SlotKind, left: readonly Taken[]): boolean {
        const pairs = distinct(left.map(({ values }) =>
            `${values[by.index]![0] ?? ''}\n${values[kind.index]![0] ?? ''}`))
        return pairs.length === distinct(left.map(({ values }) =>
            values[by.index]![0] ?? '')).length && !isNumbers(by, left)
    }

    private asked(kind: SlotKind, left: readonly Taken[], filled: Filled): Asked {
        const chosen = filled.get(kind.index) ?? []
        const counts = new Map<string, number>()
        const itemsIn = ({ values }: Taken) => values[kind.index]!.length ? values[kind.index]! : ['']
        for (const taken of left)
            for (const item of itemsIn(taken))
                counts.set(item, (counts.get(item) ?? 0) + 1)
        // In the order of all there are, so that no button moves when one is tapped.
        const values = distinct(this.taken.flatMap(itemsIn)).filter(value => counts.has(value))
        return {
            kind,
            options: values.map(value =>
                ({ value, count: counts.get(value)!, chosen: times(chosen, value) })),
            complete: this.isList(kind)
                ? left.find(({ values }) => values[kind.index]!.length === chosen.length)?.choice
                : undefined
        }
    }

    /** What is filled in when that value is tapped: put in, once more where that may be, or of a list taken out again. */
    tap(filled: Filled, { index }: SlotKind, value: string): Filled {
        const kind = this.kinds[index]!
        const before = filled.get(index) ?? []
        const items = !this.isList(kind) ? [value]
            : before.includes(value) && !this.fill(new Map(filled).set(index, [...before, value])).left.length
                ? before.filter(item => item !== value) : [...before, value]
        const next = new Map(filled)
        if (items.length)
            next.set(index, items)
        else
            next.delete(index)
        return next
    }
}

const times = (items: readonly string[], item: string) => items.filter(one => one === item).length

const distinct = (values: readonly string[]) => [...new Set(values)]

const isNumbers = (kind: SlotKind, left: readonly Taken[]) =>
    left.every(({ values }) => values[kind.index]!.every(item => /^\d+$/.test(item)))
