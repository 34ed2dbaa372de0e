/* What is supposed at decisions on the way, as the engine reads it: "English: stay; hold - if ...".
 * At each decision the first entry that fits is made, so what is added stands last. */
import type { Odds } from '../umpire/documents'

export const entriesOf = (given: string) =>
    given.split(';').map(entry => entry.trim()).filter(entry => entry !== '')

export const withEntry = (given: string, side: string, move: string) =>
    [...entriesOf(given), `${side}: ${move}`].join('; ')

export const withoutEntry = (given: string, at: number) =>
    entriesOf(given).filter((_, i) => i !== at).join('; ')

/** What entries say, as far as odds have told: an entry is kept when others are taken out. */
const words = new Map<string, string>()

/** Entries in words, remembered from the odds that named them. */
export function learnWords(odds: Odds, sideTitle: (side: string) => string) {
    if (odds.given && odds.supposing)
        entriesOf(odds.given).forEach((entry, i) => words.set(entry, odds.supposing![i] ?? entry))
    for (const { side, moves, says } of odds.decisions)
        moves.forEach((move, i) => says?.[i] &&
            words.set(`${side}: ${move}`, `${sideTitle(side)}: ${says[i]}`))
}

export const entryWords = (entry: string) => words.get(entry) ?? entry
