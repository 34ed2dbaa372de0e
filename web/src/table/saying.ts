/* Moves and lines in words for players; as they are written down for those who want the notation. */
import type { Line } from '../umpire/documents'
import type { Choice } from './choices'
import type { Mind } from './intent'
import { firstUpper } from './names'
import { notation } from './ui'

type Worded = Pick<Choice, 'move' | 'says' | 'short'>

/** What stands on a button. */
export const shortOf = (choice: Worded) => choice.short || choice.says || firstUpper(choice.move)

/** The whole sentence. */
export const saysOf = (choice: Worded) => choice.says || choice.short || firstUpper(choice.move)

/** What the button that makes the move in mind says. */
export const doOf = (mind: Mind) => mind.short || firstUpper(mind.move.split(' ')[0]!)

/** A line of the record as it is told. */
export const lineWords = (line: Line) => line.says || line.text || ''

/** Is the notation told beside the words? Where there are no words it is all there is. */
export const showsNotation = ({ says, short }: Pick<Worded, 'says' | 'short'>) =>
    notation.value && Boolean(says || short)
