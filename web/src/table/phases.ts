/* The phases of a turn, as a sheet of words lists them (docs/formats.md). */

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
