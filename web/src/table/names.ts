/* Sides and pieces as people call them. */
import { isHexMap, type Plan } from '../umpire/documents'
import { notation } from './ui'

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

/** What the umpire says in the notation, with titles for names that are codes; codes for experts. A side begins a
 *  sentence or stands alone. */
export function withTitles(plan: Plan, text: string): string {
    const side = plan.sides.find(id => text === id || text.startsWith(`${id} `))
    if (side !== undefined && !notation.value)
        return `${sideTitle(plan, side)}${withTitles(plan, text.slice(side.length))}`
    return text.replace(/\b[A-Z]+\d+\b/g, code => {
        const title = plan.names.flatMap(list => list.names).find(name => name.id === code)?.title
        return title && !notation.value ? title : code
    })
}

/** A thing by its name as people call it: a unit, a wing, a place on the map. */
export function titleOf(plan: Plan, id: string): string {
    const map = plan.map && isHexMap(plan.map) ? plan.map.hexes : []
    const hex = map.find(one => one.hex === id)
    return plan.names.flatMap(list => list.names).find(name => name.id === id)?.title || hex?.place || hex?.label || id
}

/** What a name does, in a line of the sheet of words; or nothing. */
export const explainsOf = (plan: Plan, id: string) =>
    plan.names.flatMap(list => list.names).find(name => name.id === id)?.explains ?? ''

/** What the rules say against something: as the engine says it to players, or for experts as it is written. */
export function toldText(plan: Plan, said: { text: string; says?: string | undefined }): string {
    return said.says && !notation.value ? said.says : withTitles(plan, said.text)
}

export function firstUpper(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1)
}
