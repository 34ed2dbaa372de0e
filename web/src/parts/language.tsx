/* In which language the page and the games speak. */
import { chooseLanguage } from '../app/language'
import { language, languages, say } from '../words/words'

export function LanguageChooser() {
    return <select class="language" aria-label={say('shell.language')} value={language}
        onChange={event => chooseLanguage(event.currentTarget.value)}>
        {Object.entries(languages).map(([tag, { title }]) =>
            <option key={tag} value={tag} lang={tag}>{title}</option>)}
    </select>
}
