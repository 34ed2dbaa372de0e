/* Advice: three good moves with their winning chance, how the move in mind compares, and why the other
 * side decided as it did. Only when asked; a server thinks with the eyes of whoever decides there. */
import { useEffect, useState } from 'preact/hooks'
import { isFailed, isRefused, type Answer } from '../umpire/documents'
import { say } from '../words/words'
import type { Play } from './play'
import { groupIn, shortenedAll } from './saying'

export interface Advised {
    move: string; says: string; chance: number; rank: number; paras: string[]; sentence: string
    odds: string
}
export interface Advice { side: string; looked: number; moves: Advised[]; mine?: Advised }

const percent = (chance: number) => `${(100 * chance).toFixed(1)} %`

export function HintPanel(props: { play: Play }) {
    const { play } = props
    const { table } = play
    const [advice, setAdvice] = useState<{ why: boolean; said: Advice } | null>(null)
    const [thinking, setThinking] = useState(false)
    const [trouble, setTrouble] = useState('')
    const lines = play.lines.value.length
    const mine = play.mind.value?.move ?? ''
    useEffect(() => { setAdvice(null); setTrouble('') }, [lines])
    if (!table.hint || 'lesson' in table || play.replay.at.value !== null || play.now.value.turn.kind === 'over')
        return null

    const ask = async (why: boolean, get: () => Promise<Answer<Advice>>) => {
        setThinking(true)
        try {
            const said = await get()
            setTrouble(isFailed(said) ? said.error.text : isRefused(said) ? said.refused.text : '')
            setAdvice(isFailed(said) || isRefused(said) ? null : { why, said })
        } finally {
            setThinking(false)
        }
    }
    return <section class="hint-panel">
        <p class="row">
            {play.mayAct.value && <button type="button" class="button" disabled={thinking}
                onClick={() => void ask(false, () => table.hint!(mine))}>
                {say(mine ? 'hint.compare' : 'hint.ask')}</button>}
            {table.why && play.lines.value.some(line => line.kind === 'move') && <button type="button" class="button quiet" disabled={thinking}
                onClick={() => void ask(true, () => table.why!())}>{say('hint.why')}</button>}
            {thinking && <span role="status" class="soft">{say('hint.thinking')}</span>}
        </p>
        {trouble && <p class="note warn" role="status">{trouble}</p>}
        {advice && <Told advice={advice.said} why={advice.why} play={play} />}
    </section>
}

function Told(props: { advice: Advice; why: boolean; play: Play }) {
    const { advice, why, play } = props
    const titleOf = (id: string) => play.now.value.pieces.find(piece => piece.id === id)?.title ?? ''
    const words = shortenedAll(advice.moves.map(({ move, says }) =>
        ({ says, titles: groupIn(move).map(titleOf) })))
    return <div role="status">
        {advice.mine && <p><strong>{say(why ? 'hint.made' : 'hint.mine')}</strong>{' '}
            {advice.mine.sentence}</p>}
        <ol class="hint-list">{advice.moves.map((move, i) => <li key={move.move} title={move.says}>
            {why ? <span>{words[i]}</span>
                : <button type="button" class="button quiet" onClick={() => void play.type(move.move)}>
                    {words[i]}</button>}{' '}
            <strong>{percent(move.chance)}</strong>{' '}
            <span class="soft">{move.paras.join(', ')}</span>
            {move.odds && <div class="soft">{move.odds}</div>}
        </li>)}</ol>
    </div>
}
