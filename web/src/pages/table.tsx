/* The page of one table: board, panels, log. */
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Board } from '../board/board'
import type { BoardProps } from '../board/contract'
import { TextBoard } from '../board/text-board'
import { Glossed, learnTerms } from '../parts/glossary'
import { AimPanel } from '../table/aim'
import { BattleBoard, BattleReturn } from '../table/battle'
import { bubbleOf, MindPanel, Refusal, Which } from '../table/mind'
import { HandOver, Help, Winner } from '../table/covers'
import { endNote } from '../table/ended'
import { ForcesPanel } from '../table/forces'
import { diceOf, Happened, Side, TypedDie } from '../table/happened'
import { onKey } from '../table/keys'
import { HintPanel } from '../table/hint'
import { Icon } from '../table/icons'
import { LogPanel } from '../table/log'
import { MovesPanel } from '../table/moves'
import { newsIn } from '../table/news'
import { RuleSheet } from '../table/para'
import { Play } from '../table/play'
import { ReplayBar } from '../table/replay-bar'
import { saveRecord } from '../table/save'
import { chime, knock, markTitle, notifyTurn } from '../table/signal'
import { CompanyNotices, TalkPanel } from '../table/talk'
import { useReach } from '../table/reach'
import { useSight } from '../table/sight'
import { Tools } from '../table/tools'
import { Tracks, trackWords } from '../table/tracks'
import { confirmAll, notation, PACES, pace, SHOWN_MS, signals, TABS, Ui } from '../table/ui'
import { sideTitle } from '../table/names'
import { isFailed, isRefused, type Track } from '../umpire/documents'
import { say } from '../words/words'
import type { TablePageProps } from './table-props'
import '../style/table.css'
import '../style/learn.css'

const WORD_MS = 6000
const PASSED_MS = 12000
const FOCUS_MS = 100

export function TablePage(props: TablePageProps) {
    const { table } = props
    const [play, setPlay] = useState<Play | null>(null)
    const [failed, setFailed] = useState<string | null>(null)
    const ui = useMemo(() => new Ui(), [table])
    useEffect(() => {
        let here = true
        let opened: Play | undefined
        setPlay(null)
        Play.open(table, confirmAll).then(said => {
            if (isFailed(said) || isRefused(said)) {
                setFailed(isFailed(said) ? said.error.text : said.refused.text)
            } else if (here) {
                opened = said
                if (props.replay !== undefined) {
                    ui.replaying.value = true
                    void said.replay.go(props.replay)
                }
                setPlay(said)
            } else {
                said.close()
            }
        }, (error: unknown) => setFailed(error instanceof Error ? error.message : String(error)))
        return () => {
            here = false
            opened?.close()
        }
    }, [table])
    if (failed !== null)
        return <main class="table-page table-none">
            <h1>{say('table.failed')}</h1><p class="note bad">{failed}</p></main>
    if (!play)
        return <main class="table-page table-none"><p>{say('table.loading')}</p></main>
    return <Playing play={play} ui={ui} page={props} />
}

function Playing(props: { play: Play; ui: Ui; page: TablePageProps }) {
    const { play, ui, page } = props
    useEffect(() => {
        const key = (event: KeyboardEvent) => onKey(event, play, ui)
        addEventListener('keydown', key)
        return () => removeEventListener('keydown', key)
    }, [play, ui])
    useLink(play, ui)
    useFocusKept(play)
    useTurnSignal(play)
    useEffect(() => void learnTerms(play.table.plan.game), [play])
    useEffect(() => {
        play.table.tells.pace = PACES[pace.value]
    }, [play, pace.value])
    const { game, scenario } = play.table.plan
    return <main class="table-page" data-scenario={`${game}/${scenario}`} data-awaits={play.now.value.turn.kind}
        data-lines={play.lines.value.length} data-deciding={play.isDeciding.value}
        data-notation={notation.value}>
        <Head play={play} ui={ui} page={page} />
        <HandOver play={play} />
        {play.cover.value === null && <Table play={play} ui={ui} page={page} />}
        <RuleSheet ui={ui} game={play.table.plan.game} />
        <Help ui={ui} />
        <Live play={play} />
    </main>
}

/** The title says that it is one's turn; sound and notification do if they were wished for. */
function useTurnSignal(play: Play) {
    const mine = play.mayAct.value && play.now.value.turn.kind === 'decision'
    const was = useRef(mine)
    useEffect(() => {
        markTitle(mine && play.table.shared !== undefined)
        if (mine && !was.current && (play.table.shared || document.visibilityState === 'hidden')) {
            if (signals.turn.value)
                chime()
            if (signals.notify.value)
                notifyTurn(play.table.plan.title)
        }
        was.current = mine
    }, [mine])
    const length = useRef(play.lines.value.length)
    useEffect(() => {
        const fresh = play.lines.value.slice(length.current)
        length.current = play.lines.value.length
        if (signals.sounds.value && fresh.some(line => line.kind === 'die' || line.kind === 'move'))
            knock()
    }, [play.lines.value.length])
    useEffect(() => () => markTitle(false), [])
}

