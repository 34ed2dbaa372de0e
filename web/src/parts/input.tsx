/* One field of a form the engine describes: buttons where there are few choices, so that a thumb is
 * enough. What the engine says against the value stands below it. */
import type { ComponentChildren } from 'preact'
import type { Input } from '../umpire/documents'
import { firstUpper } from '../table/names'
import { say } from '../words/words'
import { ForcesField, isForces, type TypeWord } from './forces'

/** So many letters of choices still stand beside one another on a phone. */
const ROOM = 26
const MOST_BUTTONS = 7

export interface Field {
    input: Input; value: string; onValue: (value: string) => void
    /** What choices are called, where not as they are written. */
    titles?: readonly string[] | undefined
    /** Stands beside the title, such as a paragraph. */
    beside?: ComponentChildren
    /** Why the value will not do. */
    wrong?: string | undefined
    /** Types a force is built of, where the input is one. */
    types?: readonly TypeWord[] | undefined
}

export function InputField(props: Field) {
    switch (props.input.kind) {
    case 'choice': return <Choice {...props} />
    case 'number': return <NumberField {...props} />
    case 'yes': return <Yes {...props} />
    case 'text': return props.types?.length && isForces(props.input.title)
        ? <ForcesField id={idOf(props.input)} title={nameOf(props.input.key)} value={props.value}
            types={props.types} onValue={props.onValue} />
        : <TextField {...props} />
    }
}

/** A key as a title: "att_caps" is "Att caps". */
const nameOf = (key: string) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll('_', ' ')

const idOf = (input: Input) => `input-${input.key}`
const wrongIdOf = (input: Input) => `wrong-${input.key}`

/** For the control itself: that its value will not do, and where it says why. */
const faulty = ({ input, wrong }: Field) => wrong === undefined ? {}
    : { 'aria-invalid': true, 'aria-describedby': wrongIdOf(input) }

export function WrongValue(props: Pick<Field, 'wrong'> & { id?: string }) {
    return props.wrong === undefined ? null
        : <p class="note bad field-wrong" role="alert" id={props.id}>{props.wrong}</p>
}

/** A title with its control below it. */
function Titled(props: Field & { class?: string; children: ComponentChildren }) {
    const { input } = props
    return <div class={`field column ${props.class ?? ''}`}>
        <span class="field-title"><label for={idOf(input)}>{firstUpper(input.title)}</label>
            {props.beside}</span>
        {props.children}
        <WrongValue wrong={props.wrong} id={wrongIdOf(input)} />
    </div>
}

function Choice(props: Field) {
    const { input, value } = props
    const choices = input.choices ?? []
    const titleOf = (i: number) => props.titles?.[i] ?? choices[i] ?? ''
    const letters = choices.reduce((sum, _, i) => sum + titleOf(i).length + 1, 0)
    if (choices.length > MOST_BUTTONS || letters > ROOM)
        return <Titled {...props}>
            <select id={idOf(input)} name={input.key} value={value} {...faulty(props)}
                onChange={event => props.onValue(event.currentTarget.value)}>
                {choices.map((choice, i) =>
                    <option key={choice} value={choice}>{titleOf(i)}</option>)}
            </select>
        </Titled>
    return <fieldset class="field column">
        <legend>{firstUpper(input.title)}</legend>
        <div class="field-title">
            <div class="segments">
                {choices.map((choice, i) => <label key={choice}>
                    <input type="radio" name={input.key} value={choice} checked={choice === value}
                        onChange={() => props.onValue(choice)} />
                    <span>{titleOf(i)}</span>
                </label>)}
            </div>
            {props.beside}
        </div>
        <WrongValue wrong={props.wrong} id={wrongIdOf(input)} />
    </fieldset>
}

function NumberField(props: Field) {
    const { input, value } = props
    const lo = input.lo ?? 0
    const hi = input.hi ?? 99
    const step = (by: number) => {
        const number = Number.parseInt(value, 10)
        const from = Number.isNaN(number) ? Number.parseInt(input.default, 10) || lo : number
        props.onValue(String(Math.min(hi, Math.max(lo, from + by))))
    }
    return <Titled {...props}>
        <div class="stepper" role="group" aria-label={input.title}>
            <button type="button" class="button icon" onClick={() => step(-1)}
                disabled={Number(value) <= lo} aria-label={say('ask.less')}>−</button>
            <input id={idOf(input)} name={input.key} type="text" inputMode={
                lo < 0 ? 'text' : 'numeric'} autocomplete="off" value={value} {...faulty(props)}
                onInput={event => props.onValue(event.currentTarget.value.trim())} />
            <button type="button" class="button icon" onClick={() => step(1)}
                disabled={Number(value) >= hi} aria-label={say('ask.more')}>+</button>
        </div>
    </Titled>
}

function Yes(props: Field) {
    return <label class="field yes">
        <input type="checkbox" name={props.input.key} checked={props.value === 'yes'}
            onChange={event => props.onValue(event.currentTarget.checked ? 'yes' : 'no')} />
        <span>{firstUpper(props.input.title)}</span>
    </label>
}

function TextField(props: Field) {
    const { input } = props
    return <Titled {...props} class="wide">
        <input id={idOf(input)} name={input.key} type="text" value={props.value} autocomplete="off"
            autocapitalize="none" spellcheck={false} {...faulty(props)}
            onInput={event => props.onValue(event.currentTarget.value)} />
    </Titled>
}
