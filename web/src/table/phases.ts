/* The phases of a turn and the dates of turns, as a sheet of words lists them (docs/formats.md). */

/** Phases of a turn with the steps they consist of: "March: movement > Shell: bombardment"; `*` is every other step. */
export function phasesOf(text: string | undefined, step: string): { title: string; here: boolean }[] {
    const phases = (text ?? '').split(' > ').filter(Boolean).map(phase => {
        const [title = '', steps = ''] = phase.split(': ')
        return { title, steps: steps.split(', ') }
    })
    const at = phases.findIndex(p => p.steps.includes(step))
    const here = at >= 0 ? at : phases.findIndex(p => p.steps.includes('*'))
    return phases.map(({ title }, i) => ({ title, here: i === here }))
}

/** What the boxes of turns are called, in groups: "23 Aug: 06, 08 > 24 Aug: 06"; numbers where the sheet says nothing. */
export function turnsOf(text: string | undefined, turns: number): { title: string; boxes: string[] }[] {
    const groups = (text ?? '').split(' > ').filter(Boolean).map(group => {
        const [title = '', boxes = ''] = group.split(': ')
        return { title, boxes: boxes.split(', ') }
    })
    return groups.reduce((n, { boxes }) => n + boxes.length, 0) === turns ? groups
        : [{ title: '', boxes: Array.from({ length: turns }, (_, i) => String(i + 1)) }]
}