/** Tell when the table can be reached again. */
function useLink(play: Play, ui: Ui) {
    const was = useRef(true)
    useEffect(() => {
        if (play.up.value && !was.current)
            ui.word.value = say('table.link_back')
        was.current = play.up.value
    }, [play.up.value])
}

/** A button that vanished with its move leaves the focus nowhere; the panel takes it, so that keys
 *  go on from there. The board looks after its own; and where nothing had the focus, as when the
 *  first die falls by itself, nothing gets it. */
function useFocusKept(play: Play) {
    const last = useRef<EventTarget | null>(null)
    useEffect(() => {
        const remember = (event: FocusEvent) => { last.current = event.target }
        addEventListener('focusin', remember)
        return () => removeEventListener('focusin', remember)
    }, [])
    useEffect(() => {
        const timer = setTimeout(() => {
            const isLost = last.current instanceof Element && !last.current.isConnected
            if (isLost && document.activeElement === document.body)
                document.getElementById('table-tab')?.focus({ preventScroll: true })
        }, FOCUS_MS)
        return () => clearTimeout(timer)
    }, [play.lines.value.length])
}

/** Board and column; not there at all while the screen is handed over. */
function Table(props: { play: Play; ui: Ui; page: TablePageProps }) {
    const { play, ui, page } = props
    const pointed = useSignal<string | null>(null)
    const board = { ...boardProps(play, ui, page), sight: useSight(play, pointed), reach: useReach(play),
                    onPoint: (id: string | null) => { pointed.value = id } }
    const { battle } = board.state
    const fights = battle !== undefined
    useEffect(() => { // every battle opens by itself
        if (fights)
            ui.battle.value = true
    }, [fights])
    return <>
        <section class="table-board" aria-label={say('table.board')}
            style={{ '--happens': `${SHOWN_MS[pace.value]}ms` }}>
            <h2 class="visually-hidden">{say('table.board')}</h2>
            {page.warning}
            <Notices play={play} ui={ui} />
            <div class="table-ground">
                {battle && ui.battle.value ? <BattleBoard play={play} ui={ui} battle={battle} />
                    : ui.inWords.value ? <TextBoard {...board} /> : <Board {...board} />}
                {battle && !ui.battle.value && <BattleReturn ui={ui} battle={battle} />}
            </div>
            <ReplayBar play={play} ui={ui} onPlayOn={page.onPlayOn} />
        </section>
        <Column play={play} ui={ui} page={page} />
    </>
}

function boardProps(play: Play, ui: Ui, page: TablePageProps): BoardProps {
    return {
        plan: play.table.plan, state: play.board.value, picked: play.picked.value,
        hints: [...play.hints.value, ...page.lit?.() ?? []], bubble: bubbleOf(play, ui), dice: diceOf(play),
        zones: ui.zones.value ? 'all' : play.picked.value,
        ghosts: play.replay.at.value === null ? play.mind.value?.changed ?? [] : [],
        ghostShapes: play.replay.at.value === null ? play.mind.value?.shapes ?? [] : [],
        onPick: (id, add) => play.pick(id, add),
        onPlace: at => play.point(at),
        onDragOver: (id, at, heading) => play.dragOver(id, at, heading),
        onDrop: (id, at, heading) => void play.drop(id, at, heading),
        onCancel: () => play.letGo()
    }
}

/** Whose turn it is, what is asked, and the tools. */
function Head(props: { play: Play; ui: Ui; page: TablePageProps }) {
    const { play, ui } = props
    const { plan } = play.table
    const { turn, notes, prompt, ask, tracks } = play.shown.value
    const covered = play.cover.value !== null
    const own = play.ownSide.value
    const waits = turnWords(play)
    const standing = tracks?.filter(t => HEAD_TRACKS.includes(t.kind) && (turn.kind !== 'over' || t.kind === 'turn'))
        .map(trackInHead)
        .join(' · ') || notes[0]
    return <header class="table-head">
        <div class="table-words">
            <div class="table-where">
                <h1 class="table-title" title={plan.blurb || undefined}>{plan.title}</h1>
                {!covered && <span class="table-note soft">{standing}</span>}
                {own && <span class="table-you">
                    {say('turn.you', { side: sideTitle(plan, own) })}</span>}
            </div>
            {!covered && <p class="table-turn">
                {play.table.watching && <span class="chip">{say('table.watching')}</span>}
                {turn.side && <Side plan={plan} side={turn.side} />}
                <span class="table-prompt" data-thinking={play.isThinking.value}>
                    {waits || <Glossed text={ask?.text || asked(prompt, turn.side)} />}</span>
                {(play.isThinking.value || play.telling.value) && <>
                    <span class="thinking-dots" aria-hidden="true"><i /><i /><i /></span>
                    <button type="button" class="button thinking-skip"
                        onClick={() => play.table.tells.hurry()}>{say('computer.skip')}</button>
                </>}
            </p>}
            {!covered && !waits && ask?.explains && <p class="table-explains soft" title={ask.explains}>
                <Glossed text={ask.explains} /></p>}
        </div>
        {!covered && <Tools play={play} ui={ui}
            link={props.page.link ?? (() => Promise.resolve(location.href))} />}
    </header>
}

