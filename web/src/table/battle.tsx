/* A battle that is fought beside the map: both armies section against section, their pieces, captains and chits, how it
 * stands, and the dice between them. All of it is what the engine says (State.battle); the map is a tap away. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { CounterPicture } from '../board/counter'
import { pieceWords, sideIndex } from '../board/names'
import { armyOf, hasDrawing, looksOf, Sheet, Use } from '../board/sheet'
import type { Battle, BattleChit, BattleSection, Piece, Track } from '../umpire/documents'
import { say } from '../words/words'
import { ownPieces, type Choice } from './choices'
import { diceOf } from './happened'
import { Icon } from './icons'
import { areAlike, MoveButton } from './moves'
import { firstUpper, sideClass, sideTitle } from './names'
import type { Play } from './play'
import { trackWords } from './tracks'
import type { Ui } from './ui'
import '../style/battle.css'

/** So many orders stand on the board itself; more are in the panel. */
const ORDERS_MOST = 6

export function BattleBoard(props: { play: Play; ui: Ui; battle: Battle }) {
    const { play, ui, battle } = props
    const { plan } = play.table
    const near = play.ownSide.value ?? plan.sides[0]!
    const far = plan.sides.find(side => side !== near)!
    const [chit, setChit] = useState<string | null>(null)
    const field = useRef<HTMLDivElement>(null)
    // Where there is no room for all of it, where they fight is seen.
    useLayoutEffect(() => {
        const clash = field.current?.querySelector<HTMLElement>('.battle-clash')
        const board = field.current?.parentElement
        if (clash && board)
            board.scrollTop = clash.offsetTop + (clash.offsetHeight - board.clientHeight) / 2
    }, [play.now.value.hash])
    const line = (side: string) => battle.sections.filter(s => s.side === side && !s.off)
    const longest = line(near).length > line(far).length ? line(near) : line(far)
    const columns = Math.max(longest.length, 1)
    const widths = longest.map(({ states }) => `minmax(0, ${isFighting(states) ? 'var(--fighting)' : '1fr'})`).join(' ')
    const army = (side: string) => <Army {...props} side={side} near={side === near} sections={line(side)}
        columns={columns} />
    const off = (side: string) => <Off {...props} side={side} chit={chit} setChit={setChit} />
    return <div class={`battle ${looksOf(plan)}`} role="group" aria-label={say('battle.title')}>
        <Sheet plan={plan} />
        <header class="battle-head">
            <h3>{battle.tracks.filter(t => !t.side).map(trackWords).join(' · ') || say('battle.title')}</h3>
            <button type="button" class="button battle-map" onClick={() => { ui.battle.value = false }}>
                <Icon name="close" />{say('battle.map')}</button>
        </header>
        <div class="battle-field" ref={field} style={{ gridTemplateColumns: widths }}>
            <SideHead play={play} side={far} tracks={battle.tracks}>{off(far)}</SideHead>
            {army(far)}
            <Clash play={play} />
            {army(near)}
            <SideHead play={play} side={near} tracks={battle.tracks}>{off(near)}</SideHead>
        </div>
    </div>
}

const isFighting = (states: string) => states.split(' ').includes('fights')

/** Whose army it is, how it stands, and what lies beside it. */
function SideHead(props: { play: Play; side: string; tracks: readonly Track[]; children: preact.ComponentChildren }) {
    const { play: { table: { plan } }, side } = props
    return <div class={`battle-side ${sideClass(plan, side)}`}>
        <p class="battle-name"><span class={`side-chip ${sideClass(plan, side)}`}>{sideTitle(plan, side)}</span>
            {props.tracks.filter(t => t.side === side).map(track =>
                <span key={track.id} class="battle-track" title={track.explains}>{trackWords(track)}</span>)}</p>
        {props.children}
    </div>
}

function Army(props: {
    play: Play; side: string; near: boolean; sections: readonly BattleSection[]; columns: number
}) {
    const { sections, columns } = props
    return <>{sections.map(section => <Section key={section.id} {...props} section={section}
        wide={sections.length === 1 && columns > 1} />)}</>
}

