/* Moves and lines in words for players; as they are written down for those who want the notation. */
import type { Line } from '../umpire/documents'
import type { Choice } from './choices'
import type { Mind } from './intent'
import { firstUpper } from './names'
import { notation } from './ui'

type Worded = Pick<Choice, 'move' | 'says' | 'short'>

/** What stands on a button. */
export const shortOf = (choice: Worded) => choice.short || choice.says || firstUpper(choice.move)

/** What moves of one kind are called: their buttons as far as they say the same. */
export function kindOf(choices: readonly (Worded & Pick<Choice, 'verb'>)[]): string {
    const [first = [], ...others] = choices.map(choice => (choice.short ?? '').split(' '))
    const differs = first.findIndex((word, i) => others.some(words => words[i] !== word))
    return first.slice(0, differs < 0 ? undefined : differs).join(' ').replace(/[:,]$/, '') || firstUpper(choices[0]?.verb ?? '')
}

/** The whole sentence. */
export const saysOf = (choice: Worded) => choice.says || choice.short || firstUpper(choice.move)

/** What the button that makes the move in mind says. */
export const doOf = (mind: Mind) => mind.short || firstUpper(mind.move.split(' ')[0]!)

/** A line of the record as it is told. */
export const lineWords = (line: Line) => line.says || line.text || ''

/** Is the notation told beside the words? Where there are no words it is all there is. */
export const showsNotation = ({ says, short }: Pick<Worded, 'says' | 'short'>) =>
    notation.value && Boolean(says || short)
