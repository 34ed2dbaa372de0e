/* A force built by tapping: types are added, and each has steppers for its numbers. Written and read
 * as the engine reads it: "SWI 8/3, LAN 8/3". */
import { say } from '../words/words'

export interface TypeWord { id: string; title: string }
interface Unit { type: string; strength: number; quality: number | null }

const MOST = 30
const QUALITY_MOST = 4

/** Says the title of an input that it is such a list? */
export const isForces = (title: string) => title.startsWith('TYPE SP/TQ')

export function readForces(text: string): Unit[] {
    return text.split(',').flatMap(part => {
        const found = /^\s*(\S+)\s+(\d+)(?:\/(\d+))?\s*$/.exec(part)
        return found ? [{ type: found[1]!, strength: Number(found[2]),
                          quality: found[3] === undefined ? null : Number(found[3]) }] : []
    })
}

export const writeForces = (units: readonly Unit[]) => units.map(({ type, strength, quality }) =>
    `${type} ${strength}${quality === null ? '' : `/${quality}`}`).join(', ')

export function ForcesField(props: {
    id: string; title: string; value: string; types: readonly TypeWord[]
    onValue: (value: string) => void
}) {
    const { title, types } = props
    const units = readForces(props.value)
    const set = (next: readonly Unit[]) => props.onValue(writeForces(next))
    const change = (at: number, by: Partial<Unit>) =>
        set(units.map((unit, i) => i === at ? { ...unit, ...by } : unit))
    const titleOf = (id: string) => types.find(type => type.id === id)?.title ?? id
    return <fieldset class="field column wide forces-field" id={props.id}>
        <legend>{title}</legend>
        <ul class="built">
            {units.map((unit, i) => <li key={i}>
                <strong class="built-title">{titleOf(unit.type)}</strong>
                <Stepper caption={say('forces.strength_short')}
                    label={say('forces.strength', { type: titleOf(unit.type) })} value={unit.strength} lo={1} hi={MOST}
                    onValue={strength => change(i, { strength })} />
                {unit.quality !== null && <Stepper caption={say('forces.quality_short')}
                    label={say('forces.quality', { type: titleOf(unit.type) })} value={unit.quality}
                    lo={0} hi={QUALITY_MOST} onValue={quality => change(i, { quality })} />}
                <button type="button" class="button icon quiet"
                    aria-label={say('forces.remove', { type: titleOf(unit.type) })}
                    onClick={() => set(units.filter((_, at) => at !== i))}>×</button>
            </li>)}
        </ul>
        <div class="row built-types" role="group" aria-label={say('forces.add')}>
            {types.map(({ id, title: words }) => <button key={id} type="button" class="button"
                onClick={() => set([...units, { type: id, strength: 4, quality: 2 }])}>
                + {words}</button>)}
        </div>
    </fieldset>
}

export function Stepper(props: {
    caption: string; label: string; value: number; lo: number; hi: number
    onValue: (value: number) => void
}) {
    const { caption, label, value, lo, hi, onValue } = props
    return <span class="stepper" role="group" aria-label={label}>
        <span class="stepper-caption soft" aria-hidden="true">{caption}</span>
        <button type="button" class="button icon" disabled={value <= lo}
            aria-label={`${label}: ${say('ask.less')}`} onClick={() => onValue(value - 1)}>−</button>
        <output>{value}</output>
        <button type="button" class="button icon" disabled={value >= hi}
            aria-label={`${label}: ${say('ask.more')}`} onClick={() => onValue(value + 1)}>+</button>
    </span>
}
