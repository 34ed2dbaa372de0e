/* Keys of the whole page. Letters count only where nobody writes, and only if the player wants. */
import type { Key } from '../words/words'
import type { Play } from './play'
import { notation, singleKeys, TABS, type Ui } from './ui'

/** Shown by "?". */
export const keyList: [keys: string, words: Key][] = [
    ['Enter', 'help.enter'], ['Esc', 'help.escape'], ['U', 'help.undo'], ['/', 'help.slash'],
    ['0', 'help.fit_all'], ['F', 'help.fit_play'], ['+ -', 'help.zoom'],
    ['[ ]', 'help.step'], ['N', 'help.now'], ['1 2 3 4', 'help.tabs'], ['Z', 'help.zones'],
    ['T', 'help.words'], ['?', 'help.help']
]

const WRITES = 'input:not([type="range"], [type="checkbox"]), textarea, select, [contenteditable]'
const PRESSES = 'button, a, summary, [role="button"], [role="option"], [role="slider"]'

export function onKey(event: KeyboardEvent, play: Play, ui: Ui) {
    const on = event.target instanceof Element ? event.target : null
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return
    if (event.key === 'Escape') {
        if (ui.help.value)
            ui.help.value = false
        else if (!on?.closest('[popover]'))
            play.cancel()
    } else if (on?.closest(WRITES)) {
        return
    } else if (event.key === 'Enter') {
        if (play.mind.value && !on?.closest(PRESSES)) {
            event.preventDefault()
            void play.commit()
        }
    } else if (singleKeys.value && letter(event.key, play, ui)) {
        event.preventDefault()
    }
}

const LINE_TRIES = 40
const LINE_MS = 50

/** The line may still be on its way: it is drawn when the offers are here. */
function focusLine(tries = LINE_TRIES) {
    const line = document.getElementById('command-line')
    if (line)
        line.focus()
    else if (tries > 0)
        setTimeout(() => focusLine(tries - 1), LINE_MS)
}

function letter(key: string, play: Play, ui: Ui): boolean {
    const { replay } = play
    const tab = TABS[Number(key) - 1]
    if (tab) {
        ui.show(tab)
        return true
    }
    switch (key.toLowerCase()) {
    case 'u':
        if (!play.table.watching && replay.at.value === null)
            void play.undo()
        return true
    case '/':
        notation.value = true
        ui.show('moves')
        setTimeout(focusLine)
        return true
    case '[':
    case ']':
        ui.replaying.value = true
        void replay.step(key === '[' ? -1 : 1)
        return true
    case 'n':
        replay.back()
        ui.replaying.value = false
        return true
    case 'z':
        ui.zones.value = !ui.zones.value
        return true
    case 't':
        ui.inWords.value = !ui.inWords.value
        return true
    case '?':
        ui.help.value = !ui.help.value
        return true
    }
    return pressed(key)
}

/** Keys of the board's buttons, wherever the focus is. */
function pressed(key: string): boolean {
    const sign = key === '=' ? '+' : key.toUpperCase()
    const button = document.querySelector<HTMLElement>(
        `.board-controls [aria-keyshortcuts="${CSS.escape(sign)}"]`)
    button?.click()
    return button !== null
}

