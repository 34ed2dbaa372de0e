/* What may be done, and what was meant: offers, picked pieces and a place give the moves that
 * match.
 *
 * Nothing here asks the engine or draws; it works for every game, since it only reads the names
 * that offers carry. Pieces of the side to decide act, pieces of others are acted upon. */
import type { Place } from '../board/contract'
import { isGone } from '../board/names'
import type { Offers, Piece, Plan } from '../umpire/documents'
import { hasLengths, hasPath, partsOf } from './forms'

/** A legal move, ready to be made. */
export interface Choice {
    move: string; verb: string; form: string
    pieces: readonly string[]; hexes: readonly string[]; names: readonly string[]
    /** The move as a sentence, as a button, and in a line what it means. */
    says?: string | undefined; short?: string | undefined; explains?: string | undefined
    /** Where it ends on a bare table, um. */
    end?: readonly [number, number] | undefined
    /** It says who acts, and what they do is asked next; it ends a step. */
    opens?: boolean | undefined; closes?: boolean | undefined
    /** It goes a way from hex to hex; its lengths or points are the player's to choose. */
    path: boolean; free: boolean
}
/** Moves with free arguments: the player writes them, the engine judges. */
export interface Family { verb: string; form: string; text: string; fixed: number; free: boolean }

/** `yields`: how the rules let one give up, which is no order of the day. */
export interface Menu { choices: readonly Choice[]; families: readonly Family[]; yields: readonly Choice[] }
export const NOTHING: Menu = { choices: [], families: [], yields: [] }

export function menuOf(plan: Plan, offers: Offers): Menu {
    const choices: Choice[] = []
    const families: Family[] = []
    const yields: Choice[] = []
    for (const { verb, form, explains, yields: isEnd, opens, closes, offers: moves } of offers.offers) {
        const parts = partsOf(plan, form)
        const kind = { path: hasPath(parts), free: hasLengths(parts) }
        for (const { move, family, fixed, pieces, hexes, names, ...words } of moves)
            if (move !== undefined)
                (isEnd ? yields : choices).push({ move, verb, form, pieces: pieces ?? [], hexes: hexes ?? [],
                               names: names ?? [], explains, opens, closes, ...kind, ...words })
            else if (family !== undefined)
                families.push({ verb, form, text: family, fixed: fixed ?? 0, free: kind.free })
    }
    return { choices, families, yields }
}

/** Who stands where, and whose they are. */
export class Field {
    private readonly byId: Map<string, Piece>

    constructor(pieces: readonly Piece[], readonly side: string | undefined) {
        this.byId = new Map(pieces.map(p => [p.id, p]))
    }

    piece = (id: string) => this.byId.get(id)
    isOwn = (id: string) => this.byId.get(id)?.side === this.side
}

/** Has this choice to do with that piece: by name, by its group, by where it sets out? */
export function concerns(field: Field, choice: Choice, id: string): boolean {
    if (choice.pieces.includes(id))
        return true
    const group = field.piece(id)?.group
    if (group && choice.names.includes(group))
        return true
    return !choice.pieces.length && choice.path && choice.hexes.length > 1 &&
        choice.hexes[0] === field.piece(id)?.hex && field.isOwn(id)
}

/** Tells of a piece whether any choice has to do with it. */
export function ableIn(field: Field, menu: Menu): (piece: Piece) => boolean {
    const named = new Set(menu.choices.flatMap(c => [...c.pieces, ...c.names]))
    const starts = new Set(menu.choices.filter(c => !c.pieces.length && c.path &&
        c.hexes.length > 1).map(c => c.hexes[0]))
    return piece => field.isOwn(piece.id) && !isGone(piece) && (named.has(piece.id) ||
        named.has(piece.group ?? '') || piece.hex !== null && starts.has(piece.hex))
}

/** Where a choice leads: the end of a path, or every hex and every foreign piece it names. */
export function aims(field: Field, choice: Choice): { hexes: string[]; pieces: string[] } {
    return {
        hexes: choice.path ? choice.hexes.slice(-1) : [...choice.hexes],
        pieces: choice.pieces.filter(id => !field.isOwn(id))
    }
}

export function pointsAt(field: Field, choice: Choice, place: Place): boolean {
    const { hexes, pieces } = aims(field, choice)
    if (place.piece !== undefined && pieces.includes(place.piece))
        return true
    if (place.hex === undefined)
        return false
    const other = place.piece !== undefined && !field.isOwn(place.piece) && pieces.length > 0
    return hexes.includes(place.hex) ||
        !other && pieces.some(id => field.piece(id)?.hex === place.hex)
}

export const ownPieces = (field: Field, choice: Choice) => choice.pieces.filter(field.isOwn)

