/* Copying to the clipboard, and saying that it was done. */
import { useState } from 'preact/hooks'
import { say } from '../words/words'

/** The clipboard needs a safe origin; elsewhere the text is selected for copying by hand. */
async function copy(text: string, beside: Element | null): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text)
        return true
    } catch {
        beside?.querySelector('input')?.select()
        return false
    }
}

/** A text to be copied, in sight, with the button. */
export function CopyField(props: { label: string; text: string }) {
    const [done, setDone] = useState<boolean | undefined>()
    return <div class="copy-field">
        <input readOnly value={props.text} aria-label={props.label}
            onFocus={event => event.currentTarget.select()} />
        <button type="button" class="button" onClick={event => {
            void copy(props.text, event.currentTarget.parentElement).then(setDone)
        }}>{done ? say('copy.done') : say('copy.copy')}</button>
        <span class="visually-hidden" role="status">{done === undefined ? '' :
            say(done ? 'copy.done' : 'copy.by_hand')}</span>
    </div>
}

/** Only the button. */
export function CopyButton(props: { words: string; text: () => string }) {
    const [done, setDone] = useState(false)
    return <>
        <button type="button" class="button" onBlur={() => setDone(false)}
            onClick={() => void copy(props.text(), null).then(setDone)}>
            {done ? say('copy.done') : props.words}
        </button>
        <span class="visually-hidden" role="status">{done ? say('copy.done') : ''}</span>
    </>
}
