/* Pieces, sides and places in words, for captions and for those who listen to the board. */
import type { Piece, Plan } from '../umpire/documents'
import { english } from '../words/en'
import { type Key, say } from '../words/words'

/** 0 or 1 in the order of the plan; null: a piece of neither. */
export function sideIndex(plan: Plan, side: string | null | undefined): 0 | 1 | null {
    const i = plan.sides.indexOf(side ?? '')
    return i === 0 || i === 1 ? i : null
}

/** The class that sets a side's colours (base.css), and its own counter shape. */
export const sideClass = (index: 0 | 1 | null) => index === null ? 'side-none' : `side-${index}`

export function sideTitle(plan: Plan, side: string | null | undefined): string {
    const i = sideIndex(plan, side)
    return i === null ? say('board.noSide') : plan.side_titles?.[i] || plan.sides[i]!
}

/** What a piece is called; its name where it has no title. */
export const titleOf = (state: { pieces: readonly Piece[] }, id: string) => state.pieces.find(p => p.id === id)?.title || id

/** A name of the ground as people write it. */
export const plainName = (name: string) => name.replaceAll('_', ' ')

const LOOK = 'look.'

/** Words of ground and lines that the key knows, in the order of the catalogue. */
export const looks = Object.keys(english).filter(key => key.startsWith(LOOK)).map(key => key.slice(LOOK.length))

export const lookName = (look: string) => looks.includes(look) ? say(`${LOOK}${look}` as Key) : look

export const statesOf = (piece: Piece) => piece.states.split(' ').filter(word => word)

/** Off the map for good; what waits to come in has steps. */
export const isGone = (piece: Piece) =>
    piece.hex === null && piece.base === undefined && piece.steps === 0

export const isOnBoard = (piece: Piece) => piece.hex !== null || piece.base !== undefined

function placeWords(piece: Piece): string {
    if (piece.hex)
        return say('board.inHex', { hex: piece.hex })
    if (piece.base)
        return say('board.atMm', {
            x: Math.round(piece.base.x / 1000), y: Math.round(piece.base.y / 1000),
            heading: Math.round(piece.base.heading / 4)
        })
    return say('board.offMap')
}

/** What is printed on a piece, but its place: on a bare table that is told anyway. */
export const factorsOf = ({ factors }: Piece) => /^\d+,\d+$/.test(factors) ? '' : factors

/** "Breton riders, Normans, Light Horse, hex 0406, 2 of 2 steps, may act"; codes only where there are
 *  no words. */
export function pieceWords(plan: Plan, piece: Piece, withPlace = true): string {
    const kind = piece.type ?? piece.symbol
    return [
        piece.title || piece.id,
        sideTitle(plan, piece.side),
        ...(kind ? [kind] : []),
        ...(factorsOf(piece) ? [say('board.factors', { factors: factorsOf(piece) })] : []),
        ...(withPlace ? [placeWords(piece)] : []),
        ...(piece.steps_full > 1
            ? [say('board.steps', { steps: piece.steps, full: piece.steps_full })] : []),
        ...(piece.reduced ? [say('board.reduced')] : []),
        ...(piece.says === undefined ? statesOf(piece) : piece.says ? [piece.says] : []),
        ...(piece.can_act ? [say('board.mayAct')] : [])
    ].join(', ')
}

export function stackWords(plan: Plan, pieces: Piece[]): string {
    const top = pieces.at(-1)!
    return say('board.stack', {
        count: pieces.length, hex: top.hex ?? '',
        pieces: pieces.map(p => p.title || p.id).join(', '),
        side: sideTitle(plan, top.side)
    }) + (pieces.some(p => p.can_act) ? `, ${say('board.mayAct')}` : '')
}
