/* Cells of a chart that are pointed out. */

/** A cell to point out, by its labels. */
export interface LitCell {
    row: string; column: string
    /** It was read; else it may be, and is lit faintly. */
    sure: boolean
    /** A few letters for it, such as the dice that lead there. */
    why?: readonly string[]
}

export const keyOf = (row: string, column: string) => `${row}\t${column}`

/** Cells by their labels; what is said of one cell several times is gathered. */
export function gatherLit(cells: readonly LitCell[]): Map<string, LitCell> {
    const at = new Map<string, LitCell>()
    for (const cell of cells) {
        const key = keyOf(cell.row, cell.column)
        const known = at.get(key)
        at.set(key, { ...cell, sure: cell.sure || (known?.sure ?? false),
                      why: [...(known?.why ?? []), ...(cell.why ?? [])] })
    }
    return at
}
