/* "Play on from here": who sits where, then a game of its own. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { wrong } from '../app/load'
import { playOn } from '../app/local'
import { address } from '../app/router'
import type { Plan } from '../umpire/documents'
import type { Seats } from '../umpire/table'
import { say } from '../words/words'
import { SeatChoice } from './seats'

export function PlayOnDialog(props: {
    record: string; lines: number; plan: Plan; seats: Seats
    onClose: () => void; onBegun: (to: string) => void
}) {
    const dialog = useRef<HTMLDialogElement>(null)
    const [seats, setSeats] = useState(props.seats)
    const [trouble, setTrouble] = useState<string | null>(null)
    const again = props.lines === 0
    useEffect(() => dialog.current?.showModal(), [])

    const start = async () => {
        const begun = await playOn(props.record, seats, props.lines)
        if (!('table' in begun)) {
            setTrouble(wrong(begun))
            return
        }
        begun.table.close() // the page of the game opens it for itself
        props.onClose()
        props.onBegun(address('play', begun.game.scenario,
                              new URLSearchParams({ kept: begun.game.id })))
    }
    return <dialog ref={dialog} class="play-on" aria-labelledby="play-on-title"
        onClose={props.onClose}>
        <form method="dialog" class="column" onSubmit={event => {
            event.preventDefault()
            void start()
        }}>
            <h2 id="play-on-title">{say(again ? 'play_again.title' : 'play_on.title')}</h2>
            <p>{again ? say('play_again.text') : say('play_on.text', { lines: props.lines })}</p>
            {props.plan.sides.map((side, i) =>
                <SeatChoice key={side} index={i} side={side}
                    title={props.plan.side_titles?.[i] ?? side} army={props.plan.armies?.[i]} links={false}
                    who={seats[side] ?? 'human'}
                    onWho={who => setSeats({ ...seats, [side]: who })} />)}
            {trouble !== null && <p class="note bad" role="alert">{trouble}</p>}
            <div class="row">
                <button type="submit" class="button primary">
                    {say(again ? 'play_again.start' : 'play_on.start')}</button>
                <button type="button" class="button" onClick={props.onClose}>
                    {say('page.cancel')}
                </button>
            </div>
        </form>
    </dialog>
}