/** Tracks that stand beside the title. */
const HEAD_TRACKS = ['turn', 'commands']
const trackInHead = (track: Track) => track.text || `${track.title} ${trackWords(track)}`

/** The prompt without the name of the side, which stands before it anyway. */
function asked(prompt: string, side: string | undefined): string {
    const begins = side === undefined ? [] : [`${side}: `, `side ${side}: `]
    const name = begins.find(begin => prompt.startsWith(begin))
    return name ? prompt.slice(name.length) : prompt
}

/** Is nobody at the table who could decide for that side? */
function isAway(play: Play, side: string | undefined): boolean {
    const seat = play.company?.presence.value?.seats.find(({ name }) => name === side)
    return seat !== undefined && !seat.present && !seat.seat.startsWith('computer')
}

/** The engine's prompt, or who is waited for. */
function turnWords(play: Play): string {
    const { turn } = play.now.value
    const { plan } = play.table
    if (play.replay.at.value !== null)
        return say('replay.looking')
    if (play.ended.value !== null) // nobody is waited for any more
        return endNote(plan, `over: ${play.ended.value}`) ?? say('over.plain')
    const held = play.table.holds?.()
    if (held)
        return say(held === 'read' ? 'learn.read' : 'learn.foe')
    if (turn.kind === 'die')
        return say('turn.die', { dice: `${turn.dice ?? ''} ${turn.says || turn.label || ''}` })
    if (play.isThinking.value)
        return say('computer.thinks', { side: sideTitle(plan, turn.side) })
    if (turn.kind === 'decision' && !play.table.mayDecide(play.now.value))
        return say(isAway(play, turn.side) ? 'turn.waiting_away' : 'turn.waiting', { side: sideTitle(plan, turn.side) })
    return ''
}

function Notices(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    useEffect(() => {
        if (!ui.word.value)
            return
        const timer = setTimeout(() => { ui.word.value = '' }, WORD_MS)
        return () => clearTimeout(timer)
    }, [ui.word.value])
    useEffect(() => {
        const passed = play.passed.value
        const timer = setTimeout(() => {
            if (play.passed.value === passed)
                play.passed.value = null
        }, PASSED_MS)
        return () => clearTimeout(timer)
    }, [play.passed.value])
    return <div class="notices" role="status">
        {!play.up.value && <p class="note warn">{say('table.link_lost')}</p>}
        {play.trouble.value && <p class="note bad">
            {say('table.trouble', { text: play.trouble.value })}{' '}
            <button type="button" class="button quiet"
                onClick={() => { play.trouble.value = null }}>{say('table.dismiss')}</button></p>}
        {ui.word.value && <p class="note good notice-word">{ui.word.value}</p>}
        {ui.tooLong.value && <p class="note warn">{say('tool.too_long')}{' '}
            <button type="button" class="button" onClick={() => {
                ui.tooLong.value = false
                void saveRecord(play.table).then(why => { ui.word.value = why ?? '' })
            }}>{say('tool.record')}</button>{' '}
            <button type="button" class="button quiet"
                onClick={() => { ui.tooLong.value = false }}>{say('table.dismiss')}</button></p>}
        <UndoAsked play={play} />
        <CompanyNotices play={play} ui={ui} />
        {play.passed.value && <p class="note passed">
            <span>{say('waste.passed', { words: play.passed.value.words })}</span>
            <button type="button" class="button" onClick={() => {
                play.passed.value = null
                void play.undo()
            }}>{say('tool.undo')}</button>
            <button type="button" class="button quiet icon" aria-label={say('table.dismiss')}
                onClick={() => { play.passed.value = null }}><Icon name="close" /></button></p>}
    </div>
}