function Section(props: { play: Play; section: BattleSection; near: boolean; wide: boolean }) {
    const { play, section, near, wide } = props
    const { plan } = play.table
    const pieces = piecesOf(play, section)
    return <section class={`battle-section ${sideClass(plan, section.side)}${near ? ' is-near' : ''}` +
            `${wide ? ' is-wide' : ''}${isFighting(section.states) ? ' is-fighting' : ''}`}
        aria-label={`${sideTitle(plan, section.side)}: ${section.title}`} data-section={section.id}>
        <div class="battle-words">
            <h4 title={section.explains}>{section.title}
                {pieces.length > 0 && <span class="battle-strength" title={say('battle.strength')}>
                    {pieces.reduce((sum, piece) => sum + piece.steps, 0)}</span>}</h4>
            {(section.leader || section.says) && <p><strong>{section.leader}</strong>{' '}
                <span class="battle-says">{section.leader ? section.says : firstUpper(section.says)}</span></p>}
            {(!pieces.length || wide) && <p class="soft">{firstUpper(section.explains ?? say('battle.empty'))}</p>}
        </div>
        <div class="battle-pieces">{pieces.map(piece => <BattlePiece key={piece.id} play={play} piece={piece} />)}</div>
        {section.chits.length > 0 && <ul class="battle-chits">{section.chits.map((chit, i) =>
            <li key={i}><Chit play={play} section={section} chit={chit} told /></li>)}</ul>}
    </section>
}

const piecesOf = (play: Play, { pieces }: BattleSection) =>
    pieces.flatMap(id => play.board.value.pieces.find(piece => piece.id === id) ?? [])

/** Its picture and its name. Where several act together a tap adds it to those picked. */
function BattlePiece(props: { play: Play; piece: Piece }) {
    const { play, piece } = props
    const { plan } = play.table
    const field = play.field.value
    const together = field.isOwn(piece.id) &&
        play.menu.value.choices.some(choice => ownPieces(field, choice).length > 1)
    const lit = play.hints.value.some(hint => hint.kind === 'target' && hint.piece === piece.id)
    return <button type="button" class={`battle-piece${lit ? ' is-lit' : ''}`} data-piece={piece.id}
        aria-pressed={play.picked.value.has(piece.id)}
        title={pieceWords(plan, piece, false)} onClick={() => play.pick(piece.id, together)}>
        <CounterPicture plan={plan} piece={piece} />
        <span class="battle-piece-name" aria-hidden="true">{piece.title || piece.id}</span>
        <span class="visually-hidden">{pieceWords(plan, piece, false)}</span>
    </button>
}

/** A chit as it lies; told: with what it does. */
function Chit(props: {
    play: Play; section: BattleSection; chit: BattleChit; told?: boolean; pressed?: boolean; onTap?: () => void
}) {
    const { play: { table: { plan } }, section, chit, told } = props
    const drawing = chit.id ? `chit-${chit.id}` : 'chit-back'
    const army = armyOf(plan, sideIndex(plan, section.side))
    const body = <>
        <svg class={`battle-chit-drawing ${army}`} viewBox="-24 -24 48 48" aria-hidden="true" focusable="false">
            <Use of={chit.id ? 'chit' : 'chit-back'} />
            {chit.id && hasDrawing(drawing) && <Use of={drawing} />}</svg>
        <span class="battle-chit-words">
            <strong>{chit.title ?? say('battle.hidden')}{chit.n > 1 && ` × ${chit.n}`}</strong>
            {chit.left !== undefined && <span class="soft">
                {chit.left === 1 ? say('battle.left_one') : say('battle.left', { n: chit.left })}</span>}
            {told && chit.explains && <span class="battle-chit-does">{firstUpper(chit.explains)}</span>}
        </span>
    </>
    return props.onTap ? <button type="button" class="battle-chit" aria-pressed={props.pressed} title={chit.explains}
        data-chit={chit.id} onClick={props.onTap}>{body}</button>
        : <span class={`battle-chit${chit.id ? '' : ' is-hidden'}`} title={chit.explains} data-chit={chit.id}>{body}</span>
}

