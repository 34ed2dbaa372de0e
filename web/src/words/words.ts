/* Everything the page says in its own words stands in a catalogue, so that it can be said in
 * another language. What the engine says (refusals, events, titles) comes as it is. */
import { english } from './en'

export type Key = keyof typeof english
export type Catalogue = Record<Key, string>

let catalogue: Catalogue = english

export function speak(words: Catalogue) {
    catalogue = words
}

/** The words of that key, with {name} replaced by what is given. */
export function say(key: Key, given: Record<string, string | number> = {}): string {
    return catalogue[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
        name in given ? String(given[name]) : whole)
}
