/* A table of the server is to go for good: the record first, for whoever wants it back. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Wrong, wrong } from '../app/load'
import { fail } from '../app/failure'
import { give } from '../table/save'
import { server, type TableInfo } from '../umpire/remote'
import { say } from '../words/words'

/** The token of this browser that may most: docs/protocol.md. */
export function strongest(table: TableInfo, held: Record<string, string>): string | undefined {
    const here = table.sides.find(side => side.seat === 'here' && side.name in held)
    return held['umpire'] ?? (here && held[here.name]) ?? Object.values(held)[0]
}

export function RemoveTable(props: {
    table: TableInfo; token: string; onRemoved: () => void; onClose: () => void
}) {
    const dialog = useRef<HTMLDialogElement>(null)
    const { table, token } = props
    const [busy, setBusy] = useState(false)
    const [trouble, setTrouble] = useState<string | null>(null)
    useEffect(() => dialog.current?.showModal(), [])

    async function download() {
        const said = await server.record(table.id, token)
        setTrouble(wrong(said))
        if ('record' in said)
            give(`${table.game}-${table.scenario}.rec`,
                 new Blob([said.record], { type: 'text/plain' }))
    }

    async function remove() {
        setBusy(true)
        const why = wrong(await server.remove(table.id, token))
        setBusy(false)
        setTrouble(why)
        if (why === null)
            props.onRemoved()
    }

    return <dialog ref={dialog} aria-labelledby="remove-title" aria-describedby="remove-text"
        onClose={props.onClose}>
        <div class="column">
            <h2 id="remove-title">{say('remove.title', { title: table.title })}</h2>
            <p>{table.turn}</p>
            <p id="remove-text">{say('remove.text')}</p>
            {trouble !== null && <Wrong>{trouble}</Wrong>}
            <div class="row">
                <button type="button" class="button" onClick={() => download().catch(fail)}>
                    {say('remove.record')}
                </button>
                <button type="button" class="button danger" disabled={busy}
                    onClick={() => remove().catch(fail)}>
                    {say('remove.really')}
                </button>
                <button type="button" class="button" onClick={props.onClose}>
                    {say('remove.keep')}
                </button>
            </div>
        </div>
    </dialog>
}
