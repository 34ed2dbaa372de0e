/* A game in this page: hot-seat, or against the computer. */
import { useEffect, useState } from 'preact/hooks'
import { Loading, wrong } from '../app/load'
import { begin, keepOn, playOn, resume, seatsIn, type Begun } from '../app/local'
import { kept } from '../app/kept'
import { Page, useTitle } from '../app/page'
import { address, go, rename } from '../app/router'
import { fail } from '../app/failure'
import { gameLink, unpack } from '../app/share'
import type { Answer } from '../umpire/documents'
import { gameOfRecord, umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { PlayOnDialog } from './play-on'
import { LazyTablePage } from './lazy-table'

async function opened(scenario: string, query: URLSearchParams): Promise<Answer<Begun>> {
    const id = query.get('kept'), code = query.get('record')
    if (code !== null)
        return brought(code, query)
    if (id === null)
        return begin(scenario, query)
    const game = await kept.get(id)
    return game ? resume(game) : { error: { kind: 'usage', text: say('play.not_kept') } }
}

/** A game that somebody sent: it becomes one of this device. */
async function brought(code: string, query: URLSearchParams): Promise<Answer<Begun>> {
    const record = await unpack(code)
    const game = record === null ? null : gameOfRecord(record)
    if (record === null || !(await umpire.games()).some(g => g.id === game))
        return { error: { kind: 'usage', text: say('play.bad_link') } }
    return playOn(record, seatsIn(query))
}

export function PlayPage(props: { scenario: string; query: URLSearchParams }) {
    const [begun, setBegun] = useState<Begun | undefined>()
    const [trouble, setTrouble] = useState<string | null>(null)
    const [unkept, setUnkept] = useState(false)
    const [branching, setBranching] = useState<{ record: string; lines: number } | undefined>()
    useTitle(begun?.table.plan.title)

    // The page is another one for another game (its key in the shell), so this runs once.
    useEffect(() => {
        let left = false
        let stop = () => {}
        opened(props.scenario, props.query).then(got => {
            if (!('table' in got)) {
                setTrouble(wrong(got))
                return
            }
            if (left) {
                got.table.close()
                return
            }
            const { table, game } = got
            const unlisten = keepOn(got, well => setUnkept(!well))
            stop = () => { unlisten(); table.close() }
            rename(address('play', game.scenario, new URLSearchParams({ kept: game.id })))
            setBegun(got)
        }).catch(fail)
        return () => { left = true; stop() }
    }, [])

    if (trouble !== null)
        return <Page title={say('play.cannot')}>
            <h1>{say('play.cannot')}</h1>
            <p class="note bad">{trouble}</p>
            <p><a href="#/">{say('nowhere.lobby')}</a></p>
        </Page>
    if (!begun)
        return <Page title={say('page.loading')}><Loading /></Page>

    const branch = async (lines: number) => {
        const written = await begun.table.record()
        if ('record' in written)
            setBranching({ record: written.record, lines })
    }
    return <>
        <LazyTablePage table={begun.table} onPlayOn={lines => void branch(lines)}
            link={line => gameLink(begun.table, begun.game.seats, line)}
            warning={unkept ? <p class="note warn">{say('play.unkept')}</p> : undefined} />
        {branching && <PlayOnDialog {...branching} plan={begun.table.plan}
            seats={begun.game.seats} onClose={() => setBranching(undefined)} onBegun={go} />}
    </>
}
