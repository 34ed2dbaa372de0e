/* A table was made at the server: the links of its seats. */
import { useEffect, useRef } from 'preact/hooks'
import { rememberSeat, seatAddress } from '../app/tables'
import { CopyField } from '../parts/copy'
import type { MadeTable } from '../umpire/remote'
import { say } from '../words/words'

const UMPIRE = 'umpire'

/** Where whoever made the table sits: their one seat, else the umpire's chair. */
function ownSeat(seats: Record<string, string>): string {
    const here = Object.entries(seats).filter(([, who]) => who === 'here').map(([side]) => side)
    return here.length === 1 ? here[0]! : UMPIRE
}

const linkOf = (table: MadeTable, seat: string) =>
    new URL(seatAddress(table.id, table.tokens[seat]), document.baseURI).href

export function SeatLinks(props: {
    made: MadeTable; seats: Record<string, string>; onClose: () => void
}) {
    const dialog = useRef<HTMLDialogElement>(null)
    const { made, seats } = props
    const own = ownSeat(seats)
    useEffect(() => {
        for (const [seat, token] of Object.entries(made.tokens))
            if (seat === own || seat === UMPIRE)
                rememberSeat(made.id, seat, token)
        dialog.current?.showModal()
    }, [])
    const elsewhere = Object.keys(seats).filter(side => seats[side] === 'link')
    return <dialog ref={dialog} class="seat-links" aria-labelledby="links-title"
        onClose={props.onClose}>
        <div class="column">
            <h2 id="links-title">{say('links.title')}</h2>
            {elsewhere.length > 0 && <p>{say('links.text')}</p>}
            {elsewhere.map(side => <div key={side} class="column field">
                <span>{side}</span>
                <CopyField label={say('links.of', { side })} text={linkOf(made, side)} />
            </div>)}
            {elsewhere.length > 0 && /^(localhost$|127\.|\[::1\])/.test(location.hostname) &&
                <p class="note warn">{say('links.loopback')}</p>}
            <div class="column field">
                <span>{say('links.umpire')}</span>
                <CopyField label={say('links.umpire')} text={linkOf(made, UMPIRE)} />
            </div>
            <div class="row">
                <a class="button primary" href={seatAddress(made.id, made.tokens[own])}>
                    {say(own === UMPIRE ? 'links.sit_umpire' : 'links.sit', { side: own })}
                </a>
                <button type="button" class="button" onClick={props.onClose}>
                    {say('page.close')}
                </button>
            </div>
        </div>
    </dialog>
}
