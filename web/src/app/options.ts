/* What players wish otherwise in a scenario: from the fields of a form to KEY=VALUE lines, and from
 * the engine's complaint back to the field. */
import { isFailed, isRefused, type ScenarioOption } from '../umpire/documents'
import { umpire } from '../umpire/umpire'

/** By key, only what was touched. */
export type Values = Record<string, string>
/** The engine's sentence by key; under '' what belongs to no single field. */
export type Wrongs = Record<string, string>

const NONE = 'none'
const keyOf = (line: string) => line.split('=', 1)[0]!.trim()

export const valueOf = (option: ScenarioOption, values: Values) =>
    values[option.key] ?? option.value

/** The words of an option that takes several. */
export const wordsIn = (value: string) =>
    value.split(',').map(word => word.trim()).filter(word => word !== '' && word !== NONE)

/** The same with a word more, or less; in the order they are offered in. */
export function withWord(option: ScenarioOption, value: string, word: string, on: boolean): string {
    const words = new Set(wordsIn(value))
    if (on)
        words.add(word)
    else
        words.delete(word)
    const offered = (option.choices ?? []).map(choice => choice.value)
    return offered.filter(one => words.has(one)).join(',') || NONE
}

/** What differs from the scenario, as lines; `own` are lines somebody wrote himself, which win. */
export function changedLines(options: readonly ScenarioOption[], values: Values,
                             own: readonly string[] = []): string[] {
    const written = new Set(own.map(keyOf))
    return [...options.filter(option => valueOf(option, values) !== option.value &&
                                        !written.has(option.key))
        .map(option => `${option.key}=${valueOf(option, values)}`), ...own]
}

async function complaint(scenario: string, lines: readonly string[]): Promise<string | null> {
    const said = await umpire.trial(scenario, lines)
    return isRefused(said) ? said.refused.text : isFailed(said) ? said.error.text : null
}

/** What the engine says to these lines: each is tried by itself to learn whose fault it is. */
export async function complaints(scenario: string, lines: readonly string[]): Promise<Wrongs> {
    const all = lines.length ? await complaint(scenario, lines) : null
    if (all === null)
        return {}
    const alone = await Promise.all(lines.map(line => complaint(scenario, [line])))
    const found = lines.flatMap((line, i) =>
        alone[i] == null ? [] : [[keyOf(line), alone[i]] as const])
    return found.length ? Object.fromEntries(found) : { '': all }
}
