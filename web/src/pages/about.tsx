/* About: what this is, how it is used, where games are kept. */
import { keptOffline } from '../app/offline'
import { Page } from '../app/page'
import { LanguageChooser } from '../parts/language'
import { say, type Key } from '../words/words'

const parts: [title: Key, text: Key][] = [
    ['about.umpire', 'about.umpire_text'],
    ['about.play', 'about.play_text'],
    ['about.real', 'about.real_text'],
    ['about.keys', 'about.keys_text'],
    ['about.kept', 'about.kept_text'],
    ['about.others', 'about.others_text']
]

export function AboutPage() {
    return <Page title={say('shell.about')} class="about">
        <h1>{say('about.title')}</h1>
        {parts.map(([title, text]) => <section key={title}>
            <h2>{say(title)}</h2>
            <p>{say(text)}</p>
        </section>)}
        <section>
            <h2>{say('shell.language')}</h2>
            <LanguageChooser />
        </section>
        <p class="note">{say(keptOffline.value ? 'about.offline' : 'about.online')}</p>
    </Page>
}
