/* Decisions that belong together: who acts, what each of them does, that they are done. The rules ask them one by one,
 * and so the record has them; at the table they are one. Whoever says where somebody goes need not say first who goes,
 * and a closing word that is all there is to say is said for him. */
import type { Place } from '../board/contract'
import { isBare, ownPieces, type Choice, type Field, type Menu } from './choices'

/** Does this move only name who acts? */
export const opens = (menu: Menu, move: string) => menu.choices.some(c => c.opens && c.verb === move.split(' ')[0])

/** The closing word, where nothing else can be said. */
export function onlyEnd(menu: Menu): Choice | undefined {
    const [only, ...others] = menu.choices
    return only?.closes && isBare(only) && !others.length && !menu.families.length ? only : undefined
}

/** The only one who can be told something now. */
export function onlyAble(field: Field, menu: Menu): string | undefined {
    const able = new Set(menu.choices.flatMap(c => ownPieces(field, c)))
    return able.size === 1 ? [...able][0] : undefined
}

/** Where somebody shall go who has to be named first. */
export interface Onward { pieces: string[]; at: Place; heading: number | undefined }
