/* What is supposed at decisions on the way, as the engine reads it: "English: stay; hold - if ...".
 * At each decision the first entry that fits is made, so what is added stands last. */

export const entriesOf = (given: string) =>
    given.split(';').map(entry => entry.trim()).filter(entry => entry !== '')

export const withEntry = (given: string, side: string, move: string) =>
    [...entriesOf(given), `${side}: ${move}`].join('; ')

export const withoutEntry = (given: string, at: number) =>
    entriesOf(given).filter((_, i) => i !== at).join('; ')
