/* What the page around a table remembers by itself: what is open, what the player likes. */
import { effect, signal, type Signal } from '@preact/signals'

export type Tab = 'moves' | 'log' | 'piece'
export const TABS: readonly Tab[] = ['moves', 'log', 'piece']

/** A wish that outlives the page, where the browser lets it. */
function kept(key: string, usual: boolean): Signal<boolean> {
    const name = `sandtable.${key}`
    let at = usual
    try {
        at = (localStorage.getItem(name) ?? String(usual)) === 'true'
    } catch {
        // no storage: the wish lasts as long as the page
    }
    const wish = signal(at)
    effect(() => {
        const value = String(wish.value)
        try {
            localStorage.setItem(name, value)
        } catch {
            // as above
        }
    })
    return wish
}

export const confirmAll = kept('confirm-all', false)
export const singleKeys = kept('single-keys', true)

export class Ui {
    readonly tab = signal<Tab>('moves')
    /** On a phone the panel below the board can be put away. */
    readonly open = signal(true)
    /** The paragraph being read. */
    readonly rule = signal<string | null>(null)
    readonly help = signal(false)
    readonly zones = signal(false)
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
