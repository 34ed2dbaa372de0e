/* Games played in this page: begun, taken up again, and kept after every change. */
import { isFailed, isRefused, type Answer, type Failed, type State } from '../umpire/documents'
import { COMPUTERS, LocalTable, PRESENT, type LocalOptions, type Seats } from '../umpire/table'
import { say } from '../words/words'
import { kept, newId, type KeptGame } from './kept'
import { address } from './router'

/** So that a player can follow what the computer does. */
const PACE_MS = 350

export interface Begun { table: LocalTable; game: KeptGame }

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]!

/** Where a new game begins: what the lobby offers, as an address. */
export function playAddress(scenario: string, options: LocalOptions): string {
    const query = new URLSearchParams()
    for (const [side, who] of Object.entries(options.seats))
        query.append('seat', `${side}=${who}`)
    for (const line of options.set ?? [])
        query.append('set', line)
    if (options.dice === 'typed')
        query.set('dice', options.dice)
    if (options.mode && options.mode !== 'enforce')
        query.set('mode', options.mode)
    return address('play', scenario, query)
}

/** seed=N in an address: the same dice and the same computer every time. */
function seedIn(query: URLSearchParams): number | undefined {
    const seed = query.get('seed')
    return seed !== null && /^\d{1,9}$/.test(seed) ? Number(seed) : undefined
}

/** Who sits where, as an address says it. */
export function seatsIn(query: URLSearchParams): Seats {
    return Object.fromEntries(query.getAll('seat').map(seat => {
        const [, side = '', who = 'human'] = /^(.*)=(.*)$/.exec(seat) ?? []
        return [side, who]
    }))
}

function readOptions(query: URLSearchParams): LocalOptions {
    const mode = query.get('mode')
    return {
        seats: seatsIn(query),
        set: query.getAll('set'),
        dice: query.get('dice') === 'typed' ? 'typed' : 'rolled',
        ...(mode ? { mode } : {}),
        seed: seedIn(query) ?? newSeed(), pace: PACE_MS
    }
}

/** Who sits there must be somebody. */
function nobody(seats: Seats): Failed | undefined {
    const who = Object.values(seats).find(one => one !== 'human' && !COMPUTERS.includes(one))
    return who === undefined ? undefined : { error: { kind: 'usage', text: say('play.nobody', {
        who, known: ['human', ...COMPUTERS].join(', ') }) } }
}

/** Begin the game the query describes. */
export async function begin(scenario: string, query: URLSearchParams): Promise<Answer<Begun>> {
    const options = readOptions(query)
    return nobody(options.seats) ?? begun(await LocalTable.open(scenario, options), newId(), options)
}

/** Take up a kept game. */
export async function resume(game: KeptGame): Promise<Answer<Begun>> {
    const options: LocalOptions =
        { seats: game.seats, dice: 'rolled', seed: game.seed, pace: PACE_MS }
    return begun(await LocalTable.load(game.record, options), game.id, options)
}

/** What is played again from the beginning shall not go as it went. */
const withNewDice = (record: string) =>
    record.replace(/^\[Dice "seed:[^"]*"\]/m, `[Dice "seed:${newSeed()}"]`)

/** Play on from a record, or from the first lines of it, as a game of its own. */
export async function playOn(record: string, seats: Seats, lines = PRESENT):
    Promise<Answer<Begun>> {
    const options: LocalOptions = { seats, dice: 'rolled', seed: newSeed(), pace: PACE_MS }
    const from = lines === 0 ? withNewDice(record) : record
    return nobody(seats) ?? begun(await LocalTable.load(from, options, lines), newId(), options)
}

async function begun(table: Answer<LocalTable>, id: string, options: LocalOptions):
    Promise<Answer<Begun>> {
    if (isRefused(table) || isFailed(table))
        return table
    const { plan } = table
    const game: KeptGame = {
        id, scenario: `${plan.game}/${plan.scenario}`, title: plan.title, record: '',
        seats: Object.fromEntries(plan.sides.map(side => [side, options.seats[side] ?? 'human'])),
        seed: options.seed ?? 1, turn: '', over: false, changed: 0
    }
    await keep(game, table, await table.state())
    return { table, game }
}

async function keep(game: KeptGame, table: LocalTable, state: State) {
    const written = await table.record()
    if (isRefused(written) || isFailed(written))
        return
    Object.assign(game, {
        record: written.record, turn: state.turn.text, over: state.turn.kind === 'over',
        changed: Date.now()
    })
    await kept.put({ ...game })
}

/** Keep the game after every change; told false when the device will not keep it. */
export function keepOn({ table, game }: Begun, onKept: (well: boolean) => void): () => void {
    return table.listen(news => {
        keep(game, table, news.state).then(() => onKept(true), () => onKept(false))
    })
}
