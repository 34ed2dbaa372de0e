/* Words of a game that have an explanation, on tap where they stand in a sentence.
 *
 * The sheet of words has them (games/ID/words): kinds of troops and ground, states, commands, results.
 * Only words with a capital inside a sentence are taken for terms, or "move" would be one everywhere. */
import { signal } from '@preact/signals'
import { useId, useState } from 'preact/hooks'
import type { Word } from '../umpire/documents'
import { umpire } from '../umpire/umpire'

interface Term { title: string; explains: string }
export interface Glossary { find: RegExp; terms: ReadonlyMap<string, Term> }

const KINDS = new Set(['term', 'type', 'state', 'mark', 'command', 'chit', 'order', 'ground', 'weapon',
                       'firearm', 'weather', 'option'])
const LEAST_LETTERS = 4

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export function glossaryOf(words: readonly Word[]): Glossary | null {
    const terms = new Map<string, Term>()
    // The rule book calls some things otherwise than we do: both names are known.
    for (const { kind, id, says, explains } of words)
        for (const title of KINDS.has(kind) && explains ? [says ?? '', kind === 'term' ? id : ''] : [])
            if (title.length >= LEAST_LETTERS && /^\p{Lu}/u.test(title) && !title.includes('{') &&
                !terms.has(title))
                terms.set(title, { title, explains: explains! })
    // Codes of types, as the rule book writes them.
    for (const { kind, id, says, explains } of words)
        if (kind === 'type' && /^[A-Z]{2,}$/.test(id) && says && !terms.has(id))
            terms.set(id, { title: id, explains: explains ? `${says}: ${explains}` : says })
    if (!terms.size)
        return null
    const longest = [...terms.keys()].sort((a, b) => b.length - a.length).map(escaped)
    return { find: new RegExp(`(?<![\\p{L}-])(${longest.join('|')})(?![\\p{L}-])`, 'gu'), terms }
}

/** The text cut at its terms; each is one the first time it stands there, unless it was seen before. */
export function glossed(glossary: Glossary | null, text: string, seen = new Set<string>()):
    (string | Term)[] {
    if (!glossary)
        return [text]
    return text.split(glossary.find).map((part, i) => {
        const term = i % 2 ? glossary.terms.get(part) : undefined
        if (!term || seen.has(part))
            return part
        seen.add(part)
        return term
    }).filter(part => part !== '')
}

/** The terms of a game; null: it has none. */
export async function termsOf(game: string): Promise<Glossary | null> {
    const words = await umpire.words(game).catch(() => null)
    return Array.isArray(words) ? glossaryOf(words) : null
}

/** The words of the game on the table, and what its rules without a number are called. */
const current = signal<Glossary | null>(null)
const rules = signal<ReadonlyMap<string, string>>(new Map())
/** A paragraph as players read it: its title, where it is cited by a name of ours. */
export const paraTitle = (para: string) => rules.value.get(para) ?? para
let loaded = ''

export async function learnTerms(game: string) {
    if (loaded === game)
        return
    loaded = game
    current.value = null
    const words = await umpire.words(game).catch(() => null)
    if (loaded !== game || !Array.isArray(words))
        return
    current.value = glossaryOf(words)
    rules.value = new Map(words.filter(word => word.kind === 'rule').map(({ id, says }) => [id, says ?? id]))
}

/** A sentence whose terms can be tapped. */
export function Glossed(props: { text: string }) {
    return <Terms parts={glossed(current.value, props.text)} />
}

/** What was cut at its terms, drawn. */
export function Terms(props: { parts: readonly (string | Term)[] }) {
    return <>{props.parts.map((part, i) => typeof part === 'string' ? part
        : <TermButton key={`${i} ${part.title}`} term={part} />)}</>
}

function TermButton(props: { term: Term }) {
    const [open, setOpen] = useState(false)
    const id = useId()
    const { title, explains } = props.term
    return <>
        <button type="button" class="term" aria-expanded={open} aria-controls={id}
            onClick={() => setOpen(!open)}
            onKeyDown={event => { if (event.key === 'Escape') setOpen(false) }}>{title}</button>
        <span id={id} role="note" class="term-explains" hidden={!open}>{open && explains}</span>
    </>
}
