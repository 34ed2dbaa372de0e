/* What the page around a table remembers by itself: what is open, what the player likes. */
import { effect, signal, type Signal } from '@preact/signals'
import { recall, remember } from '../app/memory'

export type Tab = 'moves' | 'aim' | 'forces' | 'log'
export const TABS: readonly Tab[] = ['moves', 'aim', 'forces', 'log']

/** A wish that outlives the page, where the browser lets it; else it lasts as long as the page. */
function keptWord<T extends string>(key: string, usual: T, isOne: (word: string) => word is T):
    Signal<T> {
    const name = `sandtable.${key}`
    const before = recall(name)
    const wish = signal<T>(before !== null && isOne(before) ? before : usual)
    effect(() => remember(name, wish.value))
    return wish
}

function kept(key: string, usual: boolean): Signal<boolean> {
    const name = `sandtable.${key}`
    const wish = signal((recall(name) ?? String(usual)) === 'true')
    effect(() => remember(name, String(wish.value)))
    return wish
}

/** How fast the computer plays, in milliseconds from one of its moves to the next. */
export const PACES = { slow: 1200, usual: 350, fast: 100, at_once: 0 } as const
export type Pace = keyof typeof PACES
/** And for how long a loss is shown where it happened. */
export const SHOWN_MS: Record<Pace, number> = { slow: 3600, usual: 1800, fast: 900, at_once: 600 }
const isPace = (word: string): word is Pace => word in PACES
export const pace = keptWord('pace', 'usual', isPace)

export const confirmAll = kept('confirm-all', false)
/** Signs for those who look elsewhere, and sounds of dice and counters: none unless wished for. */
export const signals = {
    turn: kept('signal-turn', false), notify: kept('signal-notify', false),
    sounds: kept('signal-sounds', false)
}
export const singleKeys = kept('single-keys', true)
/** Moves as they are written down beside what they mean, all of them in lists, and a line to type. */
export const notation = kept('notation', false)

export class Ui {
    readonly tab = signal<Tab>('moves')
    /** On a phone the panel below the board can be put away. */
    readonly open = signal(true)
    /** The paragraph being read. */
    readonly rule = signal<string | null>(null)
    readonly help = signal(false)
    readonly zones = signal(false)
    /** A battle that is on is shown, and not the map it is fought on. */
    readonly battle = signal(true)
    /** The board in words instead of the drawn one. */
    readonly inWords = signal(false)
    readonly replaying = signal(false)
    /** A short word to the player, such as that a link was copied. */
    readonly word = signal('')
    /** The game is too long for a link. */
    readonly tooLong = signal(false)

    show(tab: Tab) {
        this.tab.value = tab
        this.open.value = true
    }
}
