/* The board of a plan: hexes or the bare table. */
import type { BoardProps } from './contract'

export function Board(props: BoardProps) {
    return <pre>{props.state.title}</pre>
}
