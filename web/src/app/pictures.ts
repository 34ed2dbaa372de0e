/* Pictures of scenarios, drawn by the engine on a handle of their own, each once. */
import { isFailed, isRefused, type Answer, type Changed } from '../umpire/documents'
import { PRESENT, UMPIRE } from '../umpire/table'
import { engineCall } from '../umpire/umpire'

const pictures = new Map<string, Promise<string | null>>()

async function draw(scenario: string): Promise<string | null> {
    const handle = `picture-${scenario}`
    const game = scenario.split('/')[0]!
    const opened = await engineCall<Answer<Changed>>(handle, 'open', [scenario, ''], game)
    if (isRefused(opened) || isFailed(opened))
        return null
    const drawn = await engineCall<Answer<{ svg: string }>>(handle, 'svg', [UMPIRE, PRESENT])
    await engineCall(handle, 'close', [])
    return 'svg' in drawn ? imageOf(mapOnly(drawn.svg)) : null
}

/** Without the headings above the map and the legend that begins below it. */
function mapOnly(svg: string): string {
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
    const legend = /<rect x="24" y="(\d+)" width="14" height="14"/.exec(svg)?.[1]
    if (!width || !height || !legend)
        return svg
    const box = `16 56 ${Number(width) - 32} ${Number(legend) - 64}`
    return svg.replace(/ width="\d+" height="\d+" viewBox="[^"]*"/, ` viewBox="${box}"`)
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
