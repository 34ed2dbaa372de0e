/* All that may be done, in words: a few buttons, and long lists filled slot by slot. Everything can
 * be played without the board. Whoever wants the notation gets lists, forms and a line to type. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { PiecePicture } from '../board/element'
import { say } from '../words/words'
import { FirstTask } from './aim'
import { aims, choicesFor, isBare, ownPieces, pointsAt, type Choice } from './choices'
import { Command } from './command'
import { FamilyForm } from './family'
import { explainsOf, firstUpper } from './names'
import { Para } from './para'
import { PieceHead } from './pieces'
import type { Play } from './play'
import { kindOf, saysOf, shortOf, showsNotation } from './saying'
import { VerbSlots } from './slot-panel'
import { notation, type Ui } from './ui'

/** So many moves of one kind are buttons; more are filled slot by slot. */
const BUTTONS_MOST = 6
/** So many buttons say in a second line what they mean. */
const EXPLAINED_MOST = 8
/** So many kinds of moves say in a line over their buttons what they mean, however many buttons there are. */
const KINDS_MOST = 4
const OPEN_MOST = 30
const SHOWN_MOST = 150

export function MovesPanel(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    if (!play.mayAct.value)
        return <p class="soft">{say('moves.none')}</p>
    return <div class="moves">
        {!play.picked.value.size && <FirstTask play={play} ui={ui} />}
        {notation.value ? <Written play={play} ui={ui} /> : <Spoken play={play} />}
        <p class="soft step"><Para ui={ui} para={play.now.value.turn.para} />{' '}
            {firstUpper(play.now.value.ask?.short || play.now.value.turn.step)}</p>
    </div>
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
    const groups = new Map<string, T[]>()
    for (const item of items)
        groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
    return groups
}

// ---- in words --------------------------------------------------------------------------------

function Spoken(props: { play: Play }) {
    const { play } = props
    const { choices, families } = play.menu.value
    const field = play.field.value
    const actors = play.actors.value
    const aimed = play.aimed.value
    const ends = choices.filter(isBare)
    const all = (actors.size ? play.choices.value : choices)
        .filter(c => !isBare(c) && (!aimed || pointsAt(field, c, aimed)))
    // What the picked ones do by themselves comes first; what needs others too is folded.
    const own = actors.size ? all.filter(c => ownPieces(field, c).every(id => actors.has(id))) : all
    const shown = own.length ? own : all
    const joint = all.filter(c => !shown.includes(c))
    const forms = groupBy(shown.filter(c => !c.free), c => c.form)
    const ready = actors.size ? groupBy(shown.filter(c => c.free), c => c.form) : new Map<string, Choice[]>()
    // Whom they may act upon comes before where they may go.
    const strikes = [...ready].filter(([, list]) => list.every(c => aims(field, c).pieces.length > 0))
    const explained = shown.length + ends.length <= EXPLAINED_MOST
    const free = families.some(f => f.free) || all.some(c => c.free)
    const sent = play.isBare() && shown.some(c => c.opens) // named and sent by one tap
    return <>
        {play.now.value.pieces.filter(p => play.picked.value.has(p.id)).map((piece, _, all) =>
            <PieceHead key={piece.id} play={play} piece={piece} alone={all.length === 1} />)}
        {actors.size > 0 && !shown.length && <p class="soft">{say('moves.piece_none')}</p>}
        {!actors.size && <Able play={play} choices={shown} />}
        {!actors.size && <Whose play={play} choices={shown} />}
        {sent && <p class="soft moves-free">{say(actors.size ? 'moves.sent' : 'moves.free')}</p>}
        {strikes.map(([form, list]) => list.length <= BUTTONS_MOST
            ? <Few key={form} play={play} choices={list} explained={explained} />
            : <Folded key={form} play={play} choices={list} words={readyWords(list)} />)}
        {[...forms].map(([form, list]) => !actors.size && shown.length > BUTTONS_MOST &&
                list.every(c => ownPieces(field, c).length) ? null
            : list.length <= BUTTONS_MOST
                ? <Few key={form} play={play} choices={list} explained={explained || forms.size <= KINDS_MOST} />
            : <VerbSlots key={`${form} ${[...actors].join()}`} play={play} form={form}
                choices={list} />)}
        <Counts play={play} choices={shown.filter(c => c.free)} />
        {free && <p class="soft moves-free">{say('moves.free')}</p>}
        {[...ready].filter(([form]) => !strikes.some(([other]) => other === form)).map(([form, list]) => list.length === 1
            ? <Few key={form} play={play} choices={list} explained={explained} />
            : <Folded key={form} play={play} choices={list} words={readyWords(list)} />)}
        {joint.length > 0 && <Folded play={play} choices={joint}
            words={say('moves.joint', { n: joint.length })} />}
        <Bare key={`${play.now.value.turn.side} ${play.now.value.turn.step}`} play={play} choices={ends}
            explained={explained} />
    </>
}

