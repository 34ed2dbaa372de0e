/* A page to look at the board alone: /dev/board.html?GAME/SCENARIO&steps=40&pick=N1. Not in the
 * bundle. The computer plays `steps` decisions; then pieces can be picked, and legal moves are
 * shown as the engine offers them. */
import '../src/style/base.css'
import './board.css'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Board } from '../src/board/board'
import type { Bubble, Hint, Place } from '../src/board/contract'
import { TextBoard } from '../src/board/text-board'
import type { Answer, Changed, Drag, OfferGroup, Offers, Piece, Plan, State }
    from '../src/umpire/documents'
import { engineCall, umpire } from '../src/umpire/umpire'

const query = new URLSearchParams(location.search)
const name = [...query.keys()].find(k => k.includes('/')) ?? ''
const handle = 'dev'
const call = <T,>(what: string, ...args: (string | number | null)[]) =>
    engineCall<T>(handle, what, args)

async function open(scenario: string): Promise<Plan> {
    const seed = query.get('seed') ?? '7'
    await engineCall(handle, 'open', [scenario, `dice seed:${seed}`], scenario.split('/')[0])
    return call<Plan>('plan')
}

async function playOn(steps: number): Promise<State> {
    let state = await call<State>('state', -1, -1)
    for (let i = 0; i < steps && state.turn.kind !== 'over'; i++) {
        if (state.turn.kind === 'die')
            await call('roll')
        else
            await call('decide', query.get('player') ?? 'random', i)
        state = await call<State>('state', -1, -1)
    }
    while (state.turn.kind === 'die') {
        await call('roll')
        state = await call<State>('state', -1, -1)
    }
    return state
}

function hintsOf(groups: OfferGroup[], picked: string): Hint[] {
    const offers = groups.filter(g => g.piece === picked).flatMap(g => g.offers)
    return offers.flatMap((offer): Hint[] => {
        const hex = offer.hexes?.at(-1), target = offer.pieces?.find(p => p !== picked)
        return target ? [{ kind: 'target', piece: target }]
            : hex ? [{ kind: 'move', hex }] : []
    })
}

function Page(props: { plan: Plan; first: State }) {
    const { plan } = props
    const [state, setState] = useState(props.first)
    const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
    const [groups, setGroups] = useState<OfferGroup[]>([])
    const [more, setMore] = useState<Hint[]>([])
    const [ghosts, setGhosts] = useState<Piece[]>([])
    const [bubble, setBubble] = useState<Bubble>()
    const [words, setWords] = useState(query.has('words'))
    const [zones, setZones] = useState(query.get('zones') === 'all')
    const [said, setSaid] = useState('')
    const clear = () => {
        setPicked(new Set())
        setMore([])
        setGhosts([])
        setBubble(undefined)
    }
    useEffect(() => {
        void call<Offers>('offers', -1, '').then(o => setGroups(o.offers ?? []))
    }, [state])
    useEffect(() => {
        const pick = query.get('pick')
        if (pick)
            setPicked(new Set(pick.split(',')))
        if (query.has('bubble'))
            setBubble({ at: { piece: pick ?? '' }, body: <>
                <p>9.17: guns enter forest only along a road.</p>
                <button type="button" class="button">Read the rule</button></> })
    }, [])
    const one = picked.size === 1 ? [...picked][0]! : ''
    const over = async (piece: string, to: Place, heading?: number) => {
        setSaid(`over ${piece} ${JSON.stringify(to)} ${heading ?? ''}`)
        const where = to.hex ?? `${to.x},${to.y}${heading === undefined ? '' : `,${heading}`}`
        const drag = await call<Answer<Drag>>('drag', -1, piece, where).catch(() => null)
        if (drag && 'changed' in drag)
            setGhosts(drag.changed)
        return drag
    }
    const play = async (move: string) => {
        const changed = await call<Answer<Changed>>('move', move, 0)
        if ('refused' in changed)
            setBubble({ at: { piece: one }, body: <p>{changed.refused.text}</p> })
        else
            setState(await playOn(0))
        clear()
    }
    const onPlace = (place: Place) => {
        setSaid(`place ${JSON.stringify(place)}`)
        const offer = groups.filter(g => g.piece === one).flatMap(g => g.offers).find(o =>
            place.piece !== undefined && o.pieces?.includes(place.piece) ||
            o.hexes?.at(-1) === place.hex && place.hex !== undefined)
        if (offer?.move)
            void play(offer.move)
    }
    const board = {
        plan, state, picked, ghosts, bubble, onPlace,
        hints: [...hintsOf(groups, one), ...more],
        zones: zones ? 'all' as const : picked,
        onPick: (piece: string, add: boolean) => {
            setSaid(`pick ${piece} ${add}`)
            setMore([])
            setPicked(add ? new Set([...picked, piece]) : new Set([piece]))
        },
        onDragOver: (piece: string, to: Place, heading?: number) => {
            void over(piece, to, heading)
        },
        onDrop: (piece: string, to: Place, heading?: number) => {
            void over(piece, to, heading).then(drag => {
                setSaid(`drop ${piece} ${JSON.stringify(to)} ${heading ?? ''}`)
                if (drag && 'move' in drag)
                    void play(drag.move)
            })
        },
        onCancel: () => {
            setSaid('cancel')
            clear()
        }
    }
    return <div class="dev">
        <nav>
            <b>{state.title}</b>
            <button onClick={() => void playOn(1).then(setState)}>1 on</button>
            <button onClick={() => void playOn(20).then(setState)}>20 on</button>
            <button onClick={() => setWords(!words)}>words</button>
            <button onClick={() => setZones(!zones)}>zones</button>
            <span>{state.prompt}</span>
            <code>{said}</code>
        </nav>
        <div class={words ? 'scrolls' : ''}>
            {words ? <TextBoard {...board} /> : <Board {...board} />}
        </div>
    </div>
}

async function List() {
    const games = await umpire.games()
    const lists = await Promise.all(games.map(async g =>
        (await umpire.scenarios(g.id)).map(s => `${g.id}/${s.id}`)))
    return <ul>{lists.flat().map(s => <li key={s}><a href={`?${s}&steps=0`}>{s}</a></li>)}</ul>
}

const app = document.getElementById('app')!
const theme = query.get('theme')
if (theme)
    document.documentElement.dataset['theme'] = theme
if (name) {
    const plan = await open(name)
    const first = await playOn(Number(query.get('steps') ?? 0))
    render(<Page plan={plan} first={first} />, app)
} else {
    render(await List(), app)
}
