/* Whom the picked piece can shoot at: asked of the engine when it is picked, and when somebody is pointed at. */
import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { isFailed, isHexMap, isRefused, type Sight } from '../umpire/documents'
import { namedIn } from './choices'
import type { Play } from './play'

/** Whoever a move, a question or a refusal is about, if he is no friend of the shooter's. */
function aimedAt(play: Play, pointed: string | null, shooter: string): string | null {
    const { pieces } = play.shown.value
    const side = pieces.find(p => p.id === shooter)?.side
    const isFoe = (id: string | null | undefined) =>
        pieces.some(p => p.id === id && p.side !== side && p.base)
    return [pointed, ...namedIn(play.mind.value?.move ?? ''), play.refusal.value?.at?.piece,
            play.question.value?.at?.piece].find(isFoe) ?? null
}

/** pointed: the piece under the mouse or with the focus. Hexes have no such question. */
export function useSight(play: Play, pointed: Signal<string | null>): Sight | undefined {
    const sight = useSignal<Sight | null>(null)
    const asked = useRef(0)
    useSignalEffect(() => {
        const { map } = play.table.plan
        const [shooter, ...others] = play.picked.value
        const key = ++asked.current
        const hash = play.shown.value.hash // asked anew when anything has changed
        if (!map || isHexMap(map) || shooter === undefined || others.length ||
            play.replay.at.value !== null || !hash) {
            sight.value = null
            return
        }
        void play.table.sight(shooter, aimedAt(play, pointed.value, shooter) ?? '').then(said => {
            if (key === asked.current)
                sight.value = isFailed(said) || isRefused(said) ? null : said
        }, () => {}) // a lost line has been told already
    })
    return sight.value ?? undefined
}