const readyWords = (list: readonly Choice[]) => say('moves.ready', { what: kindOf(list), n: list.length })

/** Do two of these say the same on their buttons? */
export const areAlike = (choices: readonly Choice[]) =>
    new Set(choices.map(shortOf)).size < choices.length

/** Does the button leave out whose move it is, though others might be meant? */
function leavesOut(play: Play, choice: Choice): boolean {
    const field = play.field.value
    const whose = (c: Choice) => ownPieces(field, c)[0] ?? c.names[0]
    const id = whose(choice)
    const title = id === undefined ? '' : field.piece(id)?.title || groupTitle(play, id)
    return id !== undefined && play.menu.value.choices.some(c => whose(c) !== undefined && whose(c) !== id) &&
        !shortOf(choice).toLowerCase().includes(title.toLowerCase())
}

/** Whose moves these are, where all are of one and neither what is asked nor a button says his name. */
function Whose(props: { play: Play; choices: readonly Choice[] }) {
    const { play, choices } = props
    const whose = new Set(choices.flatMap(c => ownPieces(play.field.value, c).concat(c.names[0] ?? [])))
    const [id] = whose
    if (whose.size !== 1 || id === undefined)
        return null
    const title = play.field.value.piece(id)?.title || groupTitle(play, id)
    const said = [play.now.value.ask?.text ?? '', ...choices.map(shortOf)].some(words =>
        words.toLowerCase().includes(title.toLowerCase()))
    return said || title === id ? null : <p class="whose"><strong>{firstUpper(title)}</strong></p>
}

/** Who does it is said where nobody is picked and more than one might be meant. */
const needsWhole = (play: Play, choices: readonly Choice[]) => areAlike(choices) ||
    !play.actors.value.size && (choices.some(c => leavesOut(play, c)) || choices.length === 1 &&
    ownPieces(play.field.value, choices[0]!).length + choices[0]!.names.length > 0)

/** So many ready-made moves are looked at. */
const COUNTS_MOST = 24

/** Of the moves of one piece those that lead farthest to each side: over an edge, if any. */
function farthest(choices: readonly Choice[]): Choice[] {
    const ends = choices.flatMap(choice => choice.end ? [{ choice, at: choice.end }] : [])
    const most = [0, 1].flatMap(axis => [-1, 1].map(way => ends.reduce((best, one) =>
        way * (one.at[axis]! - best.at[axis]!) > 0 ? one : best, ends[0]!)))
    return [...new Set(ends.length ? most.map(({ choice }) => choice) : [])]
}

/** Moves over a bare table are many and fold up; one that the game is won by, such as leaving by the right edge,
 *  stands before all of them. */
