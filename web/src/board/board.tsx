/* The board of a plan: hexes, the bare table, or words where there is no map. */
import '../style/board.css'
import { isHexMap } from '../umpire/documents'
import type { BoardProps } from './contract'
import { HexBoard } from './hex-board'
import { PlaneBoard } from './plane-board'
import { TextBoard } from './text-board'

export function Board(props: BoardProps) {
    const { map } = props.plan
    if (!map)
        return <TextBoard {...props} />
    return isHexMap(map) ? <HexBoard {...props} map={map} /> : <PlaneBoard {...props} map={map} />
}
