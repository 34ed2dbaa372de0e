/* The lobby: games to go on with, and how to begin one. */
import { useState } from 'preact/hooks'
import { OpenRecordButton } from '../app/drop'
import { Loading, useLoaded } from '../app/load'
import { recall, remember } from '../app/memory'
import { Page } from '../app/page'
import { isFailed, isRefused } from '../umpire/documents'
import { server, type MadeTable } from '../umpire/remote'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { GameChoice, ScenarioChoice } from './lobby-choice'
import { DeviceGames, ServerTables } from './lobby-lists'
import { LearnLinks } from './lobby-learn'
import { SeatLinks } from './lobby-links'
import { Setup, type Seat } from './lobby-setup'

const LAST = 'sandtable.lobby'

interface Made { table: MadeTable; seats: Seat[] }

export function LobbyPage() {
    const games = useLoaded(() => umpire.games(), [])
    const info = useLoaded(() => server.info(), [])
    const [picked, setPicked] = useState(() => recall(LAST) ?? '')
    const [made, setMade] = useState<Made | undefined>()
    const served = info !== undefined && !isFailed(info) && !isRefused(info)

    if (!games)
        return <Page title="" class="lobby"><h1>{say('lobby.title')}</h1><Loading /></Page>
    const game = games.find(g => g.id === picked.split('/')[0]) ?? games[0]!
    const pick = (scenario: string) => {
        setPicked(scenario)
        remember(LAST, scenario)
    }
    const scenario = game.scenarios.find(id => `${game.id}/${id}` === picked) ?? game.scenarios[0]!
    return <Page title="" class="lobby">
        <div class="lobby-head">
            <div>
                <h1>{say('lobby.title')}</h1>
                <p class="soft">{say('lobby.text')}</p>
            </div>
            <OpenRecordButton />
        </div>
        <DeviceGames />
        <section class="lobby-begin" aria-labelledby="lobby-begin">
            <h2 id="lobby-begin">{say('lobby.begin')}</h2>
            <GameChoice games={games} game={game.id}
                onGame={id => pick(`${id}/${games.find(g => g.id === id)!.scenarios[0]}`)} />
            <LearnLinks game={game.id} />
            <div class="lobby-table">
                <ScenarioChoice game={game.id} scenario={scenario}
                    onScenario={id => pick(`${game.id}/${id}`)} />
                <Setup key={`${game.id}/${scenario}`} game={game} scenario={scenario}
                    served={served} onMade={(table, seats) => setMade({ table, seats })} />
            </div>
        </section>
        {served && <ServerTables />}
        {info !== undefined && !served && <p class="soft">{say('lobby.serverless')}</p>}
        {made && <SeatLinks made={made.table} seats={made.seats}
            onClose={() => setMade(undefined)} />}
    </Page>
}