/** Somebody asks whether he may take back: whoever sits opposite says yes or no. */
function UndoAsked(props: { play: Play }) {
    const { play } = props
    const by = play.undoAsked.value
    if (play.undoRefused.value !== null)
        return <p class="note">{say(`undo.${play.undoRefused.value}`)}</p>
    if (by === null)
        return null
    const side = sideTitle(play.table.plan, by)
    const mine = !play.mayGrant.value && !play.table.watching
    return <p class="note warn undo-asked">
        {mine ? say('undo.waiting') : say('undo.asked', { side })}{' '}
        {play.mayGrant.value && <button type="button" class="button primary"
            onClick={() => void play.grant(true)}>{say('undo.allow')}</button>}{' '}
        {!play.table.watching && <button type="button" class="button"
            onClick={() => void play.grant(false)}>{say(mine ? 'undo.withdraw' : 'undo.deny')}</button>}
    </p>
}

/** The panels: a column beside the board, a sheet below it on a phone. */
function Column(props: { play: Play; ui: Ui; page: TablePageProps }) {
    const { play, ui, page } = props
    const tab = ui.tab.value
    const refusal = play.refusal.value
    const question = play.question.value
    const again = page.onPlayOn && (() => page.onPlayOn?.(0))
    // Without the map there is no place for a bubble.
    const boardless = ui.inWords.value || ui.battle.value && play.board.value.battle !== undefined
    return <aside class={ui.open.value ? 'table-column' : 'table-column closed'}
        aria-label={say('table.side_column')}>
        <Tabs play={play} ui={ui} />
        <div class="table-panels">
            <div class="table-tab" role="tabpanel" id="table-tab" aria-labelledby={`tab-${tab}`}
                tabIndex={0}>
                <h2 class="visually-hidden">{say(`tab.${tab}`)}</h2>
                {tab === 'moves' && <MovesPanel play={play} ui={ui} />}
                {tab === 'log' && <>
                    <LogPanel play={play} ui={ui} />
                    <TalkPanel play={play} />
                </>}
                {tab === 'aim' && <AimPanel play={play} />}
                {tab === 'forces' && <ForcesPanel play={play} />}
                <Notes play={play} />
            </div>
            {tab === 'moves' && <Tracks play={play} brief />}
            <div class="table-past" role="group" aria-label={say('happened.title')} tabIndex={0}>
                {tab === 'moves' && <Happened play={play} ui={ui} />}</div>
            <div class="table-now">
                <Winner play={play} ui={ui} again={again} />
                <TypedDie play={play} ui={ui} />
                {refusal && (refusal.at ? boardless : tab !== 'moves') &&
                    <div class="note bad"><Refusal play={play} ui={ui} refusal={refusal} /></div>}
                {question && (!question.at || boardless) &&
                    <Which play={play} question={question} />}
                <MindPanel play={play} ui={ui} />
                <HintPanel play={play} />
            </div>
        </div>
    </aside>
}

function Tabs(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const said = play.company?.said.value.length ?? 0
    const [heard, setHeard] = useState(said)
    useEffect(() => {
        if (ui.tab.value === 'log')
            setHeard(said)
    }, [ui.tab.value, said])
    const onKeyDown = (event: KeyboardEvent) => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
        if (!by)
            return
        const next = TABS[(TABS.indexOf(ui.tab.value) + by + TABS.length) % TABS.length]!
        event.preventDefault()
        ui.show(next)
        document.getElementById(`tab-${next}`)?.focus()
    }
    return <div class="tabs" role="tablist" aria-label={say('tab.list')} onKeyDown={onKeyDown}>
        {TABS.map(tab => <button key={tab} type="button" class="tab" role="tab" id={`tab-${tab}`}
            aria-selected={ui.tab.value === tab} aria-controls="table-tab"
            tabIndex={ui.tab.value === tab ? 0 : -1}
            onClick={() => {
                if (ui.tab.value === tab)
                    ui.open.value = !ui.open.value
                else
                    ui.show(tab)
            }}>{say(tab === 'log' && play.company ? 'tab.talk' : `tab.${tab}`)}
            {tab === 'log' && said > heard && <span class="tab-new"><span aria-hidden="true">{said - heard}</span>
                <span class="visually-hidden">{say('talk.new', { n: said - heard })}</span></span>}</button>)}
    </div>
}

function Notes(props: { play: Play }) {
    const { notes: [, ...notes], tracks } = props.play.shown.value
    return notes.length && (!tracks?.length || notation.value) ? <ul class="state-notes soft">
        {notes.map((note, i) => <li key={i}>{note}</li>)}</ul> : null
}

/** News and refusals for those who listen. */
function Live(props: { play: Play }) {
    const { play } = props
    const refusal = play.refusal.value
    return <>
        <div class="visually-hidden" aria-live="polite">
            {play.cover.value === null ? newsIn(play) : ''}</div>
        <div class="visually-hidden" role="alert">
            {refusal ? `${refusal.text || say('refused.nothing')} ${refusal.para}` : ''}</div>
    </>
}
