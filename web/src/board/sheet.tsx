/* The sheet of drawings (src/view/looks), which pictures of the engine are made from as well: it is laid
 * once under a board, and pieces are <use>s of what stands in it. */
import '../../../src/view/looks/looks.css'
import type { MapName, Plan } from '../umpire/documents'
import { drawings, hasDrawing } from './drawings'

export { hasDrawing } from './drawings'

/** The classes that give a drawing the colours of a plan. */
export const looksOf = (plan: Plan) => `looks manner-${plan.manner ?? 'staff'}`

const PLAIN = ['blue', 'orange']
/** The class that sets the colours of an army. */
export const armyOf = (plan: Plan, index: 0 | 1 | null) =>
    `army-${index === null ? 'nobody' : plan.armies?.[index] ?? PLAIN[index]!}`

export function Sheet({ plan }: { plan: Plan }) {
    return <svg class={`board-sheet ${looksOf(plan)}`} width={0} height={0} aria-hidden="true"
                focusable="false" dangerouslySetInnerHTML={{ __html: drawings }} />
}

/** Ground as the engine draws it. */
export const Ground = ({ svg }: { svg: string | undefined }) =>
    <g class="map" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg ?? '' }} />

/** Names, laid by the engine between the pieces. */
export function MapNames({ names }: { names: readonly MapName[] | undefined }) {
    return <g class="map-names" aria-hidden="true">{(names ?? []).map((name, i) => <>
        {hasDrawing(name.kind) && <Use of={name.kind} x={name.x} y={name.y} />}
        <text key={`${name.text} ${i}`} class={`k-name k-name-${name.kind}`}
              style={{ textAnchor: name.anchor }}
              transform={`translate(${name.x} ${name.y})` +
                         (name.turn ? ` rotate(${name.turn})` : '')}>{name.text}</text></>)}</g>
}

export const Use = (props: { of: string; x?: number; y?: number; scale?: number; flip?: boolean
                             class?: string }) => {
    const { of, x = 0, y = 0, scale = 1, flip = false } = props
    const place = x || y ? `translate(${x} ${y})` : ''
    const size = scale !== 1 || flip ? ` scale(${flip ? -scale : scale} ${scale})` : ''
    return <use href={`#k-${of}`} class={props.class} transform={`${place}${size}`.trim() || undefined} />
}
