/* Laying the table: who sits where, how dice fall, what is changed; then the game begins, in this
 * page or at the server. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { fail } from '../app/failure'
import { Loading, useLoaded, wrong, Wrong } from '../app/load'
import { playAddress } from '../app/local'
import { changedLines, complaints, type Values, type Wrongs } from '../app/options'
import { go } from '../app/router'
import { settableLines, textsOf } from '../app/texts'
import type { Briefing, GameInfo, ScenarioInfo } from '../umpire/documents'
import { server, type MadeTable } from '../umpire/remote'
import { umpire } from '../umpire/umpire'
import { say, type Key } from '../words/words'
import { BriefingCard } from '../parts/briefing'
import { ScenarioOptions } from './lobby-options'
import { SeatChoice } from './seats'

/** A seat of a table at the server: who sits there, in the server's words. */
export interface Seat { side: string; title: string; who: string }

type Where = 'here' | 'server'
type Dice = 'rolled' | 'typed'

const modes: [mode: string, words: Key][] = [
    ['enforce', 'setup.enforce'], ['warn', 'setup.warn'], ['record-only', 'setup.record_only']
]

/** Whom a stranger can beat. */
const USUAL_LEVEL = 'level:2'

/** So long nothing was typed: then the engine is asked whether it will do. */
const REST_MS = 250

/** What the engine says to these lines, once they rest: against them, or, where it has nothing
 *  against them, what the sides are called then. */
function useTrial(scenario: string, lines: readonly string[]) {
    const [wrongs, setWrongs] = useState<Wrongs>({})
    const [titles, setTitles] = useState<readonly string[]>([])
    const asked = lines.join('\n')
    useEffect(() => {
        let current = true
        const ask = async () => {
            const said = await complaints(scenario, lines)
            const called = Object.keys(said).length || !lines.length ? []
                : await umpire.sideTitles(scenario, lines)
            if (current) {
                setWrongs(said)
                setTitles(called)
            }
        }
        const timer = setTimeout(() => { ask().catch(fail) }, REST_MS)
        return () => {
            current = false
            clearTimeout(timer)
        }
    }, [scenario, asked])
    return { wrongs, setWrongs, titles }
}

/** What the server calls a seat the page calls so. */
function seatAtServer(who: string): string {
    if (who === 'human')
        return 'here'
    return who === 'link' ? who : `computer:${who}`
}

export function Setup(props: {
    game: GameInfo; scenario: string; served: boolean
    onMade: (table: MadeTable, seats: Seat[]) => void
}) {
    const scenarios = useLoaded(() => umpire.scenarios(props.game.id), [props.game.id])
    const scenario = scenarios?.find(s => s.id === props.scenario)
    return <div class="setup card">
        {scenario ? <SetupForm {...props} info={scenario} /> : <Loading />}
    </div>
}

