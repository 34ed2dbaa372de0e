/* What the board lights up: where picked pieces may go, whom they may act on, the path in mind,
 * what was refused, what moved last. */
import type { Hint, Place } from '../board/contract'
import type { Line, State } from '../umpire/documents'
import { aims, namedIn, type Choice, type Field } from './choices'
import { ghostOf, type Mind } from './intent'

/** Ends of paths and foreign pieces; a hex that others hold is a target. */
export function aimHints(field: Field, state: State, choices: readonly Choice[]): Hint[] {
    const hexes = new Set<string>()
    const pieces = new Set<string>()
    for (const choice of choices) {
        const aim = aims(field, choice)
        aim.hexes.forEach(hex => hexes.add(hex))
        aim.pieces.forEach(id => pieces.add(id))
    }
    const held = new Set(state.pieces.filter(p => p.side !== field.side).map(p => p.hex))
    return [...[...hexes].map((hex): Hint => ({ kind: held.has(hex) ? 'target' : 'move', hex })),
            ...[...pieces].map((piece): Hint => ({ kind: 'target', piece }))]
}

const pointsOf = (whole: number, half = false) =>
    half ? `${whole || ''}\u00bd` : String(whole)

export function mindHints(field: Field, mind: Mind, held: boolean): Hint[] {
    const ghost = held ? undefined : ghostOf(mind)
    const targets = namedIn(mind.move).filter(id => field.piece(id) && !field.isOwn(id))
    const way = mind.way?.length ? mind.way.map(({ hex, spent, half }): Hint =>
        ({ kind: 'path', hex, ...(spent || half ? { label: pointsOf(spent, half) } : {}) }))
        : mind.path.map((hex): Hint => ({ kind: 'path', hex }))
    return [...way,
            ...targets.map((piece): Hint => ({ kind: 'target', piece })),
            // pointing at the ghost is pointing at the move
            ...(ghost ? [{ kind: 'move' as const, ...ghost }] : [])]
}

export function wrongHints(at: Place | undefined): Hint[] {
    if (!at)
        return []
    if (at.hex !== undefined)
        return [{ kind: 'wrong', hex: at.hex }]
    if (at.piece !== undefined)
        return [{ kind: 'wrong', piece: at.piece }]
    return at.x !== undefined && at.y !== undefined ? [{ kind: 'wrong', x: at.x, y: at.y }] : []
}

/** Pieces and hexes of the last move up to that line. */
export function lastHints(state: State, lines: readonly Line[], line: number): Hint[] {
    const last = lines.slice(0, line + 1).findLast(l => l.kind === 'move')
    const pieces = new Set(state.pieces.map(p => p.id))
    return namedIn(last?.text ?? '').flatMap((name): Hint[] =>
        pieces.has(name) ? [{ kind: 'last', piece: name }]
            : /^\d{4}$/.test(name) ? [{ kind: 'last', hex: name }] : [])
}