/** What the picked pieces may do together; with nothing picked, what needs no piece. */
export function choicesFor(field: Field, menu: Menu, picked: ReadonlySet<string>): Choice[] {
    if (!picked.size)
        return menu.choices.filter(c => !ownPieces(field, c).length)
    return menu.choices.filter(c => [...picked].every(id => concerns(field, c, id)))
}

/** The one piece all moves are of, such as one that must retreat: its places are lit before it is picked. */
export function onlyActor(field: Field, menu: Menu): ReadonlySet<string> {
    const all = new Set<string>()
    for (const choice of menu.choices.filter(c => !isBare(c))) {
        const own = ownPieces(field, choice)
        if (own.length !== 1)
            return new Set()
        all.add(own[0]!)
    }
    return all.size === 1 && !menu.families.length ? all : new Set()
}

/** Those of exactly these pieces; where there are none, those with the fewest others. */
function nearest(field: Field, choices: Choice[], picked: ReadonlySet<string>): Choice[] {
    const others = (c: Choice) => ownPieces(field, c).filter(id => !picked.has(id)).length
    const fewest = Math.min(...choices.map(others))
    return choices.filter(c => others(c) === fewest)
}

/** Where moves pair pieces with places ("A>B"), only those are meant that send a picked piece there. */
function ofPairs(choices: readonly Choice[], picked: ReadonlySet<string>, { hex }: Place): Choice[] {
    const pairs = [...picked].map(id => `${id}>${hex}`)
    const sent = choices.filter(c => c.move.split(' ').some(word => pairs.includes(word)))
    return sent.length ? sent : [...choices]
}

/** Which of these choices are meant by pointing at a place; `others` need more pieces. */
export function meantBy(field: Field, choices: readonly Choice[], picked: ReadonlySet<string>,
                        place: Place): { meant: Choice[]; others: Choice[] } {
    const all = ofPairs(choices.filter(c => pointsAt(field, c, place)), picked, place)
    const meant = all.length ? nearest(field, all, picked) : []
    return { meant, others: all.filter(c => !meant.includes(c)) }
}

/** All ways to act on a place, whoever acts: for when it is pointed at before any piece. */
export function waysTo(field: Field, menu: Menu, place: Place): Choice[] {
    return menu.choices.filter(c => pointsAt(field, c, place))
}

/** Is it a word that closes something, or an answer: no piece, no place, nothing named? */
export const isBare = (choice: Choice) =>
    !choice.pieces.length && !choice.hexes.length && !choice.names.length &&
    choice.move === choice.verb

/** Which of these choices lead to no place: what the picked pieces may do where they are. */
export function onTheSpot(field: Field, choices: readonly Choice[],
                          picked: ReadonlySet<string>): Choice[] {
    const all = choices.filter(c => {
        const { hexes, pieces } = aims(field, c)
        return !hexes.length && !pieces.length && !/\d,\d/.test(c.move)
    })
    return picked.size && all.length ? nearest(field, all, picked) : all
}

/** The offer that was typed: as it is written, by its sentence or button, or a march by piece and
 *  place alone, which goes the way that is offered there, the cheapest. */
export function asTyped(choices: readonly Choice[], typed: string): Choice | undefined {
    const line = typed.toLowerCase().replace(/\.$/, '')
    const plain = (words: string | undefined) => words?.toLowerCase().replace(/\.$/, '')
    const only = (fits: (choice: Choice) => boolean) => {
        const found = choices.filter(fits)
        return found.length === 1 ? found[0] : undefined
    }
    return choices.find(c => c.move.toLowerCase() === line) ??
        choices.find(c => c.path && c.move.replace(/(\w+-)+(?=\w)/, '').toLowerCase() === line) ??
        // whoever writes `move` of a piece that can only come in or leave means that
        choices.find(c => c.path && `move ${c.pieces[0]} ${c.hexes.at(-1)}`.toLowerCase() === line) ??
        only(c => plain(c.says) === line) ?? only(c => plain(c.short) === line)
}

/** Ids and hexes a written move names, for lighting up what just happened. */
export function namedIn(move: string): string[] {
    return move.split(/[^\w]+/).filter(Boolean)
}

/** Offers that go on from what was typed, and families as far as they are fixed; then those that
 *  have all its words somewhere. */
export function completions(menu: Menu, typed: string, most: number): string[] {
    const wanted = typed.trim().toLowerCase()
    const lines = [...menu.choices.map(c => c.move),
                   ...menu.families.map(f => f.text.split('{')[0]!.trimEnd())]
    const begins = lines.filter(l => l.toLowerCase().startsWith(wanted))
    const within = wanted.length < 2 ? []
        : lines.filter(l => !l.toLowerCase().startsWith(wanted) &&
            wanted.split(/\s+/).every(w => l.toLowerCase().includes(w)))
    return [...new Set([...begins, ...within])].slice(0, most)
}
