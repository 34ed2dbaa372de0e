/* Losses shown where they happen: a skull, or how many steps. They rise and fade; where motion is unwanted
 * they stay until something else happens. */
import { useRef } from 'preact/hooks'
import type { State } from '../umpire/documents'
import type { Geometry } from './geometry'
import { type Loss, lossesBetween } from './lost'
import { Use } from './sheet'

/** The last losses, as long as the state is the one they led to. */
function useLosses(state: State): { losses: Loss[]; key: string } {
    const seen = useRef({ state, losses: [] as Loss[] })
    if (seen.current.state.hash !== state.hash || seen.current.state.line !== state.line)
        seen.current = { state, losses: lossesBetween(seen.current.state, state) }
    return { losses: seen.current.losses, key: `${state.line} ${state.hash}` }
}

export function Losses({ state, geometry }: { state: State; geometry: Geometry }) {
    const { losses, key } = useLosses(state)
    const size = geometry.pieceSize / 46
    return <g class="losses" aria-hidden="true">{losses.map(({ piece, lost, gone }) => {
        const at = geometry.middleOfPiece(piece)
        return at && <g key={`${piece.id} ${key}`} transform={`translate(${at.x} ${at.y}) scale(${size})`}>
            <g class="loss" data-loss={piece.id}>
                <circle class="loss-plate" r={13} />
                {gone ? <Use of="mark-lost" scale={0.75} /> : <text class="loss-steps" y={5.4}>−{lost}</text>}
            </g>
        </g>
    })}</g>
}
