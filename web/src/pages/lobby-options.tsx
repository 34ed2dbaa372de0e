/* What players may wish otherwise in a scenario, as the engine offers it: a field for each, with
 * its paragraph. */
import { valueOf, withWord, wordsIn, type Values, type Wrongs } from '../app/options'
import { InputField, WrongValue } from '../parts/input'
import { ParaLink } from '../parts/para'
import type { ScenarioOption } from '../umpire/documents'
import { say } from '../words/words'

interface OptionsProps {
    game: string; options: readonly ScenarioOption[]; values: Values; wrongs: Wrongs
    onValues: (values: Values) => void
}

export function ScenarioOptions(props: OptionsProps) {
    const { options, values } = props
    const changed = options.filter(option => valueOf(option, values) !== option.value)
    if (options.length === 0)
        return null
    return <details class="setup-options">
        <summary>
            <span>{say('setup.options')}</span>
            <span class="setup-gist soft">
                {changed.length ? say('setup.changed', { count: changed.length })
                    : options.map(option => option.title).join(' · ')}
            </span>
        </summary>
        <div class="column setup-more">
            {options.map(option => <OptionField key={option.key} {...props} option={option} />)}
            <button type="button" class="button quiet" disabled={changed.length === 0}
                onClick={() => props.onValues({})}>{say('setup.unchanged')}</button>
        </div>
    </details>
}

function OptionField(props: OptionsProps & { option: ScenarioOption }) {
    const { option, values } = props
    const value = valueOf(option, values)
    const wrong = props.wrongs[option.key]
    const set = (to: string) => props.onValues({ ...values, [option.key]: to })
    const para = <ParaLink game={props.game} para={option.para} />
    if (option.kind === 'several')
        return <Several game={props.game} option={option} value={value} wrong={wrong}
            onValue={set} />
    const { key, title, kind, lo, hi } = option
    return <InputField beside={para} value={value} onValue={set} wrong={wrong}
        titles={option.choices?.map(choice => choice.title)}
        input={{ key, title, kind, default: option.value,
                 choices: (option.choices ?? []).map(choice => choice.value),
                 ...(lo === undefined ? {} : { lo }), ...(hi === undefined ? {} : { hi }) }} />
}

function Several(props: {
    game: string; option: ScenarioOption; value: string; wrong: string | undefined
    onValue: (value: string) => void
}) {
    const { option, value } = props
    const on = wordsIn(value)
    return <fieldset class="field column">
        <legend>{option.title} <ParaLink game={props.game} para={option.para} /></legend>
        {(option.choices ?? []).map(choice => <span key={choice.value} class="field-title">
            <label class="yes">
                <input type="checkbox" name={option.key} value={choice.value}
                    checked={on.includes(choice.value)}
                    onChange={event => props.onValue(withWord(
                        option, value, choice.value, event.currentTarget.checked))} />
                <span>{choice.title}</span>
            </label>
            <ParaLink game={props.game} para={choice.para ?? null} />
        </span>)}
        <WrongValue wrong={props.wrong} />
    </fieldset>
}
