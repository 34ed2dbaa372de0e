/* What can be done with the table itself: undo, replay, files, wishes. */
import { useState } from 'preact/hooks'
import { address as addressOf } from '../app/router'
import { isHexMap } from '../umpire/documents'
import { UMPIRE } from '../umpire/table'
import { say } from '../words/words'
import { Icon } from './icons'
import { sideTitle } from './names'
import type { Play } from './play'
import { savePicture, saveRecord } from './save'
import { mayNotify } from './signal'
import {
    confirmAll, notation, PACES, pace, signals, singleKeys, type Pace, type Ui
} from './ui'

/** What "copy link" copies: for the position after that line, or for the present. */
type Link = (line: number | null) => Promise<string | null>

export function Tools(props: { play: Play; ui: Ui; link: Link }) {
    const { play, ui } = props
    const map = play.table.plan.map
    return <div class="row tools" role="toolbar" aria-label={say('tool.more')}>
        {!play.table.watching && <button type="button" class="button" title={say('tool.undo_key')}
            disabled={play.busy.value || play.replay.at.value !== null}
            onClick={() => void play.undo()}>
            <Icon name="undo" /><span class="tool-word">{say('tool.undo')}</span></button>}
        <button type="button" class="button" aria-pressed={ui.replaying.value}
            title={say('tool.replay')}
            onClick={() => {
                ui.replaying.value = !ui.replaying.value
                if (!ui.replaying.value)
                    play.replay.back()
            }}>
            <Icon name="replay" /><span class="tool-word">{say('tool.replay')}</span></button>
        {map && !isHexMap(map) && <button type="button" class="button"
            aria-pressed={ui.zones.value} title={say('tool.zones_title')}
            onClick={() => { ui.zones.value = !ui.zones.value }}>
            <Icon name="zones" /><span class="tool-word">{say('tool.zones')}</span></button>}
        <button type="button" class="button icon" popovertarget="table-more"
            aria-label={say('tool.more')} title={say('tool.more')}><Icon name="more" /></button>
        <More {...props} />
    </div>
}

function More(props: { play: Play; ui: Ui; link: Link }) {
    const { play, ui, link } = props
    const { table } = play
    const close = () => document.getElementById('table-more')?.hidePopover()
    const said = (why: string | null, usual: string) => {
        close()
        if (why !== null)
            ui.word.value = why || usual
    }
    const copy = async () => {
        close()
        const address = await link(play.replay.at.value)
        ui.tooLong.value = address === null
        if (address === null)
            return
        const shown = () => { ui.word.value = say('tool.not_copied', { address }) }
        if (!navigator.clipboard)
            shown()
        else
            await navigator.clipboard.writeText(address)
                .then(() => { ui.word.value = say('tool.copied') }, shown)
    }
    const picture = (kind: 'svg' | 'png') =>
        void savePicture(table, play.replay.at.value, play.lines.value.length, kind)
            .then(why => said(why, say('tool.no_picture')))
    return <div id="table-more" class="more-menu" popover="auto">
        <button type="button" class="button quiet" 
            onClick={() => void copy().catch((error: unknown) => { ui.word.value = String(error) })}>
            {say('tool.copy')}</button>
        <button type="button" class="button quiet"
            onClick={() => void saveRecord(table).then(why => said(why, ''))}>
            {say('tool.record')}</button>
        <button type="button" class="button quiet" onClick={() => picture('svg')}>
            {say('tool.svg')}</button>
        <button type="button" class="button quiet" onClick={() => picture('png')}>
            {say('tool.png')}</button>
        <a class="button quiet" target="_blank"
            href={addressOf('print', `${table.plan.game}/${table.plan.scenario}`)}>{say('tool.print')}</a>
        {!table.watching && <Note play={play} close={close} />}
        {!table.watching && play.now.value.turn.kind !== 'over' && play.ended.value === null &&
            <GiveUp play={play} close={close} />}
        <hr />
        <label class="row"><input type="checkbox" name="confirm" checked={confirmAll.value}
            onChange={event => { confirmAll.value = event.currentTarget.checked }} />
            {say('tool.confirm')}</label>
        <label class="row"><input type="checkbox" name="notation" checked={notation.value}
            onChange={event => { notation.value = event.currentTarget.checked }} />
            {say('tool.notation')}</label>
        <label class="row"><input type="checkbox" checked={singleKeys.value}
            onChange={event => { singleKeys.value = event.currentTarget.checked }} />
            {say('tool.keys_on')}</label>
        <label class="row"><input type="checkbox" checked={ui.inWords.value}
            onChange={event => { ui.inWords.value = event.currentTarget.checked }} />
            {say('tool.words')} <kbd>T</kbd></label>
        {(['turn', 'notify', 'sounds'] as const).map(one => <label key={one} class="row">
            <input type="checkbox" name={`signal-${one}`} checked={signals[one].value}
                onChange={event => {
                    const wished = event.currentTarget.checked
                    signals[one].value = wished
                    if (wished && one === 'notify')
                        void mayNotify().then(may => { signals.notify.value = may })
                }} />{say(`signal.${one}_wish`)}</label>)}
        {(table.computers || table.shared) && <label class="row">{say('computer.pace')}
            <select name="pace" value={pace.value}
                onChange={event => { pace.value = event.currentTarget.value as Pace }}>
                {(Object.keys(PACES) as Pace[]).map(one =>
                    <option key={one} value={one}>{say(`computer.${one}`)}</option>)}
            </select></label>}
        {play.views.value.length > 0 && <Views play={play} />}
        <hr />
        <button type="button" class="button quiet" onClick={() => {
            close()
            ui.help.value = true
        }}>{say('tool.help')} <kbd>?</kbd></button>
    </div>
}

/** Giving up asks once more; a draw asks the other side. */
function GiveUp(props: { play: Play; close(): void }) {
    const { play, close } = props
    const [sure, setSure] = useState(false)
    return <>
        {play.company && <button type="button" class="button quiet" onClick={() => {
            close()
            void play.company!.answerDraw(true)
        }}>{say('draw.offer')}</button>}
        <button type="button" class="button quiet resign" onBlur={() => setSure(false)}
            onClick={() => {
                if (!sure) {
                    setSure(true)
                    return
                }
                close()
                void play.resign()
            }}>{say(sure ? 'resign.sure' : 'resign.do')}</button>
        {sure && play.yields.value?.explains && <p class="soft resign-means">{play.yields.value.explains}</p>}
    </>
}

function Note(props: { play: Play; close(): void }) {
    const [words, setWords] = useState('')
    return <form class="row note-form" onSubmit={event => {
        event.preventDefault()
        if (words.trim())
            void props.play.note(words.trim())
        setWords('')
        props.close()
    }}>
        <input value={words} aria-label={say('tool.note_words')} placeholder={say('tool.note')}
            onInput={event => setWords(event.currentTarget.value)} />
        <button class="button">{say('tool.note_write')}</button>
    </form>
}

/** Whose view, where nobody at this screen can be cheated by looking. */
function Views(props: { play: Play }) {
    const { play } = props
    const { plan } = play.table
    return <label class="row">{say('tool.view')}
        <select value={play.eyes.value}
            onChange={event => void play.see(Number(event.currentTarget.value))}>
            {play.views.value.map(side => <option key={side} value={side}>
                {side === UMPIRE ? say('tool.umpire') : sideTitle(plan, plan.sides[side])}
            </option>)}
        </select></label>
}
