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
    const { kind } = props.failure
    return <Page title={say(`failure.${kind}`)}>
        <h1>{say(`failure.${kind}`)}</h1>
        <p>{say(`failure.${kind}_text`)}</p>
        <p class="note bad mono">{props.failure.text}</p>
        <p class="row">
            <button type="button" class="button primary" onClick={() => location.reload()}>
                {say('failure.reload')}
            </button>
            <a class="button" href="#/">{say('nowhere.lobby')}</a>
        </p>
    </Page>
}
