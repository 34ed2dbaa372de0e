/* How a game came to its end, from the remark that the record keeps of it. */
import type { Plan } from '../umpire/documents'
import { say } from '../words/words'
import { sideTitle } from './names'

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
