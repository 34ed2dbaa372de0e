/* Picking a game and a scenario: radio buttons that look like boxes on a shelf. */
import { Loading, useLoaded } from '../app/load'
import { coverOf, pictureOf } from '../app/pictures'
import type { GameInfo, ScenarioInfo } from '../umpire/documents'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { SideSign } from './seats'

export function GameChoice(props: {
    games: GameInfo[]; game: string; onGame: (id: string) => void
}) {
    return <fieldset class="game-choice">
        <legend class="visually-hidden">{say('lobby.game')}</legend>
        {props.games.map(game => <label key={game.id} class="game-box">
            <input type="radio" name="game" value={game.id} checked={game.id === props.game}
                onChange={() => props.onGame(game.id)} />
            <span class="game-cover">
                <Cover scenario={`${game.id}/${game.scenarios[1] ?? game.scenarios[0]}`} />
                <span class="game-name">{game.title}</span>
            </span>
        </label>)}
    </fieldset>
}

/** As on the lid of a box: a battle, the first after what beginners are taught with. */
function Cover(props: { scenario: string }) {
    const picture = useLoaded(() => coverOf(props.scenario), [props.scenario])
    return <span class="game-picture">{picture && <img src={picture} alt="" />}</span>
}

function Picture(props: { scenario: string }) {
    const picture = useLoaded(() => pictureOf(props.scenario), [props.scenario])
    return <span class="scenario-picture">
        {picture && <img src={picture} alt="" loading="lazy" />}
    </span>
}

function ScenarioBox(props: {
    game: string; scenario: ScenarioInfo; picked: boolean; onPick: () => void
}) {
    const { scenario } = props
    return <label class="scenario-box">
        <input type="radio" name="scenario" value={scenario.id} checked={props.picked}
            onChange={props.onPick} />
        <Picture scenario={`${props.game}/${scenario.id}`} />
        <span class="scenario-words">
            <strong class="scenario-title">{scenario.title}</strong>
            {scenario.blurb && <span>{scenario.blurb}</span>}
            <span class="scenario-sides soft">
                {scenario.sides.map((side, i) => <span key={side} class="scenario-side">
                    <SideSign index={i} army={scenario.armies?.[i]} />{scenario.side_titles?.[i] ?? side}
                </span>)}
                <span>{say('lobby.pieces', { count: scenario.pieces })}</span>
            </span>
        </span>
    </label>
}

export function ScenarioChoice(props: {
    game: string; scenario: string; onScenario: (id: string) => void
}) {
    const scenarios = useLoaded(() => umpire.scenarios(props.game), [props.game])
    return <fieldset class="scenario-choice">
        <legend class="visually-hidden">{say('lobby.scenario')}</legend>
        {scenarios ? scenarios.map(scenario =>
            <ScenarioBox key={scenario.id} game={props.game} scenario={scenario}
                picked={scenario.id === props.scenario}
                onPick={() => props.onScenario(scenario.id)} />) : <Loading />}
    </fieldset>
}
