/* Who sits at a side: somebody here, somebody elsewhere by a link, or the computer. */
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
    index: number; side: string; title: string; who: string
    /** Is there a server, so that somebody elsewhere can sit? */
    links: boolean
    onWho: (who: string) => void
}) {
    return <label class={`seat-choice side-${props.index}`}>
        <span class="seat-side"><SideSign index={props.index} />{props.title}</span>
        <select name={`seat-${props.side}`} value={props.who}
            onChange={event => props.onWho(event.currentTarget.value)}>
            {kinds.filter(([who]) => who !== 'link' || props.links).map(([who, words]) =>
                <option key={who} value={who}>{say(words)}</option>)}
            {!kinds.some(([who]) => who === props.who) &&
                <option value={props.who}>{seatWords(props.who)}</option>}
        </select>
    </label>
}

/** As the counters are cut: the first side's square, the second's with corners off. */
export function SideSign(props: { index: number }) {
    return <svg class={`side-sign side-${props.index}`} viewBox="0 0 16 16" width="16" height="16"
        aria-hidden="true">
        <path d={props.index === 0 ? 'M2 2h12v12H2z' : 'M5 2h6l3 3v6l-3 3H5l-3-3V5z'} />
    </svg>
}
