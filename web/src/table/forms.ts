/* Forms of verbs (src/core/move.h) as far as a page needs them: what stands in each slot, and a move
 * written from what was filled in. The engine alone judges what comes out. */
import type { Plan } from '../umpire/documents'

/** One thing to fill in. `many`: a list, its items separated by that sign. */
export interface Slot {
    /** As written in the form, without braces: "unit", "hex", "left|right", "unit sp". */
    what: string
    many: string
    words: string[]
    optional: boolean
}
/** A form is words that stand for themselves, slots, and lone words that may be missing. */
export type Part =
    | { kind: 'text'; text: string }
    | { kind: 'slot'; slot: Slot; index: number }
    | { kind: 'option'; text: string; index: number }

const SEPARATORS = ',-; '

function slotOf(inside: string, optional: boolean): Slot {
    const last = inside.at(-1)!
    const many = SEPARATORS.includes(last) ? last : ''
    const what = many ? inside.slice(0, -1) : inside
    // A tuple such as "A|W mm [mm]" is no plain choice, though it begins with one.
    const words = what.includes('|') && !what.includes(' ') ? what.split('|') : []
    return { what, many, words, optional }
}

/** Read a form. What cannot be read is taken as text, which the engine will then refuse. */
export function parseForm(form: string): Part[] {
    const parts: Part[] = []
    let index = 0
    let optional = false
    let text = ''
    const flush = () => {
        if (text)
            parts.push({ kind: 'text', text })
        text = ''
    }
    for (let at = 0; at < form.length; at++) {
        const sign = form[at]!
        const lone = sign === '[' ? /^\[([a-z_]+)\]/.exec(form.slice(at)) : null
        if (lone) {
            flush()
            parts.push({ kind: 'option', text: lone[1]!, index: index++ })
            at += lone[0].length - 1
        } else if (sign === '{') {
            const end = form.indexOf('}', at)
            flush()
            parts.push({ kind: 'slot', slot: slotOf(form.slice(at + 1, end), optional),
                         index: index++ })
            at = end
        } else if (sign === '[' || sign === ']') {
            optional = sign === '['
            // Words of an optional part go with its slot: "[face {n}]" is left out whole.
            if (optional) {
                flush()
                const slot = form.indexOf('{', at)
                const close = form.indexOf(']', at)
                if (slot > at && slot < close) {
                    text = '\u0000' + form.slice(at + 1, slot)
                    at = slot - 1
                }
            }
        } else if (sign !== '^') {
            text += sign
        }
    }
    flush()
    return parts
}

/** The move these values make; an empty value leaves its slot out. */
export function writeForm(parts: readonly Part[], values: readonly string[]): string {
    let out = ''
    parts.forEach((part, at) => {
        if (part.kind === 'slot') {
            const value = values[part.index]?.trim() ?? ''
            const next = parts[at + 1]
            const ended = value && part.slot.many === ';' && next?.kind === 'text'
            out += value + (ended ? '; ' : '')
        } else if (part.kind === 'option') {
            out += values[part.index] ? part.text : ''
        } else if (!part.text.startsWith('\u0000')) {
            out += part.text
        } else {
            const slot = parts[at + 1]
            if (slot?.kind === 'slot' && values[slot.index]?.trim())
                out += part.text.slice(1)
        }
    })
    return out.replace(/\s+/g, ' ').trim()
}

/** Ids that may stand in a slot: the names of its list, or its words. */
export function namesFor(plan: Plan, slot: Slot): { id: string; title?: string }[] {
    const kind = slot.what.split(/[ >|]/)[0]!
    const list = plan.names.find(n => n.kind === kind)
    const words = slot.what.split('|').slice(1)
    if (list)
        return [...list.names, ...(words.length ? words.map(id => ({ id })) : [])]
    return slot.words.map(id => ({ id }))
}

/** Is this slot filled by pieces of the board? */
export function takesPieces(plan: Plan, slot: Slot): boolean {
    return plan.names.some(n => n.pieces && n.kind === slot.what)
}

export interface Filling { own: readonly string[]; target?: string | undefined; hex?: string }

/** The move a form makes of picked pieces and a place; null where it needs more than that. */
export function fillForm(plan: Plan, form: string, filling: Filling): string | null {
    const parts = parseForm(form)
    const slots = parts.flatMap(p => (p.kind === 'slot' ? [p] : []))
    const needed = slots.filter(p => !p.slot.optional)
    const pieces = needed.filter(p => takesPieces(plan, p.slot))
    const hexes = needed.filter(p => p.slot.what === 'hex' && p.slot.many !== ' ')
    const values: string[] = []
    if (needed.length !== pieces.length + hexes.length || hexes.length > 1 || !filling.own.length)
        return null
    if (hexes.length && !filling.hex)
        return null
    for (const hex of hexes)
        values[hex.index] = filling.hex!
    if (pieces.length === 1) {
        if (filling.own.length > 1 && !pieces[0]!.slot.many)
            return null
        if (!hexes.length && filling.target)
            return null
        values[pieces[0]!.index] = filling.own.join(pieces[0]!.slot.many)
    } else if (pieces.length === 2 && filling.target) {
        // "attack X by A,B" names the target first, "fire A X" last.
        const [mine, other] = pieces[1]!.slot.many ? [pieces[1]!, pieces[0]!]
            : [pieces[0]!, pieces[1]!]
        if (filling.own.length > 1 && !mine.slot.many)
            return null
        values[mine.index] = filling.own.join(mine.slot.many)
        values[other.index] = filling.target
    } else {
        return null
    }
    return writeForm(parts, values)
}
