/* Named choices in place of codes: rows of kind `pick` of a game's sheet of words.
 *
 * A row "QUESTION+QUESTION:NAME" is a field: its form says which inputs it stands for ("from,to", or "units*" where several
 * may be taken), its words what it is called. Rows "...:NAME.N" are its choices: their form has the values in that
 * order, with " & " between them. What is in no choice can still be written. */
import { useState } from 'preact/hooks'
import type { Word } from '../umpire/documents'
import { say } from '../words/words'

export interface Picks {
    name: string; title: string; keys: readonly string[]; many: boolean
    choices: readonly { title: string; values: readonly string[] }[]
}

export function picksFor(words: readonly Word[], question: string): Picks[] {
    const rows = words.filter(({ kind, id }) =>
        kind === 'pick' && id.split(':')[0]!.split('+').includes(question))
    return rows.filter(({ id }) => !/\.\d+$/.test(id)).map(({ id, says = '', form = '' }) => {
        const keys = form.replace('*', '').split(',')
        return { name: id.split(':')[1] ?? id, title: says, keys, many: form.endsWith('*'),
                 choices: rows.filter(row => row.id.startsWith(`${id}.`)).map(row => {
                     const values = (row.form ?? '').split(' & ')
                     return { title: row.says ?? '', values: keys.map((_, i) => values[i] ?? '') }
                 }) }
    })
}

type Values = (key: string) => string
type Set = (values: Record<string, string>) => void

export function PickField(props: { picks: Picks; value: Values; onValues: Set
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

function One(props: { picks: Picks; value: Values; onValues: Set
                      writes: boolean; onWrites: (writes: boolean) => void }) {
    const { picks, value, onValues, writes, onWrites } = props
    const at = chosen(picks, value)
    const id = `pick-${picks.name}`
    return <>
        <label for={id}>{picks.title}</label>
        <select id={id} name={id} value={writes || at < 0 ? WRITE : String(at)} onChange={event => {
            const one = picks.choices[Number(event.currentTarget.value)]
            onWrites(!one)
            if (one)
                onValues(Object.fromEntries(picks.keys.map((key, i) => [key, one.values[i]!])))
        }}>
            {picks.choices.map(({ title }, i) => <option key={i} value={String(i)}>{title}</option>)}
            <option value={WRITE}>{say('ask.other')}</option>
        </select>
    </>
}

/** Several at once, written with commas; what is in no choice stays. */
function Several(props: { picks: Picks; value: Values; onValues: Set }) {
    const { picks, value, onValues } = props
    const key = picks.keys[0]!
    const taken = value(key).split(',').map(one => one.trim()).filter(Boolean)
    const toggle = (one: string) => onValues({ [key]: (taken.includes(one)
        ? taken.filter(other => other !== one) : [...taken, one]).join(',') })
    return <fieldset class="field column">
        <legend>{picks.title}</legend>
        {picks.choices.map(({ title, values: [one = ''] }) => <label key={one} class="field yes">
            <input type="checkbox" name={`pick-${picks.name}`} value={one} checked={taken.includes(one)}
                onChange={() => toggle(one)} />
            <span>{title}</span>
        </label>)}
    </fieldset>
}
