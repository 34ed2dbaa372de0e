/* A table was made at the server: the links of its seats. */
import { useEffect, useRef } from 'preact/hooks'
import { ownAddress, rememberSeat, seatAddress } from '../app/tables'
import { CopyField } from '../parts/copy'
import type { MadeTable } from '../umpire/remote'
import { say } from '../words/words'
import type { Seat } from './lobby-setup'

const UMPIRE = 'umpire'

/** Where whoever made the table sits: their one seat, else the umpire's chair. */
function ownSeat(seats: Seat[]): Seat | undefined {
    const here = seats.filter(({ who }) => who === 'here')
    return here.length === 1 ? here[0] : undefined
}

const linkOf = (table: MadeTable, seat: string) =>
    new URL(seatAddress(table.id, table.tokens[seat]), document.baseURI).href

export function SeatLinks(props: {
    made: MadeTable; seats: Seat[]; onClose: () => void
}) {
    const dialog = useRef<HTMLDialogElement>(null)
    const { made, seats } = props
    const own = ownSeat(seats)
    useEffect(() => {
        for (const [seat, token] of Object.entries(made.tokens))
            if (seat === own?.side || seat === UMPIRE)
                rememberSeat(made.id, seat, token)
        dialog.current?.showModal()
    }, [])
    const elsewhere = seats.filter(({ who }) => who === 'link')
    return <dialog ref={dialog} class="seat-links" aria-labelledby="links-title"
        onClose={props.onClose}>
        <div class="column">
            <h2 id="links-title">{say('links.title')}</h2>
            {elsewhere.length > 0 && <p>{say('links.text')}</p>}
            {elsewhere.map(({ side, title }) => <div key={side} class="column field">
                <span>{title}</span>
                <CopyField label={say('links.of', { side: title })} text={linkOf(made, side)} />
            </div>)}
            {elsewhere.length > 0 && /^(localhost$|127\.|\[::1\])/.test(location.hostname) &&
                <p class="note warn">{say('links.loopback')}</p>}
            {made.tokens[UMPIRE] && <div class="column field">
                <span>{say('links.umpire')}</span>
                <CopyField label={say('links.umpire')} text={linkOf(made, UMPIRE)} />
            </div>}
            <div class="row">
                {made.tokens[own?.side ?? UMPIRE] && <a class="button primary"
                    href={ownAddress(made.id, own?.side ?? UMPIRE)}>
                    {own ? say('links.sit', { side: own.title }) : say('links.sit_umpire')}
                </a>}
                <button type="button" class="button" onClick={props.onClose}>
                    {say('page.close')}
                </button>
            </div>
        </div>
    </dialog>
}
