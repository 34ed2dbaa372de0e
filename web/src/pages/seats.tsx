/* Who sits at a side: somebody here, somebody elsewhere by a link, or the computer. */
import '../../../src/view/looks/looks.css'
import { say, type Key } from '../words/words'

/** As LocalTable has them ('human', 'level:3'), and 'link'. */
const kinds: [who: string, words: Key][] = [
    ['human', 'seat.here'],
    ['link', 'seat.link'],
    ['level:1', 'seat.level_1'],
    ['level:2', 'seat.level_2'],
    ['level:3', 'seat.level_3'],
    ['level:4', 'seat.level_4'],
    ['level:5', 'seat.level_5']
]

/** Who that is, in words; players of earlier games too. */
export function seatWords(who: string): string {
    const known = kinds.find(([kind]) => kind === who)
    if (known)
        return say(known[1])
    return say(who === 'here' ? 'seat.here' : who === 'random' ? 'seat.random' : 'seat.greedy')
}

export function SeatChoice(props: {
    index: number; side: string; title: string; army: string | undefined; who: string
    /** Is there a server, so that somebody elsewhere can sit? */
    links: boolean
    onWho: (who: string) => void
}) {
    return <label class={`seat-choice side-${props.index}`}>
        <span class="seat-side"><SideSign index={props.index} army={props.army} />{props.title}</span>
        <select name={`seat-${props.side}`} value={props.who}
            onChange={event => props.onWho(event.currentTarget.value)}>
            {kinds.filter(([who]) => who !== 'link' || props.links).map(([who, words]) =>
                <option key={who} value={who}>{say(words)}</option>)}
            {!kinds.some(([who]) => who === props.who) &&
                <option value={props.who}>{seatWords(props.who)}</option>}
        </select>
    </label>
}

/** As the counters are cut, in the colours of their army: the first side's square, the second's with corners off. */
export function SideSign({ index, army }: { index: number; army?: string | undefined }) {
    return <svg class={`side-sign side-${index}${army ? ` in-army army-${army}` : ''}`} viewBox="0 0 16 16" width="16" height="16"
        aria-hidden="true">
        <path d={index === 0 ? 'M2 2h12v12H2z' : 'M5 2h6l3 3v6l-3 3H5l-3-3V5z'} />
    </svg>
}
