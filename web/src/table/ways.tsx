/* Several ways to do what was pointed at, the most promising first, each with what it promises. */
import { Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { percentOf } from '../parts/distribution'
import type { Odds } from '../umpire/documents'
import { say } from '../words/words'
import type { Choice } from './choices'
import { isRisky } from './intent'
import type { Play, Question } from './play'
import { saysOf, shortOf, showsNotation } from './saying'
import { endsOf } from './short-odds'

/** So many ways are looked into. */
const RANKED = 12

interface Way { choice: Choice; odds: Odds | undefined; promise: number | undefined }

/** In hundredths: what promises the same stays as it was offered, the plainest first. */
const worth = ({ promise }: Way) => promise === undefined ? -1 : Math.round(100 * promise)

/** Odds and promise of each way; in the order they were offered until that is known. */
function useRanked(play: Play, question: Question): Way[] {
    const plain = question.choices.map((choice): Way =>
        ({ choice, odds: undefined, promise: undefined }))
    const [ways, setWays] = useState(plain)
    useEffect(() => {
        let here = true
        setWays(plain)
        const looked = question.choices.slice(0, RANKED)
        void play.promised(looked).then(found => {
            if (!here)
                return
            const known = looked.map((choice, i): Way => ({ choice, ...found[i]! }))
            known.sort((a, b) => worth(b) - worth(a))
            setWays([...known, ...plain.slice(RANKED)])
        })
        return () => { here = false }
    }, [question])
    return ways
}

/** Ways that promise the same and may end the same are one way, and the others of them; the plainest first. */
function folded(ways: readonly Way[]): Way[][] {
    const groups = new Map<string, Way[]>()
    for (const way of ways) {
        const { choice: { move, form }, odds } = way
        const key = odds ? `${form} ${worth(way)} ${likeliest(odds)}` : move
        groups.set(key, [...groups.get(key) ?? [], way])
    }
    return [...groups.values()]
}

export function Ways(props: { play: Play; question: Question; most: number }) {
    const { play, question, most } = props
    const ways = useRanked(play, question)
    const shown = ways.slice(0, most)
    const alike = new Set(shown.map(({ choice }) => shortOf(choice))).size < shown.length
    const button = (way: Way) => <WayButton key={way.choice.move} way={way} whole={alike}
        onChoose={() => play.choose(way.choice, question.at)} />
    return <div class="ways">
        {folded(shown).map(([first, ...others]) => <Fragment key={first!.choice.move}>
            {button(first!)}
            {others.length > 0 && <details class="others ways-alike">
                <summary>{say('ways.alike', { n: others.length })}</summary>
                {others.map(button)}
            </details>}
        </Fragment>)}
        {ways.length > shown.length &&
            <p class="soft">{say('mind.more', { n: ways.length - shown.length })}</p>}
    </div>
}

function WayButton(props: { way: Way; whole: boolean; onChoose(): void }) {
    const { way: { choice, odds, promise }, whole } = props
    return <button type="button" class="button move way" data-move={choice.move} title={choice.explains ?? ''}
        onClick={props.onChoose}>
        <span class="move-short">
            {whole || choice.pieces.length > 1 ? saysOf(choice) : shortOf(choice)}</span>
        {promise !== undefined && <Promised chance={promise} />}
        {odds && isRisky(odds) && <span class="way-odds soft">{likeliest(odds)}</span>}
        {showsNotation(choice) && <span class="mono move-notation soft">{choice.move}</span>}
    </button>
}

/** The winning chance after it, as the engine judges. */
export function Promised(props: { chance: number }) {
    return <span class="way-chance" title={say('ways.chance_means')}>
        {say('ways.chance', { p: percentOf(props.chance) })}</span>
}

/** The two likeliest ends, in a line. */
function likeliest(odds: Odds): string {
    return endsOf(odds).sort((a, b) => b.value - a.value).slice(0, 2)
        .map(({ words, value }) => `${percentOf(value)} ${words}`).join(' · ')
}
