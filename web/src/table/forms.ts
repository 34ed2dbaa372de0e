/* Forms of verbs (src/core/move.h) as far as a page needs them: what stands in each slot, and a
 * move written from what was filled in. The engine alone judges what comes out. */
import type { FormPart, Plan } from '../umpire/documents'

/** One thing to fill in. */
export interface Slot {
    /** As written in the form, without braces: "unit", "hex", "left|right", "unit sp". */
    what: string
    /** A list: the sign between its items; else "". */
    many: string
    /** What it chooses from, where it is a plain choice of words. */
    words: string[]
    /** It may be left out, and then so are the words that lead to it. */
    optional: boolean
    lead: string
}
/** A form is words that stand for themselves, slots, and lone words that may be missing. */
export type Part =
    | { kind: 'text'; text: string }
    | { kind: 'slot'; slot: Slot; index: number }
    | { kind: 'option'; text: string; index: number }

function slotOf({ slot, sep, text, optional }: FormPart): Slot {
    const what = slot ?? ''
    // A tuple such as "A|W mm [mm]" is no plain choice, though it begins with one.
    const words = what.includes('|') && !what.includes(' ') ? what.split('|') : []
    return { what, many: sep ?? '', words, optional: optional ?? false, lead: text }
}

/** The form of a verb as the engine takes it apart, with the places of what is filled in numbered. */
export function partsOf(plan: Plan, form: string): Part[] {
    let index = 0
    return (plan.forms[plan.verbs.indexOf(form)] ?? []).map(part =>
        part.slot !== undefined ? { kind: 'slot', slot: slotOf(part), index: index++ }
        : part.optional ? { kind: 'option', text: part.text, index: index++ }
        : { kind: 'text', text: part.text })
}

/** Does it take a path, hex by hex? */
export const hasPath = (parts: readonly Part[]) =>
    parts.some(p => p.kind === 'slot' && p.slot.what === 'hex' && p.slot.many === '-')

/** Has it lengths or points that the player chooses? Those are shown on the board. */
export const hasLengths = (parts: readonly Part[]) =>
    parts.some(p => p.kind === 'slot' && /\bmm\b|^x,y/.test(p.slot.what))

/** Is each item of this list followed by its sign, since words come right behind it? */
const endsItems = (part: Part, next: Part | undefined) =>
    part.kind === 'slot' && part.slot.many === ';' && next?.kind === 'text'

/** The move these values make; an empty value leaves its slot out. */
export function writeForm(parts: readonly Part[], values: readonly string[]): string {
    return parts.map((part, at) => {
        if (part.kind === 'text')
            return part.text
        const value = values[part.index]?.trim() ?? ''
        if (!value)
            return ''
        return part.kind === 'option' ? part.text
            : part.slot.lead + value + (endsItems(part, parts[at + 1]) ? '; ' : '')
    }).join('').replace(/\s+/g, ' ').trim()
}

const plain = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s*')

/** What stands in the slots of a written move; null: it is not of this form. */
export function readForm(parts: readonly Part[], move: string): string[] | null {
    const pattern = parts.map((part, at) => {
        const next = parts[at + 1]
        if (part.kind === 'option')
            return `(${part.text})?\\s*`
        if (part.kind === 'slot' && part.slot.optional)
            return `(?:${plain(part.slot.lead)}(.+?))?\\s*`
        if (part.kind === 'slot')
            return endsItems(part, next) ? '(?:(.+?);\\s*)?' : '(.+?)'
        if (part.text.trim())
            return plain(part.text)
        return next?.kind === 'slot' && !next.slot.optional ? '\\s+' : '\\s*'
    }).join('')
    const found = new RegExp(`^${pattern}$`).exec(move)
    return found && found.slice(1).map(value => value ?? '')
}

/** Ids that may stand in a slot: the names of its list, or its words. */
export function namesFor(plan: Plan, slot: Slot): { id: string; title?: string; explains?: string }[] {
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

/** Picked pieces, and what was pointed at. */
export interface Filling {
    own: readonly string[]; target?: string | undefined; hex?: string | undefined
}

/** The move a form makes of picked pieces and a place; null where it needs more than that, or takes
 *  no account of the place. */
export function fillForm(plan: Plan, form: string, { own, target, hex }: Filling): string | null {
    const parts = partsOf(plan, form)
    const slots = parts.flatMap(p => (p.kind === 'slot' && !p.slot.optional ? [p] : []))
    const hexes = slots.filter(p => p.slot.what === 'hex' && p.slot.many !== ' ')
    const pieces = slots.filter(p => takesPieces(plan, p.slot))
    const [first, second] = pieces
    const values: string[] = []
    const put = (part: typeof slots[number], ids: readonly string[]) => {
        values[part.index] = ids.join(part.slot.many)
        return ids.length === 1 || ids.length > 1 && part.slot.many !== ''
    }
    if (!first || hexes.length > 1 || slots.length !== hexes.length + pieces.length)
        return null
    if (hexes[0] && !put(hexes[0], hex ? [hex] : []))
        return null
    if (pieces.length === 1)
        return hexes.length && put(first, own) ? writeForm(parts, values) : null
    if (pieces.length > 2 || !second || !target)
        return null
    // "attack X by A,B" names the target first, "fire A X" last.
    const [mine, other] = second.slot.many ? [second, first] : [first, second]
    return put(mine, own) && put(other, [target]) ? writeForm(parts, values) : null
}
