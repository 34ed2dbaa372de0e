/* What has just happened: what came of it, since when it is told, and in one sentence or two for those who listen
 * instead of look. */
import type { GameEvent, Line, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { namedIn } from './choices'
import { endNote } from './ended'
import { sideTitle } from './names'
import type { Play } from './play'
import { lineWords } from './saying'

/** Lines read aloud at most; the log has the rest. */
const MOST = 6

/** One after another, each with one full stop. */
export const sentences = (all: readonly string[]) => all.map(one => /[.?!]$/.test(one) ? one : `${one}.`).join(' ')

function wordsOf(plan: Plan, line: Line): string {
    if (line.kind === 'die')
        return sentences([say('dice.rolled', { dice: line.dice ?? '', label: lineWords(line),
                                               value: line.value ?? '' }), ...resultOf(line)])
    const what = line.secret ? say('log.secret')
        : lineWords(line) || (endNote(plan, line.comment) ?? line.comment ?? '')
    const told = line.events.filter(e => e.kind === 'told').map(e => e.says ?? e.text)
    return `${line.side ? `${sideTitle(plan, line.side)}: ` : ''}${sentences([what, ...told])}`
}

/** What came of a die: what the chart says and what is told after all that was counted for it, up to the first step
 *  that took itself. */
export function resultOf({ kind, events }: Line): string[] {
    const counted = events.slice(events.findLastIndex(e => e.kind === 'modifier') + 1)
    const forced = counted.findIndex(e => e.kind === 'forced')
    const after = kind !== 'die' ? [] : forced < 0 ? counted : counted.slice(0, forced)
    const told = after.filter(e => e.kind === 'told').map(e => e.says || e.text)
    const means = after.findLast(e => e.means)?.means
    return means === undefined ? told : [means, ...told]
}

/** What followed from a move beside what its sentence says: no steps that took themselves, no reckoning before a die,
 *  and not the first fact once more, when it is about nobody and nothing else. */
export function besides({ text = '', events }: { text?: string | undefined; events: readonly GameEvent[] }): GameEvent[] {
    const named = new Set(namedIn(text))
    const isNew = (event: GameEvent) => namedIn(event.text).some(code => CODE.test(code) && !named.has(code))
    const told = events.filter(e => e.kind === 'told')
    if (events.some(e => e.kind === 'modifier' || e.kind === 'looked'))
        return told.filter(isNew)
    return told.filter((event, i) => i > 0 || event !== events[0] || isNew(event))
}
const CODE = /^(?:[A-Z]+\d+|\d{4})$/

/** So many decisions of one's own are a turn, and no answer in the turn of the others. */
const TURN_LEAST = 3

/** Where the report of the others' turn begins: behind the word by which one's own turn ended. It stays until the
 *  others act again; what one answers meanwhile belongs to it. */
export function reportFrom(lines: readonly Line[], isOwn: (side: string) => boolean): number {
    const own = (line: Line | undefined) => line?.side !== undefined && isOwn(line.side)
    let at = lines.findLastIndex(line => line.side !== undefined && !own(line))
    for (let run = 0; at > 0; at--) {
        const before = lines[at - 1]
        run = own(before) ? run + 1 : before?.side !== undefined ? 0 : run
        if (own(before) && (before?.closes || run >= TURN_LEAST))
            break
    }
    return Math.max(0, at)
}

export function newsIn(play: Play): string {
    const watched = play.replay.line.value
    const { plan } = play.table
    if (watched)
        return wordsOf(plan, watched)
    const lines = play.lines.value.slice(play.since.value).filter(l => l.kind !== 'check')
    return sentences([...lines.slice(-MOST).map(line => wordsOf(plan, line)), play.now.value.prompt])
}
