/* How a game came to its end, from the remark that the record keeps of it. */
import type { Line, Plan } from '../umpire/documents'
import { say } from '../words/words'
import { firstUpper, sideTitle } from './names'

/** "Norman wins", "A resigns, B wins", "a draw", "a draw by agreement" as people say it; undefined: no such remark. */
export function endWords(plan: Plan, told: string): string | undefined {
    if (told === 'a draw')
        return say('over.draw')
    if (told === 'a draw by agreement')
        return say('over.agreed')
    const [, gone, winner] = /^(?:(.+) resigns, )?(.+) wins$/.exec(told) ?? []
    if (winner === undefined)
        return undefined
    return gone === undefined ? say('over.wins', { side: sideTitle(plan, winner) })
        : say('over.resigned', { side: sideTitle(plan, gone), winner: sideTitle(plan, winner) })
}

/** The remark "over: ..." as a sentence. */
export function endNote(plan: Plan, comment: string | undefined): string | undefined {
    const how = comment?.startsWith('over: ') ? endWords(plan, comment.slice('over: '.length)) : undefined
    return how && say('over.told', { how })
}

/** What was told last before it was over, by the paragraph that ended it: not what else came of the same die. */
export function whyOver(lines: readonly Line[]): string[] {
    const told = lines.findLast(line => line.events.some(e => e.kind === 'told'))?.events.filter(e => e.kind === 'told') ?? []
    return told.filter(e => e.para === told.at(-1)!.para).slice(-WHY_MOST).map(e => firstUpper(e.says || e.text))
}
const WHY_MOST = 2
