/* How far the picked ones may go on a bare table: where the moves end that are offered them. Hexes light up by
 * themselves. */
import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Place } from '../board/contract'
import { isHexMap, type Answer, type Preview } from '../umpire/documents'
import { aims, menuOf, ownPieces, type Choice } from './choices'
import { placeText } from './intent'
import type { Play } from './play'

/** So many moves that say no place are tried to see where they end. */
const TRIED = 12
/** In so many directions one looks. */
const ROUND = 16

const NOWHERE: readonly Place[] = []

/** Whoever has to be named first goes afterwards: what he could do then is looked up on a copy of the game. */
async function waysOf(play: Play, first: string, own: readonly Choice[]): Promise<readonly Choice[]> {
    const named = own.find(c => c.opens)
    if (!named || !play.table.after)
        return own
    const then = await play.table.after(named.move)
    return 'offers' in then ? menuOf(play.table.plan, then).choices.filter(c => c.pieces.includes(first)) : NONE
}
const NONE: readonly Choice[] = []

/** Moves that name no place but lengths and wheels: the farthest of them says how far, and what is nearest to places
 *  so far away all round says where. */
async function wheeled(play: Play, first: string, ways: readonly Choice[], picked: readonly string[]): Promise<Place[]> {
    const from = play.field.peek().piece(first)?.base
    const ends: Place[] = []
    const note = (seen: Answer<Preview>) => {
        const base = 'changed' in seen ? seen.changed.find(p => p.id === first)?.base : undefined
        if (base)
            ends.push({ x: base.x, y: base.y })
    }
    for (const { move } of ways.filter(c => c.free && !aims(play.field.peek(), c).pieces.length).slice(0, TRIED))
        note(await play.table.preview(move))
    const far = Math.max(0, ...ends.map(end => Math.hypot(end.x! - from!.x, end.y! - from!.y)))
    for (let i = 0; from && far > 0 && i < ROUND; i++) {
        const angle = 2 * Math.PI * i / ROUND
        note(await play.table.drag(picked.join(','), placeText({ x: Math.round(from.x + far * Math.sin(angle)),
                                                                y: Math.round(from.y + far * Math.cos(angle)) }, undefined)))
    }
    return ends
}

async function endsOf(play: Play, picked: readonly string[], own: readonly Choice[]): Promise<Place[]> {
    const first = picked[0]!
    const ways = await waysOf(play, first, own)
    const said = ways.flatMap(({ end }) => end ? [{ x: end[0], y: end[1] }] : [])
    return said.length ? said : wheeled(play, first, ways, picked)
}

/** Ends of what the picked ones can do by themselves, as seen from the first of them. */
export function useReach(play: Play): readonly Place[] {
    const reach = useSignal(NOWHERE)
    const asked = useRef(0)
    useSignalEffect(() => {
        const { map } = play.table.plan
        const picked = play.picked.value, choices = play.choices.value
        const [first] = picked
        const key = ++asked.current
        reach.value = NOWHERE
        if (!map || isHexMap(map) || first === undefined || !play.mayAct.value || play.replay.at.value !== null)
            return
        const own = choices.filter(c => ownPieces(play.field.peek(), c).every(id => picked.has(id)))
        void endsOf(play, [...picked], own).then(ends => {
            if (key === asked.current)
                reach.value = ends
        }, () => {}) // a lost line has been told already
    })
    return reach.value
}