function SetupForm(props: {
    game: GameInfo; info: ScenarioInfo; served: boolean
    onMade: (table: MadeTable, seats: Seat[]) => void
}) {
    const { info, game } = props
    const name = `${game.id}/${info.id}`
    const [chosen, setSeats] = useState<Record<string, string> | null>(null)
    const [dice, setDice] = useState<Dice>('rolled')
    const [undo, setUndo] = useState<'ask' | 'free'>('ask')
    const [where, setWhere] = useState<Where>('here')
    const [mode, setMode] = useState('enforce')
    const [values, setValues] = useState<Values>({})
    const [set, setSet] = useState('')
    const [trouble, setTrouble] = useState<string | null>(null)
    const form = useRef<HTMLFormElement>(null)
    const briefing = useLoaded(() => umpire.briefing(name), [name])
    // Until somebody says otherwise a newcomer sits where the briefing puts him.
    const first = info.sides.includes(briefing?.first_seat ?? '') ? briefing?.first_seat : info.sides[0]
    const seats: Record<string, string> = chosen ?? Object.fromEntries(info.sides.map(side =>
        [side, side === first ? 'human' : USUAL_LEVEL]))
    const humans = info.sides.filter(side => (seats[side] ?? 'human') === 'human')

    const own = set.split('\n').map(line => line.trim()).filter(line => line !== '')
    const lines = changedLines(info.options, values, own)
    const { wrongs, setWrongs, titles } = useTrial(name, lines)
    const titleOf = (side: string, i: number) => titles[i] ?? info.side_titles?.[i] ?? side
    const offered = new Set(info.options.map(option => option.key))
    const astray = Object.entries(wrongs).filter(([key]) => !offered.has(key))
        .map(([, sentence]) => sentence)
    const someElsewhere = Object.values(seats).includes('link')
    const atServer = props.served && (someElsewhere || where === 'server')

    const begin = async () => {
        const said = await complaints(name, lines)
        setWrongs(said)
        if (Object.keys(said).length) {
            requestAnimationFrame(() => showWrong(form.current))
            return
        }
        if (!atServer) {
            go(playAddress(name, { seats, set: lines, dice, mode }))
            return
        }
        const wanted = info.sides.map((side, i): Seat => ({
            side, title: titleOf(side, i), who: seatAtServer(seats[side] ?? 'human')
        }))
        const made = await server.create({
            scenario: name, set: lines, dice, mode, undo,
            seats: Object.fromEntries(wanted.map(({ side, who }) => [side, who]))
        })
        setTrouble(wrong(made))
        if ('tokens' in made)
            props.onMade(made, wanted)
    }

    return <form class="column" ref={form} onSubmit={event => {
        event.preventDefault()
        begin().catch(fail)
    }}>
        <h3>{info.title}</h3>
        {briefing && <details class="setup-briefing">
            <summary><strong>{say('briefing.title')}</strong>{' '}
                <span class="setup-gist soft">{taskOf(briefing, humans[0]) ?? briefing.place}</span>
            </summary>
            <BriefingCard briefing={briefing} sides={info.sides} titles={info.side_titles}
                own={humans.length === 1 ? humans[0] : undefined} />
        </details>}
        {info.sides.map((side, i) =>
            <SeatChoice key={side} index={i} side={side} title={titleOf(side, i)} army={info.armies?.[i]}
                links={props.served} who={seats[side] ?? 'human'}
                onWho={who => setSeats({ ...seats, [side]: who })} />)}
        {props.game.secrets && Object.values(seats).filter(who => who === 'human').length > 1 &&
            <p class="note">{say('setup.secrets')}</p>}
        <Choice legend={say('setup.dice')} name="dice" value={dice} onValue={setDice} choices={[
            ['rolled', say('setup.rolled')], ['typed', say('setup.typed')]]} />
        {props.served && <Choice legend={say('setup.where')} name="where"
            value={atServer ? 'server' : 'here'} onValue={setWhere}
            choices={[['here', say('setup.here')], ['server', say('setup.server')]]}
            disabled={someElsewhere} />}
        {atServer && someElsewhere && <Choice legend={say('setup.undo')} name="undo" value={undo}
            onValue={setUndo} choices={[
                ['ask', say('setup.undo_ask')], ['free', say('setup.undo_free')]]} />}
        <ScenarioOptions game={game.id} options={info.options} values={values} wrongs={wrongs}
            onValues={setValues} />
        {trouble !== null && <Wrong>{trouble}</Wrong>}
        <button type="submit" class="button primary begin">{say('setup.begin')}</button>
        <details>
            <summary>{say('setup.more')}</summary>
            <div class="column setup-more">
                <label class="column field">
                    <span>{say('setup.mode')}</span>
                    <select name="mode" value={mode}
                        onChange={event => setMode(event.currentTarget.value)}>
                        {modes.map(([id, words]) =>
                            <option key={id} value={id}>{say(words)}</option>)}
                    </select>
                </label>
                <details>
                    <summary>{say('setup.expert')}</summary>
                    <label class="column field">
                        <span>{say('setup.set')}</span>
                        <textarea name="set" rows={3} value={set} spellcheck={false}
                            onInput={event => setSet(event.currentTarget.value)} />
                    </label>
                    {astray.map(sentence => <Wrong key={sentence}>{sentence}</Wrong>)}
                    <ScenarioLines scenario={name} onLine={line => setSet(
                        set === '' || set.endsWith('\n') ? set + line : `${set}\n${line}`)} />
                </details>
            </div>
        </details>
    </form>
}

/** What the player there must do. */
const taskOf = (briefing: Briefing, side: string | undefined) =>
    briefing.sides.find(told => told.side === side)?.task

/** Open what hides the first field that will not do, and go there. */
function showWrong(form: HTMLFormElement | null) {
    const sentence = form?.querySelector('.note.bad')
    for (let at = sentence?.parentElement; at && at !== form; at = at.parentElement)
        if (at instanceof HTMLDetailsElement)
            at.open = true
    const field = sentence?.closest('.field, details')
        ?.querySelector<HTMLElement>('input, select, textarea')
    field?.focus()
}

function Choice<T extends string>(props: {
    legend: string; name: string; value: T; choices: [value: T, words: string][]
    disabled?: boolean; onValue: (value: T) => void
}) {
    return <fieldset class="choice" disabled={props.disabled ?? false}>
        <legend>{props.legend}</legend>
        <div class="segments">
            {props.choices.map(([value, words]) => <label key={value}>
                <input type="radio" name={props.name} value={value} checked={value === props.value}
                    onChange={() => props.onValue(value)} />
                <span>{words}</span>
            </label>)}
        </div>
    </fieldset>
}

/** The lines of the scenario that may be changed, to be picked from. */
function ScenarioLines(props: { scenario: string; onLine: (line: string) => void }) {
    const [game = '', id = ''] = props.scenario.split('/')
    const texts = useLoaded(() => textsOf(game), [game])
    const lines = settableLines(texts?.[`${game}/scenarios/${id}.txt`] ?? '')
    if (lines.length === 0)
        return null
    return <div class="setup-lines" role="group" aria-label={say('setup.lines')}>
        {lines.map(({ key, value }) => <button key={key} type="button" class="button mono"
            onClick={() => props.onLine(`${key}=${value}`)}>{key} = {value}</button>)}
    </div>
}
