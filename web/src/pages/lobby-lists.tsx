/* Games to go on with: those kept at this device, and the tables of the server. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { openRecord } from '../app/drop'
import { kept, type KeptGame } from '../app/kept'
import { useLoaded } from '../app/load'
import { address } from '../app/router'
import { forgetAllBut, heldSeats, ownAddress, seatAddress } from '../app/tables'
import { isFailed, isRefused } from '../umpire/documents'
import { server, type TableInfo } from '../umpire/remote'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { RemoveTable, strongest } from './lobby-remove'
import { seatWords, SideSign } from './seats'

const SHOWN = 4
/** The server lists no more tables than that: one that is not in a full list may still be there. */
const LISTED = 500
const REFRESH_MS = 10_000

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** What the sides of GAME/SCENARIO are called; their short names until it is known. */
function useSides(scenario: string): { titleOf: (side: string) => string; armyOf: (side: string) => string | undefined } {
    const [game = '', id = ''] = scenario.split('/')
    const scenarios = useLoaded(() => umpire.scenarios(game), [game])
    const info = Array.isArray(scenarios) ? scenarios.find(one => one.id === id) : undefined
    return {
        titleOf: side => info?.side_titles?.[info.sides.indexOf(side)] ?? side,
        armyOf: side => info?.armies?.[info.sides.indexOf(side)]
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
    const { titleOf, armyOf } = useSides(game.scenario)
    const to = address('play', game.scenario, new URLSearchParams({ kept: game.id }))
    return <li class="game-item card">
        <div class="game-item-words">
            <a href={to}><strong>{game.title}</strong></a>
            <span>{game.turn}</span>
            <span class="soft game-item-seats">
                {Object.entries(game.seats).map(([side, who], i) =>
                    <span key={side}>
                        <SideSign index={i} army={armyOf(side)} />{titleOf(side)}: {seatWords(who)}
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

interface Removing { table: TableInfo; token: string }

export function ServerTables() {
    const [age, setAge] = useState(0)
    const [last, setLast] = useState<TableInfo[] | undefined>()
    const [removing, setRemoving] = useState<Removing | undefined>()
    const [removed, setRemoved] = useState('')
    const heading = useRef<HTMLHeadingElement>(null)
    const answer = useLoaded(() => server.tables(), [age])
    useEffect(() => {
        const timer = setInterval(() => setAge(n => n + 1), REFRESH_MS)
        return () => clearInterval(timer)
    }, [])
    useEffect(() => {
        if (answer && !isFailed(answer) && !isRefused(answer)) {
            setLast(answer)
            if (answer.length < LISTED)
                forgetAllBut(new Set(answer.map(table => table.id)))
        }
    }, [answer])
    if (!last)
        return null
    const done = ({ table }: Removing) => {
        setRemoving(undefined)
        setRemoved(say('server.removed', { title: table.title }))
        setLast(last.filter(other => other.id !== table.id))
        heading.current?.focus() // what had it is gone
    }
    const running = last.filter(table => !table.over)
    const finished = last.filter(table => table.over)
    return <section aria-labelledby="server-tables" class="column">
        <h2 id="server-tables" ref={heading} tabIndex={-1}>{say('server.title')}</h2>
        <p class="soft" role="status">{removed}</p>
        {answer && isFailed(answer) && <p class="note warn" role="status">{say('server.gone')}</p>}
        {last.length === 0 && <p class="soft">{say('server.none')}</p>}
        {running.length > 0 && <TableList title={say('server.running')} tables={running}
            onRemove={setRemoving} />}
        {finished.length > 0 && <TableList title={say('server.finished')} tables={finished}
            onRemove={setRemoving} />}
        {removing && <RemoveTable {...removing} onRemoved={() => done(removing)}
            onClose={() => setRemoving(undefined)} />}
    </section>
}

function TableList(props: {
    title: string; tables: TableInfo[]; onRemove: (what: Removing) => void
}) {
    return <>
        <h3>{props.title}</h3>
        <ul class="game-list">
            {props.tables.map(table =>
                <ServerTable key={table.id} table={table} onRemove={props.onRemove} />)}
        </ul>
    </>
}

function ServerTable(props: { table: TableInfo; onRemove: (what: Removing) => void }) {
    const { table } = props
    const seats = heldSeats()[table.id] ?? {}
    const held = Object.entries(seats)
    const token = strongest(table, seats)
    const { titleOf, armyOf } = useSides(`${table.game}/${table.scenario}`)
    return <li class="game-item card">
        <div class="game-item-words">
            <strong>{table.title}</strong>
            <span>{table.turn}</span>
            {table.warned && <span class="warn">{say('server.expires', {
                when: moment.format(table.expires * 1000) })}</span>}
            <span class="soft game-item-seats">
                {table.sides.map((side, i) =>
                    <span key={side.name}>
                        <SideSign index={i} army={armyOf(side.name)} />{titleOf(side.name)}: {side.who ||
                            seatWords(side.seat)}
                    </span>)}
                <time dateTime={new Date(table.changed * 1000).toISOString()}>
                    {moment.format(table.changed * 1000)}
                </time>
            </span>
        </div>
        <div class="row">
            {held.map(([side]) =>
                <a key={side} class="button primary" href={ownAddress(table.id, side)}>
                    {side === 'umpire' ? say('server.umpire')
                                       : say('server.seat', { side: titleOf(side) })}
                </a>)}
            <a class="button" href={seatAddress(table.id)}>{say('server.watch')}</a>
            {token && <button type="button" class="button danger"
                aria-label={say('server.remove_this', { title: table.title })}
                onClick={() => props.onRemove({ table, token })}>
                {say('server.remove')}
            </button>}
        </div>
    </li>
}
