/* Files for the player: the record, a picture of the position. */
import { withSheet } from '../board/drawings'
import { isFailed, isRefused, type Plan } from '../umpire/documents'
import type { Table } from '../umpire/table'

/** Pixels of the longer side of a PNG. */
const PNG_SIDE = 2000

export function give(name: string, blob: Blob) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const nameOf = (plan: Plan, line: number, kind: string) =>
    `${plan.game}-${plan.scenario}${kind === 'rec' ? '' : `-${line}`}.${kind}`

/** Why it could not be had; null: it was. */
export async function saveRecord(table: Table): Promise<string | null> {
    const said = await table.record()
    if (isFailed(said))
        return said.error.text
    if (isRefused(said))
        return said.refused.text
    give(nameOf(table.plan, 0, 'rec'), new Blob([said.record], { type: 'text/plain' }))
    return null
}

export async function savePicture(table: Table, line: number | null, lines: number,
                                  kind: 'svg' | 'png'): Promise<string | null> {
    const said = await table.svg(line ?? undefined)
    if (isFailed(said))
        return said.error.text
    if (isRefused(said))
        return said.refused.text
    const svg = new Blob([withSheet(said.svg)], { type: 'image/svg+xml' })
    const blob = kind === 'svg' ? svg : await pngOf(svg)
    if (!blob)
        return ''
    give(nameOf(table.plan, line ?? lines, kind), blob)
    return null
}

export async function pngOf(svg: Blob): Promise<Blob | null> {
    const address = URL.createObjectURL(svg)
    try {
        const picture = new Image()
        picture.src = address
        await picture.decode()
        const scale = PNG_SIDE / Math.max(picture.naturalWidth, picture.naturalHeight, 1)
        const canvas = document.createElement('canvas')
        canvas.width = Math.round(picture.naturalWidth * scale)
        canvas.height = Math.round(picture.naturalHeight * scale)
        canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
        return await new Promise(done => canvas.toBlob(done, 'image/png'))
    } catch {
        return null
    } finally {
        URL.revokeObjectURL(address)
    }
}
