/* Seats at the server's tables that this browser holds, so that the lobby leads back to them. A
 * token stays in this browser: only the link that is passed on to somebody else has it, behind the #. */
import { address } from './router'
import { recall, remember } from './memory'

const KEY = 'sandtable.seats'
/** Table, then side or "umpire", then token. */
type Held = Record<string, Record<string, string>>

export function heldSeats(): Held {
    try {
        return JSON.parse(recall(KEY) ?? '{}') as Held
    } catch {
        return {}
    }
}

export function rememberSeat(table: string, side: string, token: string) {
    const held = heldSeats()
    remember(KEY, JSON.stringify({ ...held, [table]: { ...held[table], [side]: token } }))
}

/** Forget tables that the server has no more. */
export function forgetAllBut(tables: ReadonlySet<string>) {
    const held = Object.entries(heldSeats())
    const still = held.filter(([table]) => tables.has(table))
    if (still.length < held.length)
        remember(KEY, JSON.stringify(Object.fromEntries(still)))
}

/** Of a seat this browser holds: whoever else has this address may watch, and no more. */
export const ownAddress = (table: string, side: string) =>
    address('table', table, new URLSearchParams({ as: side }))

/** To be passed on: whoever has it plays. */
export const seatAddress = (table: string, token?: string) =>
    address('table', table, ...(token ? [new URLSearchParams({ seat: token })] : []))
