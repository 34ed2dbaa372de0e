/* A seat at a table of the server. */
import { useEffect, useState } from 'preact/hooks'
import { Loading, wrong } from '../app/load'
import { fail } from '../app/failure'
import { Page, useTitle } from '../app/page'
import { address, rename } from '../app/router'
import { heldSeats, ownAddress, rememberSeat } from '../app/tables'
import { RemoteTable } from '../umpire/remote'
import { say } from '../words/words'
import { LazyTablePage } from './lazy-table'

/** How long until the page admits that nobody answers. */
const PATIENCE_MS = 4000

export function RemotePage(props: { id: string; seat: string | null; as: string | null }) {
    const [table, setTable] = useState<RemoteTable | undefined>()
    const [trouble, setTrouble] = useState<string | null>(null)
    const [removed, setRemoved] = useState(false)
    const [slow, setSlow] = useState(false)
    useTitle(table?.plan.title)

    useEffect(() => {
        let left = false
        let opened: RemoteTable | undefined
        const patience = setTimeout(() => setSlow(true), PATIENCE_MS)
        // A token in the address bar would be in the history, in pictures of the screen, in bookmarks.
        if (props.seat)
            rename(address('table', props.id))
        const token = props.seat ?? (props.as ? heldSeats()[props.id]?.[props.as] : undefined)
        RemoteTable.open(props.id, token).then(got => {
            clearTimeout(patience)
            if (!('plan' in got)) {
                setTrouble(wrong(got))
                return
            }
            opened = got
            if (left) {
                got.close()
                return
            }
            if (token) {
                const side = got.plan.sides[got.side] ?? 'umpire'
                rememberSeat(props.id, side, token)
                rename(ownAddress(props.id, side))
            }
            got.onRemoved = () => setRemoved(true)
            setTable(got)
        }).catch(fail)
        return () => {
            left = true
            clearTimeout(patience)
            opened?.close()
        }
    }, [])

    if (removed)
        return <Page title={say('remote.removed')}>
            <h1>{say('remote.removed')}</h1>
            <p class="note" role="alert">{say('remote.removed_text')}</p>
            <p><a href="#/">{say('nowhere.lobby')}</a></p>
        </Page>
    if (trouble !== null)
        return <Page title={say('remote.cannot')}>
            <h1>{say('remote.cannot')}</h1>
            <p class="note bad">{trouble}</p>
            <p><a href="#/">{say('nowhere.lobby')}</a></p>
        </Page>
    if (!table)
        return <Page title={say('page.loading')}>
            {slow ? <p class="note warn" role="status">{say('remote.slow')}</p> : <Loading />}
        </Page>
    // The link to share is the table's, without the seat: whoever has that plays it.
    return <LazyTablePage table={table}
        link={() => Promise.resolve(new URL(address('table', props.id), location.href).href)} />
}
