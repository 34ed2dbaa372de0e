/* The page of one table: board, panels, log. */
import type { Table } from '../umpire/table'

export function TablePage(props: { table: Table }) {
    return <main>{props.table.plan.title}</main>
}