function Counts(props: { play: Play; choices: readonly Choice[] }) {
    const { play, choices } = props
    const [found, setFound] = useState<Awaited<ReturnType<Play['counting']>>>([])
    const looked = [...groupBy(choices, c => ownPieces(play.field.value, c)[0] ?? '').values()]
        .flatMap(farthest).slice(0, COUNTS_MOST)
    const key = `${play.now.value.hash} ${looked.map(c => c.move).join(';')}`
    useEffect(() => {
        let here = true
        setFound([])
        void play.counting(looked).then(some => here && setFound(some))
        return () => { here = false }
    }, [key])
    return found.length === 0 ? null : <div class="few counts">
        <p class="soft few-explains">{say('moves.counts')}</p>
        {found.map(({ choice, goal, happens }) => <button key={choice.move} type="button"
            class="button move" data-move={choice.move} onClick={() => play.choose(choice)}>
            <span class="move-short">{happens}</span>
            <span class="move-explains soft">{goal}</span>
        </button>)}
    </div>
}

function Folded(props: { play: Play; choices: readonly Choice[]; words: string }) {
    const shown = props.choices.slice(0, SHOWN_MOST)
    const whole = areAlike(shown)
    return <details class="verb">
        <summary>{props.words}</summary>
        <div class="few">{shown.map(choice =>
            <MoveButton key={choice.move} play={props.play} choice={choice} whole={whole} />)}</div>
    </details>
}

/** Who may act: tapped here or on the board, a piece shows what it can do. */
function Able(props: { play: Play; choices: readonly Choice[] }) {
    const { play, choices } = props
    const field = play.field.value
    const verbs = useMemo(() => {
        const found = new Map<string, Set<string>>()
        for (const choice of choices)
            for (const id of new Set(ownPieces(field, choice)))
                found.set(id, (found.get(id) ?? new Set()).add(choice.verb))
        return found
    }, [choices, field])
    const able = play.now.value.pieces.filter(p => verbs.has(p.id))
    if (!able.length || choices.length <= BUTTONS_MOST)
        return null
    const forces = new Map((play.now.value.forces ?? []).map(force => [force.id, force]))
    const groups = groupBy(able, piece => forces.get(piece.id)?.group ?? piece.group ??
        forces.get(piece.id)?.type ?? '')
    const fold = able.length > SHOWN_ABLE && groups.size > 1
    const list = (pieces: typeof able) => <ul class="able-list">
        {pieces.map(piece => <li key={piece.id}>
            <button type="button" class="button able" onClick={() => play.pick(piece.id, false)}>
                <span class="piece-small"><PiecePicture plan={play.table.plan} piece={piece} /></span>
                <span class="able-name">{piece.title || piece.id}</span>
                <span class="soft">{piece.hex ?? ''}</span>
            </button></li>)}
    </ul>
    return <section class="able-units" aria-label={say('moves.able')}>
        <h3>{able.length === 1 ? say('moves.able_one') : say('moves.able_n', { n: able.length })}</h3>
        <p class="soft">{say('moves.tap')}</p>
        {fold ? [...groups].map(([group, pieces]) => <details key={group} class="verb">
            <summary><strong>{groupTitle(play, group)}</strong>{' '}
                <span class="soft">{pieces.length}</span></summary>
            {list(pieces)}
        </details>) : list(able)}
    </section>
}
const SHOWN_ABLE = 12

/** What a group of pieces is called. */
export function groupTitle(play: Play, group: string): string {
    for (const list of play.table.plan.names)
        for (const { id, title } of list.names)
            if (id === group)
                return title || id
    return group || say('forces.others')
}

function Few(props: { play: Play; choices: readonly Choice[]; explained: boolean }) {
    const { choices, explained } = props
    const one = choices.length === 1
    const whole = needsWhole(props.play, choices)
    return <div class="few">
        {explained && !one && choices[0]!.explains &&
            <p class="soft few-explains">{choices[0]!.explains}</p>}
        {choices.map(choice => <MoveButton key={choice.move} {...props} choice={choice}
            explained={explained && one} whole={whole} />)}
    </div>
}

