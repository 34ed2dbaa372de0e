/* One input of a question: buttons where there are few choices, so that a thumb is enough. */
import type { Input } from '../umpire/documents'
import { say } from '../words/words'

/** So many letters of choices still stand beside one another on a phone. */
const ROOM = 26
const MOST_BUTTONS = 7

interface Field { input: Input; value: string; onValue: (value: string) => void }

export function InputField(props: Field) {
    switch (props.input.kind) {
    case 'choice': return <Choice {...props} />
    case 'number': return <NumberField {...props} />
    case 'yes': return <Yes {...props} />
    case 'text': return <TextField {...props} />
    }
}

function Choice(props: Field) {
    const { input, value } = props
    const choices = input.choices ?? []
    const letters = choices.reduce((sum, choice) => sum + choice.length + 1, 0)
    if (choices.length > MOST_BUTTONS || letters > ROOM)
        return <label class="field column">
            <span>{input.title}</span>
            <select name={input.key} value={value}
                onChange={event => props.onValue(event.currentTarget.value)}>
                {choices.map(choice => <option key={choice} value={choice}>{choice}</option>)}
            </select>
        </label>
    return <fieldset class="field column">
        <legend>{input.title}</legend>
        <div class="segments">
            {choices.map(choice => <label key={choice}>
                <input type="radio" name={input.key} value={choice} checked={choice === value}
                    onChange={() => props.onValue(choice)} />
                <span>{choice}</span>
            </label>)}
        </div>
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
    return <div class="field column" role="group" aria-label={input.title}>
        <label for={`input-${input.key}`}>{input.title}</label>
        <div class="stepper">
            <button type="button" class="button icon" onClick={() => step(-1)}
                disabled={Number(value) <= lo} aria-label={say('ask.less')}>−</button>
            <input id={`input-${input.key}`} name={input.key} type="text" inputMode={
                lo < 0 ? 'text' : 'numeric'} autocomplete="off" value={value}
                onInput={event => props.onValue(event.currentTarget.value.trim())} />
            <button type="button" class="button icon" onClick={() => step(1)}
                disabled={Number(value) >= hi} aria-label={say('ask.more')}>+</button>
        </div>
    </div>
}

function Yes(props: Field) {
    return <label class="field yes">
        <input type="checkbox" name={props.input.key} checked={props.value === 'yes'}
            onChange={event => props.onValue(event.currentTarget.checked ? 'yes' : 'no')} />
        <span>{props.input.title}</span>
    </label>
}

function TextField(props: Field) {
    return <label class="field column wide">
        <span>{props.input.title}</span>
        <input name={props.input.key} type="text" value={props.value} autocomplete="off"
            autocapitalize="none" spellcheck={false}
            onInput={event => props.onValue(event.currentTarget.value)} />
    </label>
}
