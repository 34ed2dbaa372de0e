/* Named choices in place of codes: rows of kind `pick` of a game's sheet of words.
 *
 * A row "QUESTION+QUESTION:NAME" is a field: its form says which inputs it stands for ("from,to", or "units*" where several
 * may be taken), its words what it is called. Of several each may have a way ("units*@", rows "...:NAME@.N") and a number of
 * steps ("units*:", at most what its row has as `short`): G08@water:3. Rows "...:NAME.N" are its choices: their form has the values in that
 * order, with " & " between them. What is in no choice can still be written. */
import { useState } from 'preact/hooks'
import type { Word } from '../umpire/documents'
import { say } from '../words/words'
import { Stepper } from './forces'

export interface Picks {
    name: string; title: string; keys: readonly string[]; many: boolean
    choices: readonly { title: string; values: readonly string[]; most: number }[]
    ways: readonly { title: string; value: string }[]
}

export function picksFor(words: readonly Word[], question: string): Picks[] {
    const rows = words.filter(({ kind, id }) =>
        kind === 'pick' && id.split(':')[0]!.split('+').includes(question))
    return rows.filter(({ id }) => !/\.\d+$/.test(id)).map(({ id, says = '', form = '' }) => {
        const keys = form.replace(/\*.*/, '').split(',')
        return { name: id.split(':')[1] ?? id, title: says, keys, many: form.includes('*'),
                 choices: rows.filter(row => row.id.startsWith(`${id}.`)).map(row => {
                     const values = (row.form ?? '').split(' & ')
                     return { title: row.says ?? '', values: keys.map((_, i) => values[i] ?? ''),
                              most: form.endsWith(':') ? Number(row.short) || 0 : 0 }
                 }),
                 ways: rows.filter(row => row.id.startsWith(`${id}@.`))
                     .map(row => ({ title: row.says ?? '', value: row.form ?? '' })) }
    })
}

type Values = (key: string) => string
type Set = (values: Record<string, string>) => void

/** `closed`: there is nothing but these. */
export function PickField(props: { picks: Picks; value: Values; onValues: Set; closed: boolean
                                   written: () => preact.ComponentChildren }) {
    const { picks } = props
    const [writes, setWrites] = useState(false)
    return <div class="field column wide pick-field">
        {picks.many ? <Several {...props} />
            : <One {...props} writes={writes} onWrites={setWrites} />}
        {!picks.many && (writes || chosen(picks, props.value) < 0) && props.written()}
    </div>
}

const chosen = ({ choices, keys }: Picks, value: Values) =>
    choices.findIndex(({ values }) => keys.every((key, i) => values[i] === value(key)))

const WRITE = 'write'
/** So many letters of choices are tapped; more are a list. */
const TAPPED = 48

function One(props: { picks: Picks; value: Values; onValues: Set; closed: boolean
                      writes: boolean; onWrites: (writes: boolean) => void }) {
    const { picks, value, onValues, writes, onWrites } = props
    const at = chosen(picks, value)
    const id = `pick-${picks.name}`
    const now = writes || at < 0 ? WRITE : String(at)
    const take = (which: string) => {
        const one = picks.choices[Number(which)]
        onWrites(!one)
        if (one)
            onValues(Object.fromEntries(picks.keys.map((key, i) => [key, one.values[i]!])))
    }
    if (picks.choices.length > 1 && picks.choices.reduce((sum, { title }) => sum + title.length, 0) <= TAPPED)
        return <fieldset class="field column">
            <legend>{picks.title}</legend>
            <Taps name={id} value={now} onValue={take} options={[
                ...picks.choices.map(({ title }, i) => ({ title, value: String(i) })),
                ...(props.closed ? [] : [{ title: say('ask.other'), value: WRITE }])]} />
        </fieldset>
    return <>
        <label for={id}>{picks.title}</label>
        <select id={id} name={id} value={now} onChange={event => take(event.currentTarget.value)}>
            {picks.choices.map(({ title }, i) => <option key={i} value={String(i)}>{title}</option>)}
            {!props.closed && <option value={WRITE}>{say('ask.other')}</option>}
        </select>
    </>
}

function Taps(props: { name: string; value: string; onValue: (value: string) => void; label?: string
                       options: readonly { title: string; value: string }[] }) {
    return <div class="segments" {...(props.label ? { role: 'group', 'aria-label': props.label } : {})}>
        {props.options.map(({ title, value }) => <label key={value}>
            <input type="radio" name={props.name} value={value} checked={props.value === value}
                onChange={() => props.onValue(value)} />
            <span>{title}</span></label>)}
    </div>
}

/** One of several as it is written: who, by which way, with how many steps. */
interface Taken { who: string; way: string; steps: number | null }

export const readTaken = (text: string): Taken[] => text.split(',').flatMap(part => {
    const found = /^\s*([^@:\s]+)(?:@([^:\s]+))?(?::(\d+))?\s*$/.exec(part)
    return found ? [{ who: found[1]!, way: found[2] ?? '', steps: found[3] === undefined ? null : Number(found[3]) }] : []
})

export const writeTaken = (all: readonly Taken[]) => all.map(({ who, way, steps }) =>
    `${who}${way && `@${way}`}${steps === null ? '' : `:${steps}`}`).join(',')

/** Several at once, written with commas, in the order they were taken; what is in no choice stays. */
function Several(props: { picks: Picks; value: Values; onValues: Set }) {
    const { picks, value, onValues } = props
    const key = picks.keys[0]!
    const taken = readTaken(value(key))
    const set = (next: readonly Taken[]) => onValues({ [key]: writeTaken(next) })
    const toggle = (who: string) => set(taken.some(one => one.who === who) ? taken.filter(one => one.who !== who)
        : [...taken, { who, way: picks.ways[0]?.value ?? '', steps: null }])
    return <fieldset class="field column">
        <legend>{picks.title}</legend>
        {picks.choices.map(({ title, most, values: [who = ''] }) => {
            const one = taken.find(each => each.who === who)
            const change = (by: Partial<Taken>) => set(taken.map(each => each === one ? { ...each, ...by } : each))
            return <div key={who} class="several">
                <label class="field yes">
                    <input type="checkbox" name={`pick-${picks.name}`} value={who} checked={one !== undefined}
                        onChange={() => toggle(who)} />
                    <span>{title}</span>
                </label>
                {one && <div class="row several-how">
                    {picks.ways.length > 0 && <Taps name={`way-${who}`} value={one.way} options={picks.ways} label={title}
                        onValue={way => change({ way })} />}
                    {most > 1 && <Stepper caption={say('ask.steps')} label={say('ask.steps_of', { who: title })}
                        value={one.steps ?? most} lo={1} hi={most}
                        onValue={steps => change({ steps: steps === most ? null : steps })} />}
                </div>}
            </div>
        })}
    </fieldset>
}