/** What is not in the line: the hand of chits, those out of the fight. A chit that is tapped says what it does and offers
 *  the orders it is part of. */
function Off(props: {
    play: Play; battle: Battle; side: string; chit: string | null; setChit: (id: string | null) => void
}) {
    const { play, battle, side, setChit } = props
    const sections = battle.sections.filter(s => s.side === side && s.off && s.chits.length + s.pieces.length > 0)
    return <>{sections.map(section => {
        const chosen = section.chits.find(chit => chit.id && `${side} ${chit.id}` === props.chit)
        const mine = play.mayAct.value && play.now.value.turn.side === side
        const orders = chosen && mine ? ordersWith(play, chosen.id!) : []
        return <div key={section.id} class="battle-off" role="group" aria-label={section.title} data-section={section.id}>
            <p class="battle-off-title" title={section.explains}>{section.title}</p>
            {section.pieces.length > 0 && <div class="battle-pieces">{piecesOf(play, section).map(piece =>
                <BattlePiece key={piece.id} play={play} piece={piece} />)}</div>}
            <ul class="battle-chits">{section.chits.map((chit, i) => {
                const id = `${side} ${chit.id}`
                return <li key={i}>{chit.id
                    ? <Chit play={play} section={section} chit={chit} pressed={id === props.chit}
                        onTap={() => setChit(id === props.chit ? null : id)} />
                    : <Chit play={play} section={section} chit={chit} />}</li>
            })}</ul>
            {chosen && <div class="battle-chosen">
                <p><strong>{chosen.title}.</strong> {firstUpper(chosen.explains ?? '')}.</p>
                {!orders.length && mine && <p class="soft">{say('battle.not_now')}</p>}
                {orders.length > 0 && <div class="row">{orders.slice(0, ORDERS_MOST).map(choice =>
                    <MoveButton key={choice.move} play={play} choice={choice} />)}</div>}
            </div>}
        </div>
    })}</>
}

/** Orders that play this chit, with the fewest others. */
function ordersWith(play: Play, id: string): Choice[] {
    const all = play.menu.value.choices.filter(choice => choice.names.includes(id))
    const fewest = Math.min(...all.map(choice => choice.names.length))
    return all.filter(choice => choice.names.length === fewest)
}

/** Between the lines: the dice of the last fight, and what may be ordered in a word. */
function Clash(props: { play: Play }) {
    const { play } = props
    const dice = diceOf(play)
    const { choices } = play.menu.value
    // Units are tapped themselves, and what needs a whole sentence stands in the panel.
    const free = choices.filter(choice => !choice.pieces.length && !choice.hexes.length)
    const plain = !play.mayAct.value ? [] : free.length <= ORDERS_MOST && !areAlike(free) ? free
        : free.filter(choice => !choice.names.length)
    const own = [...play.actors.value].filter(play.field.value.isOwn)
    const meant = !own.length ? [] : play.choices.value.filter(choice =>
        ownPieces(play.field.value, choice).every(id => own.includes(id)))
    // One order alone among many of its kind, such as a hand without any chit, is no choice.
    const shown = meant.length ? meant
        : plain.length === choices.length || new Set(plain.map(c => c.form)).size > 1 ? plain : []
    return <div class="battle-clash">
        {dice && <div class="battle-dice" key={dice.key}>{dice.body}</div>}
        {shown.length > 0 && shown.length <= ORDERS_MOST && <div class="row battle-orders" role="group"
            aria-label={say('battle.orders')}>
            {shown.map(choice => <MoveButton key={choice.move} play={play} choice={choice} whole={areAlike(shown)} />)}</div>}
    </div>
}

/** While the map is looked at: the way back to the battle. */
export function BattleReturn(props: { ui: Ui; battle: Battle }) {
    return <button type="button" class="button primary battle-return"
        onClick={() => { props.ui.battle.value = true }}>{say('battle.open')}</button>
}
