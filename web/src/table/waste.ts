/* Warn before wasting: what a move would throw away, told gently. Generic: from offers and odds.
 *
 * A word that closes a step while pieces could still act, or while one could do what the game is won by; a
 * command that nobody could act on, while another would do something; a die that can change nothing. */
import type { Odds, State } from '../umpire/documents'
import type { Table } from '../umpire/table'
import { say } from '../words/words'
import { isBare, namedIn, ownPieces, type Choice, type Field, type Menu } from './choices'
import { isRisky, type Waste } from './intent'

/** So many pieces are named; the rest are counted. */
const NAMED = 4
/** So many commands beside it are tried, to see whether any would do something. */
const TRIED = 12
/** So many moves that are left are looked at, to see whether one is what the game is won by. */
const LEFT = 48

/** Pieces that could still act, when a word closes the step for all of them. */
export function idleBy(field: Field, menu: Menu, choice: Choice): string[] {
    if (!isBare(choice))
        return []
    return [...new Set(menu.choices.flatMap(c => ownPieces(field, c)))]
}

export function idleWaste(field: Field, menu: Menu, choice: Choice): Waste | undefined {
    const pieces = idleBy(field, menu, choice)
    if (!pieces.length)
        return undefined
    const names = pieces.slice(0, NAMED).map(id => field.piece(id)?.title || id)
    const more = pieces.length - names.length
    const listed = more > 0 ? say('waste.more', { names: names.join(', '), more })
        : names.join(', ')
    return { pieces, words: pieces.length === 1 ? say('waste.one', { name: listed })
        : say('waste.idle', { n: pieces.length, names: listed }) }
}

/** Nothing that may fall changes anything. */
export function voidWaste(odds: Odds): Waste | undefined {
    const first = odds.rows[0]
    return odds.dice && odds.complete && odds.rows.length === 1 && first &&
        Object.keys(first.values).length === 0 && isRisky(odds)
        ? { pieces: [], words: say('waste.void') } : undefined
}

/** Whose decision comes next, if it is surely known. */
export const nextSide = (odds: Odds) => odds.rows.length === 1 ? odds.rows[0]!.side : undefined

/** A command that nobody could act on: with it, and the step closed, the turn is over at once, though another command
 *  would have given something to do. And the closing word itself, when it throws all of them away. */
export async function futileWaste(table: Table, state: State, menu: Menu, choice: Choice):
    Promise<Waste | undefined> {
    const ends = menu.choices.filter(isBare)
    const side = state.turn.side
    if (choice.pieces.length || choice.hexes.length || ends.length !== 1)
        return undefined
    const follows = async (one: Choice) => {
        const odds = await table.odds(one.move, one === ends[0] ? '' : ends[0]!.move)
        return !('rows' in odds) || odds.dice || nextSide(odds) === undefined ||
            nextSide(odds) === side
    }
    if (await follows(choice))
        return undefined
    for (const other of menu.choices.filter(c => c !== choice && !isBare(c)).slice(0, TRIED))
        if (await follows(other))
            return { pieces: [], words: say(isBare(choice) ? 'waste.unused' : 'waste.futile') }
    return undefined
}

/** What is left by closing the step though it brings one's goal nearer by itself, such as leaving by the edge
 *  one wins by: of each piece one move of each kind, and what looks best at a glance. */
export async function goalWaste(table: Table, field: Field, menu: Menu, choice: Choice, told: Waste):
    Promise<Waste | undefined> {
    const left = new Map<string, string>()
    for (const one of menu.choices)
        if (ownPieces(field, one).length)
            left.set(`${one.verb} ${ownPieces(field, one)[0]!}`, one.move)
    const best = await table.hint?.('', true)
    const good = best && 'moves' in best ? best.moves.map(m => m.move) : []
    const moves = new Set([...good, ...[...left.values()].slice(0, LEFT)])
    moves.delete(choice.move)
    for (const move of moves) {
        const seen = await table.preview(move)
        if (!('goal' in seen) || !seen.goal)
            continue
        const says = seen.says ?? move
        const own = namedIn(move).filter(field.isOwn)
        return { grave: true, pieces: own.length ? own : told.pieces,
                 words: `${say(seen.met ? 'waste.win' : 'waste.goal', { says, goal: seen.goal })} ${told.words}` }
    }
    return undefined
}
