/* Everything the page says in its own words stands in a catalogue, so that it can be said in
 * another language. What the engine says (refusals, events, titles) comes as it is; its words are
 * sheets of the games, which the worker chooses in the same language.
 *
 * Another catalogue is fetched only when its language is chosen, and what it does not have is said in
 * English, entry by entry. */
import { english } from './en'

export type Key = keyof typeof english
export type Catalogue = Record<Key, string>

let catalogue: Partial<Catalogue> = english
/** The language that is spoken: 'en', 'de'. */
export let language = 'en'

export function speak(words: Partial<Catalogue>, tag = 'en') {
    catalogue = words
    language = tag
}

/** The words of that key, with {name} replaced by what is given. */
export function say(key: Key, given: Record<string, string | number> = {}): string {
    return (catalogue[key] ?? english[key]).replace(/\{(\w+)\}/g, (whole, name: string) =>
        name in given ? String(given[name]) : whole)
}

/** What the page can speak; each is called as those call it who speak it. */
export const languages: Record<string, { title: string; words: () => Promise<Partial<Catalogue>> }> = {
    en: { title: 'English', words: async () => english },
    de: { title: 'Deutsch', words: async () => (await import('./de')).german }
}
