/* A record that was opened or dropped: verified first, then shown; up to the line that does not
 * hold, if there is one. */
import { useEffect, useState } from 'preact/hooks'
import { openedRecord, OpenRecordButton } from '../app/drop'
import { fail } from '../app/failure'
import { kept } from '../app/kept'
import { Loading, wrong } from '../app/load'
import { Page, useTitle } from '../app/page'
import { go } from '../app/router'
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

export function ReplayPage() {
    const [looked, setLooked] = useState<Looked | undefined>()
    const [none, setNone] = useState(false)
    const [playOn, setPlayOn] = useState<number | undefined>()
    const record = openedRecord.value
    useTitle(looked ? say('record.of', { name: looked.name }) : say('record.title'))

    useEffect(() => {
        let left = false
        let table: LocalTable | undefined
        setLooked(undefined)
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
    }, [record])

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
        <LazyTablePage key={looked.name + looked.verdict.sound} table={table} replay={0}
            onPlayOn={setPlayOn}
            warning={looked.verdict.sound ? undefined : <Unsound looked={looked} />} />
        {playOn !== undefined && <PlayOnDialog record={shown} lines={playOn} plan={table.plan}
            seats={{}} onClose={() => setPlayOn(undefined)} onBegun={go} />}
    </>
}