/** Moves of one word, such as ending a phase: buttons, always at hand. */
function Bare(props: { play: Play; choices: readonly Choice[]; explained?: boolean }) {
    if (!props.choices.length)
        return null
    return <div class={props.explained ? 'few bare' : 'row bare'} role="group"
        aria-label={say('moves.pieceless')}>
        {props.choices.map(choice => <MoveButton key={choice.move} {...props} choice={choice} />)}
    </div>
}

export function MoveButton(props: {
    play: Play; choice: Choice; explained?: boolean
    /** The short words would not tell it from its neighbours: the whole sentence. */
    whole?: boolean
}) {
    const { play, choice } = props
    const words = props.whole ? saysOf(choice) : shortOf(choice)
    const inMind = play.mind.value?.move === choice.move
    const explains = [choice.explains !== choice.short ? choice.explains : '', ...choice.names.map(name =>
        explainsOf(play.table.plan, name))].filter(Boolean).join(' · ')
    return <button type="button" class="button move" aria-pressed={inMind} data-move={choice.move}
        title={[saysOf(choice), explains].filter(Boolean).join(' ')}
        onClick={() => play.choose(choice)}>
        <span class="move-short">{words}</span>
        {props.explained && explains && <span class="move-explains soft">{explains}</span>}
        {showsNotation(choice) && <span class="mono move-notation soft">{choice.move}</span>}
    </button>
}

// ---- as it is written ------------------------------------------------------------------------

function Written(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const [filter, setFilter] = useState('')
    const [all, setAll] = useState(false)
    const { choices, families } = play.menu.value
    const picked = play.picked.value
    const narrowed = picked.size > 0 && !all
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = (narrowed ? choicesFor(play.field.value, play.menu.value, picked) : choices)
        .filter(c => words.every(word => c.move.toLowerCase().includes(word)))
    const bare = (narrowed ? choices : shown).filter(c => c.move === c.verb)
    const verbs = groupBy(shown.filter(c => c.move !== c.verb), c => c.verb)
    const writable = families.filter((f, i) => families.findIndex(g => g.form === f.form) === i)
    return <>
        {play.now.value.pieces.filter(p => picked.has(p.id)).map((piece, _, all) =>
            <PieceHead key={piece.id} play={play} piece={piece} alone={all.length === 1} />)}
        {choices.length > 8 && <div class="row moves-head">
            <input type="search" class="filter" placeholder={say('moves.filter')} value={filter}
                aria-label={say('moves.filter')} autocomplete="off"
                onInput={event => setFilter(event.currentTarget.value)} />
            {picked.size > 0 && <button type="button" class="button" aria-pressed={all}
                onClick={() => setAll(!all)}>{say('moves.all')}</button>}
        </div>}
        <Bare play={play} choices={bare} />
        {[...verbs].map(([verb, list]) =>
            <VerbList key={verb} play={play} verb={verb} choices={list}
                open={shown.length <= OPEN_MOST || words.length > 0} />)}
        {writable.map(family => <FamilyForm key={family.form} play={play} family={family} />)}
        <Command play={play} ui={ui} />
    </>
}

function VerbList(props: { play: Play; verb: string; choices: Choice[]; open: boolean }) {
    const { choices } = props
    const [opened, setOpened] = useState<boolean | null>(null)
    const open = opened ?? props.open
    const shown = open ? choices.slice(0, SHOWN_MOST) : []
    return <details class="verb" open={open} onToggle={event => {
        if (event.currentTarget.open !== open)
            setOpened(event.currentTarget.open)
    }}>
        <summary><strong>{props.verb}</strong> <span class="soft">
            {choices.length === 1 ? say('moves.one') : say('moves.count', { n: choices.length })}
        </span></summary>
        <ul class="move-list">
            {shown.map(choice => <li key={choice.move}>
                <MoveButton play={props.play} choice={choice} /></li>)}
        </ul>
        {open && choices.length > shown.length &&
            <p class="soft">{say('moves.more', { n: choices.length - shown.length })}</p>}
    </details>
}
