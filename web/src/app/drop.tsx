/* A record dropped anywhere on the page, or chosen with the file dialog. */
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { say } from '../words/words'
import { kept, type OpenedRecord } from './kept'
import { go, route } from './router'

const MOST_BYTES = 8 << 20

/** The record being looked at; the replay page shows it. */
export const openedRecord = signal<OpenedRecord | null>(null)
/** Why the last file was no record; shown until the next. */
export const dropTrouble = signal<string | null>(null)

export async function openRecordFile(file: File) {
    if (file.size > MOST_BYTES) {
        dropTrouble.value = say('drop.too_large', { name: file.name })
        return
    }
    openRecord({ name: file.name, text: await file.text() })
}

export function openRecord(record: OpenedRecord) {
    dropTrouble.value = null
    openedRecord.value = record
    // So that a reload shows it again; where that cannot be, the record is still on the page.
    kept.putOpened(record).catch(() => {})
    if (route.value.page !== 'replay')
        go('#/replay')
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

export function DropRecord() {
    const [over, setOver] = useState(false)
    useEffect(() => {
        const enter = (event: DragEvent) => {
            if (!hasFiles(event))
                return
            event.preventDefault()
            setOver(true)
        }
        const leave = (event: DragEvent) => { if (!event.relatedTarget) setOver(false) }
        const drop = (event: DragEvent) => {
            if (!hasFiles(event))
                return
            event.preventDefault()
            setOver(false)
            const file = event.dataTransfer?.files[0]
            if (file)
                void openRecordFile(file)
        }
        addEventListener('dragenter', enter)
        addEventListener('dragover', enter)
        addEventListener('dragleave', leave)
        addEventListener('drop', drop)
        return () => {
            removeEventListener('dragenter', enter)
            removeEventListener('dragover', enter)
            removeEventListener('dragleave', leave)
            removeEventListener('drop', drop)
        }
    }, [])
    if (dropTrouble.value)
        return <div class="toast row" role="alert">
            <span>{dropTrouble.value}</span>
            <button type="button" class="button" onClick={() => { dropTrouble.value = null }}>
                {say('page.close')}
            </button>
        </div>
    return over ? <div class="drop-here" aria-hidden="true"><p>{say('drop.here')}</p></div> : null
}

/** A button that opens the file dialog. */
export function OpenRecordButton(props: { class?: string }) {
    return <label class={`button file-button ${props.class ?? ''}`}>
        {say('drop.open')}
        <input type="file" class="visually-hidden" accept=".rec,.txt,text/plain"
            onChange={event => {
                const file = event.currentTarget.files?.[0]
                event.currentTarget.value = ''
                if (file)
                    void openRecordFile(file)
            }} />
    </label>
}
