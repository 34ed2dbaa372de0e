/* Moves and lines in words for players; as they are written down for those who want the notation. */
import type { Line } from '../umpire/documents'
import { say } from '../words/words'
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

/** So many names of a group are said, where the sentence is read and not chosen by. */
const NAMED_MOST = 3

/** The pieces that a written move lists first, when they are many. */
export const groupIn = (move: string) => /\w+(?:,\w+){6,}/.exec(move)?.[0].split(',') ?? []

/** A sentence that lists a large group: the first of them and how many others. In whatever language, since it looks for the
 *  titles as they stand there, one after another. */
export function shortened(says: string, titles: readonly string[]): string {
    const ends: { from: number; to: number }[] = []
    for (const title of titles) {
        const from = says.toLowerCase().indexOf(title.toLowerCase(), ends.at(-1)?.to ?? 0)
        if (!title || from < 0)
            return says
        ends.push({ from, to: from + title.length })
    }
    return ends.length <= 2 * NAMED_MOST ? says
        : `${says.slice(0, ends[NAMED_MOST - 1]!.to)} ${say('hint.others', { n: ends.length - NAMED_MOST })}` +
          says.slice(ends.at(-1)!.to)
}

/** All of these shortened, but for those that would say the same then. */
export function shortenedAll(all: readonly { says: string; titles: readonly string[] }[]): string[] {
    const short = all.map(({ says, titles }) => shortened(says, titles))
    return short.map((words, i) => short.some((other, k) => k !== i && other === words) ? all[i]!.says : words)
}
