/* Games to go on with: those kept at this device, and the tables of the server. */
import { useEffect, useState } from 'preact/hooks'
import { openRecord } from '../app/drop'
import { kept, type KeptGame } from '../app/kept'
import { useLoaded } from '../app/load'
import { address } from '../app/router'
import { forgetAllBut, heldSeats, seatAddress } from '../app/tables'
import { isFailed, isRefused } from '../umpire/documents'
import { server, type TableInfo } from '../umpire/remote'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { SideSign } from './seats'

const SHOWN = 4
const REFRESH_MS = 10_000

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** What the sides of GAME/SCENARIO are called; their short names until it is known. */
function useSideTitles(scenario: string): (side: string) => string {
    const [game = '', id = ''] = scenario.split('/')
    const scenarios = useLoaded(() => umpire.scenarios(game), [game])
    const info = Array.isArray(scenarios) ? scenarios.find(one => one.id === id) : undefined
    return side => info?.side_titles?.[info.sides.indexOf(side)] ?? side
}

function seatWords(who: string): string {
    switch (who) {
    case 'human': case 'here': return say('seat.here')
    case 'link': return say('seat.link')
    case 'random': return say('seat.random')
    default: return say('seat.greedy')
    }
}

export function DeviceGames() {
    const [games, setGames] = useState<KeptGame[]>([])
    const [all, setAll] = useState(false)
    // A device that keeps nothing has nothing to show.
    const look = () => { kept.all().then(setGames, () => setGames([])) }
    useEffect(look, [])
    if (games.length === 0)
        return null
    return <section aria-labelledby="device-games" class="column">
        <h2 id="device-games">{say('device.title')}</h2>
        <ul class="game-list">
            {games.slice(0, all ? undefined : SHOWN).map(game =>
                <DeviceGame key={game.id} game={game} onDropped={look} />)}
        </ul>
        {games.length > SHOWN && !all && <p>
            <button type="button" class="button" onClick={() => setAll(true)}>
                {say('device.all', { count: games.length })}
            </button>
        </p>}
    </section>
}

function DeviceGame(props: { game: KeptGame; onDropped: () => void }) {
    const { game } = props
    const [sure, setSure] = useState(false)
    const titleOf = useSideTitles(game.scenario)
    const to = address('play', game.scenario, new URLSearchParams({ kept: game.id }))
    return <li class="game-item card">
        <div class="game-item-words">
            <a href={to}><strong>{game.title}</strong></a>
            <span>{game.turn}</span>
            <span class="soft game-item-seats">
                {Object.entries(game.seats).map(([side, who], i) =>
                    <span key={side}>
                        <SideSign index={i} />{titleOf(side)}: {seatWords(who)}
                    </span>)}
                <time dateTime={new Date(game.changed).toISOString()}>
                    {moment.format(game.changed)}
                </time>
            </span>
        </div>
        <div class="row">
            <a class="button primary" href={to}
                aria-label={say('device.go_on_with', { title: game.title })}>
                {say(game.over ? 'device.look' : 'device.go_on')}
            </a>
            <button type="button" class="button"
                onClick={() => openRecord({ name: game.title, text: game.record })}>
                {say('device.replay')}
            </button>
            <button type="button" class="button danger"
                onClick={() => {
                    if (sure)
                        void kept.drop(game.id).then(props.onDropped)
                    else
                        setSure(true)
                }} onBlur={() => setSure(false)}>
                {say(sure ? 'device.really' : 'device.drop')}
            </button>
        </div>
    </li>
}

export function ServerTables() {
    const [age, setAge] = useState(0)
    const [last, setLast] = useState<TableInfo[] | undefined>()
    const answer = useLoaded(() => server.tables(), [age])
    useEffect(() => {
        const timer = setInterval(() => setAge(n => n + 1), REFRESH_MS)
        return () => clearInterval(timer)
    }, [])
    useEffect(() => {
        if (answer && !isFailed(answer) && !isRefused(answer)) {
            setLast(answer)
            forgetAllBut(new Set(answer.map(table => table.id)))
        }
    }, [answer])
    if (!last)
        return null
    const running = last.filter(table => !table.over)
    const finished = last.filter(table => table.over)
    return <section aria-labelledby="server-tables" class="column">
        <h2 id="server-tables">{say('server.title')}</h2>
        {answer && isFailed(answer) && <p class="note warn" role="status">{say('server.gone')}</p>}
        {last.length === 0 && <p class="soft">{say('server.none')}</p>}
        {running.length > 0 && <TableList title={say('server.running')} tables={running} />}
        {finished.length > 0 && <TableList title={say('server.finished')} tables={finished} />}
    </section>
}

function TableList(props: { title: string; tables: TableInfo[] }) {
    return <>
        <h3>{props.title}</h3>
        <ul class="game-list">
            {props.tables.map(table => <ServerTable key={table.id} table={table} />)}
        </ul>
    </>
}

function ServerTable(props: { table: TableInfo }) {
    const { table } = props
    const held = Object.entries(heldSeats()[table.id] ?? {})
    const titleOf = useSideTitles(`${table.game}/${table.scenario}`)
    return <li class="game-item card">
        <div class="game-item-words">
            <strong>{table.title}</strong>
            <span>{table.turn}</span>
            <span class="soft game-item-seats">
                {table.sides.map((side, i) =>
                    <span key={side.name}>
                        <SideSign index={i} />{titleOf(side.name)}: {side.who ||
                            seatWords(side.seat)}
                    </span>)}
                <time dateTime={new Date(table.changed * 1000).toISOString()}>
                    {moment.format(table.changed * 1000)}
                </time>
            </span>
        </div>
        <div class="row">
            {held.map(([side, token]) =>
                <a key={side} class="button primary" href={seatAddress(table.id, token)}>
                    {side === 'umpire' ? say('server.umpire')
                                       : say('server.seat', { side: titleOf(side) })}
                </a>)}
            <a class="button" href={seatAddress(table.id)}>{say('server.watch')}</a>
        </div>
    </li>
}
