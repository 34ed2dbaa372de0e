/* A record that was opened, dropped, or came in a link: verified first, then shown with the verdict;
 * up to the line that does not hold, if there is one. */
import { useEffect, useState } from 'preact/hooks'
import { openedRecord, openRecord, OpenRecordButton } from '../app/drop'
import { fail } from '../app/failure'
import { kept } from '../app/kept'
import { Loading, wrong } from '../app/load'
import { Page, useTitle } from '../app/page'
import { address, go, rename } from '../app/router'
import { replayLink, unpack } from '../app/share'
import type { Verdict } from '../umpire/documents'
import { LocalTable } from '../umpire/table'
import { gameOfRecord, umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { PlayOnDialog } from './play-on'
import { LazyTablePage } from './lazy-table'

interface Looked {
    name: string
    verdict: Verdict
    /** What can be shown of it, and that on a table; none when not even the beginning holds. */
    shown?: { record: string; table: LocalTable }
    /** Why not even that can be shown. */
    trouble?: string
    /** The line that does not hold, as it stands there. */
    badLine?: string
}

/** The record before the line that does not hold. */
function soundPart(text: string, verdict: Verdict): string {
    return verdict.sound ? text : text.split('\n').slice(0, verdict.line - 1).join('\n') + '\n'
}

/** Not a record of any game we have: the engine need not be asked. */
function unreadable(name: string, why: string): Looked {
    return { name, verdict: { record: name, sound: false, readable: false, where: name, line: 0,
                              text: why } }
}

async function look(name: string, text: string): Promise<Looked> {
    const game = gameOfRecord(text)
    if (game === null)
        return unreadable(name, say('record.no_tag'))
    if (!(await umpire.games()).some(g => g.id === game))
        return unreadable(name, say('page.no_game', { game }))
    const verdict = await umpire.verify(text)
    const badLine = verdict.sound ? undefined : text.split('\n')[verdict.line - 1]
    const record = soundPart(text, verdict)
    const table = await LocalTable.load(record, { seats: {}, dice: 'rolled', still: true })
    return {
        name, verdict, ...(badLine ? { badLine } : {}),
        ...('plan' in table ? { shown: { record, table } } : { trouble: wrong(table) ?? '' })
    }
}

function Unsound(props: { looked: Looked }) {
    const { verdict, badLine, name } = props.looked
    if (verdict.sound)
        return null
    return <>
        <strong>{verdict.line ? say('record.unsound', { name, line: verdict.line })
                              : say('record.no_record', { name })}</strong>{' '}
        {verdict.text}
        {badLine !== undefined && <><br /><code>{badLine}</code></>}
    </>
}

/** What the verdict on a sound record covers, with a button that puts it away. */
function Sound(props: { looked: Looked }) {
    const [read, setRead] = useState(false)
    const { verdict, name } = props.looked
    if (read || !verdict.sound)
        return null
    return <p class={`note row verdict ${verdict.whole ? 'good' : 'warn'}`} role="status">
        <span><strong>{say('record.sound', { name })}</strong> {verdict.text}</span>
        <button type="button" class="button quiet" onClick={() => setRead(true)}>
            {say('page.close')}
        </button>
    </p>
}

/** A record in the address becomes the opened one; the address stays short then. */
function useLink(query: URLSearchParams): { waiting: boolean; bad: string | null } {
    const code = query.get('record')
    const [bad, setBad] = useState<string | null>(null)
    const [waiting, setWaiting] = useState(code !== null)
    useEffect(() => {
        if (code === null)
            return
        unpack(code).then(text => {
            setBad(text === null ? say('play.bad_link') : null)
            const at = query.get('at')
            rename(address('replay', new URLSearchParams(at === null ? {} : { at })))
            if (text !== null)
                openRecord({ name: say('record.sent'), text })
            setWaiting(false)
        }).catch(fail)
    }, [code])
    return { waiting, bad }
}

/** Where to begin with what a link brought. */
const lineIn = (query: URLSearchParams, name: string) =>
    name === say('record.sent') ? Math.max(0, Number(query.get('at')) || 0) : 0

export function ReplayPage(props: { query: URLSearchParams }) {
    const link = useLink(props.query)
    const [looked, setLooked] = useState<Looked | undefined>()
    const [none, setNone] = useState(false)
    const [playOn, setPlayOn] = useState<number | undefined>()
    const record = openedRecord.value
    useTitle(looked ? say('record.of', { name: looked.name }) : say('record.title'))

    useEffect(() => {
        let left = false
        let table: LocalTable | undefined
        setLooked(undefined)
        if (link.waiting)
            return undefined
        if (record)
            look(record.name, record.text).then(got => {
                table = got.shown?.table
                if (left)
                    table?.close()
                else
                    setLooked(got)
            }).catch(fail)
        else // after a reload
            kept.getOpened().then(again => {
                openedRecord.value = again ?? null
                setNone(!again)
            }, () => setNone(true))
        return () => {
            left = true
            table?.close()
        }
    }, [record, link.waiting])

    if (link.bad !== null)
        return <Page title={say('record.title')}>
            <h1>{say('record.title')}</h1>
            <p class="note bad" role="alert">{link.bad}</p>
            <p class="row"><OpenRecordButton class="primary" /></p>
        </Page>
    if (!record && none)
        return <Page title={say('record.title')}>
            <h1>{say('record.title')}</h1>
            <p>{say('record.none')}</p>
            <p class="row"><OpenRecordButton class="primary" /></p>
        </Page>
    if (!looked)
        return <Page title={say('record.title')}><Loading /></Page>
    if (!looked.shown)
        return <Page title={say('record.title')}>
            <h1>{say('record.title')}</h1>
            <p class="note bad" role="alert"><Unsound looked={looked} /></p>
            {looked.trouble && <p class="note">{say('record.trouble')} {looked.trouble}</p>}
            <p class="row"><OpenRecordButton class="primary" /></p>
        </Page>
    const { table, record: shown } = looked.shown
    return <>
        <LazyTablePage key={looked.name + looked.verdict.sound} table={table}
            replay={lineIn(props.query, looked.name)} onPlayOn={setPlayOn}
            link={line => replayLink(shown, line)}
            warning={looked.verdict.sound ? <Sound key={looked.name} looked={looked} />
                : <p class="note bad"><Unsound looked={looked} /></p>} />
        {playOn !== undefined && <PlayOnDialog record={shown} lines={playOn} plan={table.plan}
            seats={{}} onClose={() => setPlayOn(undefined)} onBegun={go} />}
    </>
}
