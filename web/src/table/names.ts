/* Sides and pieces as people call them. */
import type { Piece, Plan } from '../umpire/documents'

export function sideTitle(plan: Plan, side: string | null | undefined): string {
    const at = plan.sides.indexOf(side ?? '')
    return plan.side_titles?.[at] || plan.names.find(n => n.kind === 'side')
        ?.names.find(n => n.id === side)?.title || side || ''
}

/** The classes that give a side its colours (style/base.css): those of its army, where it has some. */
export function sideClass(plan: Plan, side: string | null | undefined): string {
    const at = plan.sides.indexOf(side ?? '')
    if (at < 0)
        return 'side-none'
    return plan.armies?.[at] ? `side-${at} in-army army-${plan.armies[at]}` : `side-${at}`
}

export function pieceTitle(piece: Piece): string {
    return piece.title && piece.title !== piece.id ? `${piece.id} ${piece.title}` : piece.id
}

export function firstUpper(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1)
}
