/* How far the picked piece shoots and what it needs to hit, and its line to whoever is pointed at. */
import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { PlaneMap, Sight, State } from '../umpire/documents'
import { say } from '../words/words'
import { type Point, point } from './hexes'
import type { Viewport } from './viewport'

const UM = 1000

function pointsOf(flat: readonly number[], map: PlaneMap): Point[] {
    const points: Point[] = []
    for (let i = 0; i + 1 < flat.length; i += 2)
        points.push({ x: flat[i]! / UM, y: (map.height - flat[i + 1]!) / UM })
    return points
}

const outline = (flat: readonly number[] | undefined, map: PlaneMap) =>
    flat ? `M${pointsOf(flat, map).map(point).join('L')}Z` : ''

/** The bands, the farthest first: where they lie on each other they are deeper in colour. */
export function Bands({ sight, map }: { sight: Sight; map: PlaneMap }) {
    return <g class="sight-bands" aria-hidden="true">{sight.bands.toReversed().map(band =>
        <path key={band.to} class="k-range"
              d={outline(band.points, map) + outline(band.behind, map)} />)}</g>
}

/** Words of a steady size, whatever the zoom. */
function Words(props: { at: Point; viewport: Viewport; class: string; children: ComponentChildren }) {
    const place = useComputed(() =>
        `translate(${props.at.x} ${props.at.y}) scale(${1 / props.viewport.view.value.scale})`)
    return <text class={props.class} transform={place} y={4}>{props.children}</text>
}

/** "5+" above, "to 200 mm" below it in small letters. */
function Needs({ band }: { band: Sight['bands'][number] }) {
    const [needs, ...rest] = say('board.band', { needs: band.needs, mm: Math.round(band.to / UM) }).split(' ')
    return <><tspan class="sight-score">{needs}</tspan>{' '}<tspan class="sight-far" x={0} dy="1.15em">{rest.join(' ')}</tspan></>
}

function between(sight: Sight, state: State, map: PlaneMap) {
    const ends = [sight.piece, sight.target].map(id => state.pieces.find(p => p.id === id)?.base)
    const [from, to] = ends.map(base => base && pointsOf([base.x, base.y], map)[0])
    return from && to ? { from, to } : null
}

/** What is in the way: a piece with a ring about it, or a place with its outline; and its name. */
function InTheWay({ sight, state, map }: { sight: Sight; state: State; map: PlaneMap }) {
    const piece = state.pieces.find(p => p.id === sight.by)
    const shape = sight.place === undefined ? undefined : state.shapes?.[sight.place]
    if (piece?.base) {
        const { x, y, left, right, back, front } = piece.base
        const at = pointsOf([x, y], map)[0]!
        return <circle class="k-in-the-way" cx={at.x} cy={at.y}
                       r={Math.hypot(right - left, front - back) / UM * 0.6} />
    }
    return shape ? <path class="k-in-the-way" d={outline(shape.points, map)} /> : null
}

/** The line, what blocks it, and the scores. */
export function SightLine(props: { sight: Sight; state: State; map: PlaneMap; viewport: Viewport }) {
    const { sight, state, map, viewport } = props
    const ends = between(sight, state, map)
    const said = sight.needs ?? sight.because?.text
    return <g class="sight" aria-hidden="true">
        {sight.bands.map(band => <Words key={band.to} viewport={viewport} class="sight-needs"
                                        at={pointsOf(band.label, map)[0]!}><Needs band={band} /></Words>)}
        {ends && <>
            <path class={`k-sight${sight.because ? ' k-shut' : ''}`}
                  d={`M${point(ends.from)}L${point(ends.to)}`} />
            <InTheWay sight={sight} state={state} map={map} />
            {said && <Words viewport={viewport} class={sight.because ? 'sight-shut' : 'sight-clear'}
                            at={{ x: (ends.from.x + ends.to.x) / 2,
                                  y: (ends.from.y + ends.to.y) / 2 }}>{said}</Words>}
        </>}
    </g>
}
