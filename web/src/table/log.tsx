/* The record as it grows, by turns; every line leads into the replay. */
import { useEffect, useRef } from 'preact/hooks'
import type { Line, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { LineTold } from './happened'
import type { Play } from './play'
import { lineWords } from './saying'
import type { Ui } from './ui'

interface Entry { line: Line; at: number }
interface Part { turn: number | null; entries: Entry[] }

/** Lines under the turn they were written in. */
export function byTurn(lines: readonly Line[],
                       turns: readonly { line: number; turn: number }[]): Part[] {
    const parts: Part[] = []
    let next = 0
    lines.forEach((line, at) => {
        while (next < turns.length && turns[next]!.line <= at)
            parts.push({ turn: turns[next++]!.turn, entries: [] })
        if (line.kind === 'check')
            return
        if (!parts.length)
            parts.push({ turn: null, entries: [] })
        parts.at(-1)!.entries.push({ line, at })
    })
    return parts.filter(part => part.entries.length)
}

export function LogPanel(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const lines = play.lines.value
    const watched = play.replay.at.value
    const end = useRef<HTMLLIElement>(null)
    useEffect(() => { void play.replay.findTurns() }, [play, lines.length])
    useEffect(() => { end.current?.scrollIntoView({ block: 'nearest' }) },
              [lines.length, watched])
    const parts = byTurn(lines, play.replay.turns.value)
    if (!parts.length)
        return <p class="soft">{say('log.empty')}</p>
    const last = watched === null ? lines.length - 1 : watched - 1
    return <div class="log">
        {parts.map((part, i) => <section key={i}>
            {part.turn !== null && <h3>{say('turn.of', { turn: part.turn })}</h3>}
            <ol>
                {part.entries.map(({ line, at }) =>
                    <li key={at} ref={at === last ? end : null}
                        class={at + 1 === watched ? 'log-line watched' : 'log-line'}>
                        <WatchButton play={play} ui={ui} plan={play.table.plan} line={line}
                            at={at} />
                        <LineTold ui={ui} plan={play.table.plan} line={line} />
                    </li>)}
            </ol>
        </section>)}
    </div>
}

function WatchButton(props: { play: Play; ui: Ui; plan: Plan; line: Line; at: number }) {
    const { play, ui, line, at } = props
    const sign = String(line.number ?? '·')
    const label = say('log.watch', { at: sign, text: lineWords(line) || (line.comment ?? '') })
    return <button type="button" class="button quiet log-at" title={label} aria-label={label}
        onClick={() => {
            ui.replaying.value = true
            void play.replay.go(at + 1)
        }}>{sign}</button>
}
