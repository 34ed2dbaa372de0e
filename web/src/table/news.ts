/* What has just happened, in one sentence or two, for those who listen instead of look. */
import type { Line, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { endNote } from './ended'
import { sideTitle } from './names'
import type { Play } from './play'
import { lineWords } from './saying'

/** Lines read aloud at most; the log has the rest. */
const MOST = 6

function wordsOf(plan: Plan, line: Line): string {
    if (line.kind === 'die')
        return say('dice.rolled', { dice: line.dice ?? '', label: lineWords(line),
                                    value: line.value ?? '' })
    const what = line.secret ? say('log.secret')
        : lineWords(line) || (endNote(plan, line.comment) ?? line.comment ?? '')
    const told = line.events.filter(e => e.kind === 'told').map(e => e.says ?? e.text).join('. ')
    return `${line.side ? `${sideTitle(plan, line.side)}: ` : ''}${what}${told ? `. ${told}` : ''}`
}

export function newsIn(play: Play): string {
    const watched = play.replay.line.value
    const { plan } = play.table
    if (watched)
        return wordsOf(plan, watched)
    const lines = play.lines.value.slice(play.since.value).filter(l => l.kind !== 'check')
    return [...lines.slice(-MOST).map(line => wordsOf(plan, line)), play.now.value.prompt]
        .join('. ')
}
