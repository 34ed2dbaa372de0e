/* Advice: three good moves with their winning chance, how the move in mind compares, and why the other
 * side decided as it did. Only when asked; a server thinks with the eyes of whoever decides there. */
import { useEffect, useState } from 'preact/hooks'
import { isFailed, isRefused, type Answer } from '../umpire/documents'
import { say } from '../words/words'
import { isBare } from './choices'
import { Icon } from './icons'
import type { Play } from './play'

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
    const close = () => { setAdvice(null); setTrouble('') }
    useEffect(close, [lines])
    // Whoever picks a piece has chosen: what it can do is looked at now.
    useEffect(() => { if (play.picked.value.size) close() }, [play.picked.value])
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
            {table.why && play.lines.value.some(line => line.kind === 'move') && <button type="button" class="button" disabled={thinking}
                onClick={() => void ask(true, () => table.why!())}>{say('hint.why')}</button>}
            {advice && <button type="button" class="button quiet icon hint-close" aria-label={say('hint.close')}
                onClick={close}><Icon name="close" /></button>}
            {thinking && <span role="status" class="soft">{say('hint.thinking')}</span>}
        </p>
        {trouble && <p class="note warn" role="status">{trouble}</p>}
        {advice && <Told advice={advice.said} why={advice.why} play={play} />}
    </section>
}

function Told(props: { advice: Advice; why: boolean; play: Play }) {
    const { advice, why, play } = props
    // A word that is on a button is called what the button says.
    const asOffered = (move: string) => play.menu.value.choices.find(c => c.move === move && isBare(c))?.short
    return <div role="status" class="hint-told">
        {advice.mine && <p><strong>{say(why ? 'hint.made' : 'hint.mine')}</strong>{' '}
            {advice.mine.sentence}</p>}
        <ol class="hint-list">{advice.moves.map(move => <li key={move.move}>
            {why ? <span>{move.says}</span>
                : <button type="button" class="button" onClick={() => void play.type(move.move)}>
                    {asOffered(move.move) ?? move.says}</button>}{' '}
            <strong>{say('ways.chance', { p: percent(move.chance) })}</strong>{' '}
            <span class="soft">{move.paras.filter(para => !/^\d+$/.test(para)).join(', ')}</span>
            {move.odds && <div class="soft">{move.odds}</div>}
        </li>)}</ol>
    </div>
}
