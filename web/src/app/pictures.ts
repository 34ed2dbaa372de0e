/* Pictures of scenarios, drawn by the engine on a handle of their own, each once. */
import { roundPieces } from '../board/crop'
import { withSheet } from '../board/drawings'
import { isFailed, isRefused, type Answer, type Changed } from '../umpire/documents'
import { PRESENT, UMPIRE } from '../umpire/table'
import { engineCall } from '../umpire/umpire'

const RATIO = 3 / 2
const pictures = new Map<string, Promise<string | null>>()

async function draw(scenario: string): Promise<string | null> {
    const handle = `picture-${scenario}`
    const game = scenario.split('/')[0]!
    const opened = await engineCall<Answer<Changed>>(handle, 'open', [scenario, ''], game)
    if (isRefused(opened) || isFailed(opened))
        return null
    const drawn = await engineCall<Answer<{ svg: string }>>(handle, 'svg', [UMPIRE, PRESENT])
    await engineCall(handle, 'close', [])
    if (!('svg' in drawn))
        return null
    return imageOf(withSheet(roundPieces(drawn.svg, RATIO)))
}

/** An address for <img>: drawn there, nothing in it can run or reach out. */
export function imageOf(svg: string): string {
    return URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
}

/** The address of the picture of GAME/SCENARIO; null where there is none. */
export function pictureOf(scenario: string): Promise<string | null> {
    let picture = pictures.get(scenario)
    if (!picture) {
        picture = draw(scenario)
        pictures.set(scenario, picture)
    }
    return picture
}

let covers: Promise<unknown> = new Promise(done => setTimeout(done, 300))

/** The same, when there is nothing better to do: one after the other, after what somebody waits for. */
export function coverOf(scenario: string): Promise<string | null> {
    const cover = covers.then(() => pictureOf(scenario))
    covers = cover.catch(() => null)
    return cover
}
