/* Pages that say what went wrong, in plain words, and where to go from there. */
import type { Failure } from '../app/failure'
import { Page } from '../app/page'
import { say } from '../words/words'

export function NowherePage(props: { hash: string }) {
    return <Page title={say('nowhere.title')}>
        <h1>{say('nowhere.title')}</h1>
        <p>{say('nowhere.text', { address: props.hash })}</p>
        <p><a href="#/">{say('nowhere.lobby')}</a></p>
    </Page>
}

export function FailurePage(props: { failure: Failure }) {
    const engine = props.failure.kind === 'engine'
    return <Page title={say(engine ? 'failure.engine' : 'failure.page')}>
        <h1>{say(engine ? 'failure.engine' : 'failure.page')}</h1>
        <p>{say(engine ? 'failure.engine_text' : 'failure.page_text')}</p>
        <p class="note bad mono">{props.failure.text}</p>
        <p class="row">
            <button type="button" class="button primary" onClick={() => location.reload()}>
                {say('failure.reload')}
            </button>
            <a class="button" href="#/">{say('nowhere.lobby')}</a>
        </p>
    </Page>
}
