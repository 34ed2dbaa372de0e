/* What the shell gives the page of a table (pages/table.tsx). Three pages open one: play.tsx (a
 * game in this page), remote.tsx (a seat at the server), replay.tsx (a record that was opened). */
import type { ComponentChildren } from 'preact'
import type { Hint } from '../board/contract'
import type { Table } from '../umpire/table'

export interface TablePageProps {
    table: Table
    /** Open in the replay, before this line of the record; else at the present. */
    replay?: number | undefined
    /** "Play on from here": the first `lines` lines become a game of their own at this device.
     *  Absent where that cannot be. */
    onPlayOn?: ((lines: number) => void) | undefined
    /** What "copy link" copies, while the position after that line is looked at (null: the
     *  present); null: it would be too long. Else the address of this page. */
    link?: ((line: number | null) => Promise<string | null>) | undefined
    /** Said above the board, such as where a record ceases to hold. */
    warning?: ComponentChildren
    /** Lit on the board beside what the player himself points at. */
    lit?: (() => readonly Hint[]) | undefined
}
