/* The language of the page and of the games' words: what was chosen here, else what the browser asks for. */
import { languages, speak } from '../words/words'
import { recall, remember } from './memory'

const KEY = 'sandtable.language'

function wished(): string {
    const wishes = [recall(KEY) ?? '', ...navigator.languages.map(tag => tag.slice(0, 2))]
    return wishes.find(tag => tag in languages) ?? 'en'
}

/** Before anything is drawn; a catalogue that cannot be had leaves English. */
export async function learnLanguage() {
    const wish = wished()
    try {
        speak(await languages[wish]!.words(), wish)
        document.documentElement.lang = wish
    } catch {
        // English is at hand
    }
}

/** Everything is said anew: tables at this device are kept, those of a server are joined again. */
export function chooseLanguage(chosen: string) {
    remember(KEY, chosen)
    location.reload()
}
