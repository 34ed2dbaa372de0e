/* Watching the game again: which line is looked at, and the position there. While a past position
 * is watched nothing can be moved. */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import { isFailed, type Line, type State } from '../umpire/documents'
import type { Table } from '../umpire/table'

const STEP_MS = 900

/** The line a turn begins with. */
export interface Begun { line: number; turn: number }

/** The turns that begin after one line and up to another, found by halves: whoever asks which turn it is waits for it. */
export async function turnsBetween(low: Begun, high: Begun, turnAt: (line: number) => Promise<number>): Promise<Begun[]> {
    if (low.turn >= high.turn)
        return []
    if (high.line - low.line <= 1)
        return [high]
    const line = (low.line + high.line) >> 1
    const middle = { line, turn: await turnAt(line) }
    return [...await turnsBetween(low, middle, turnAt), ...await turnsBetween(middle, high, turnAt)]
}

export class Replay {
    /** Lines played so far at the moment that is watched; null: the present. */
    readonly at = signal<number | null>(null)
    readonly past = signal<State | null>(null)
    readonly playing = signal(false)
    /** Where each turn begins, as far as it is known. */
    readonly turns = signal<readonly { line: number; turn: number }[]>([])
    private timer: ReturnType<typeof setTimeout> | undefined
    private searched = 0

    constructor(private readonly table: Table, private readonly now: ReadonlySignal<State>,
                private readonly lines: ReadonlySignal<readonly Line[]>) {}

    readonly last = computed(() => this.lines.value.length)

    /** The line whose effects are seen at this moment. */
    readonly line = computed<Line | undefined>(() => {
        const at = this.at.value
        return at === null ? undefined : this.lines.value[at - 1]
    })

    /** Look at the position after `line` lines. */
    async go(line: number) {
        const at = Math.max(0, Math.min(line, this.last.peek()))
        this.at.value = at
        const state = await this.stateAt(at)
        if (state && this.at.peek() === at)
            this.past.value = state
    }

    private async stateAt(line: number): Promise<State | undefined> {
        try {
            const state = await this.table.state(line)
            return isFailed(state) ? undefined : state
        } catch {
            return undefined
        }
    }

    /** One line with something in it back or forth. */
    step(by: 1 | -1) {
        const lines = this.lines.peek()
        let at = (this.at.peek() ?? lines.length) + by
        while (at > 0 && at < lines.length && lines[at - 1]!.kind === 'check')
            at += by
        return this.go(at)
    }

    back() {
        this.pause()
        batch(() => {
            this.at.value = null
            this.past.value = null
        })
    }

    async refresh() {
        const at = this.at.peek()
        if (at !== null)
            await this.go(at)
    }

    play() {
        if (this.at.peek() === null || this.at.peek() === this.last.peek())
            void this.go(0)
        this.playing.value = true
        this.tick()
    }

    private tick() {
        this.timer = setTimeout(() => {
            if (this.at.peek() === null || this.at.peek()! >= this.last.peek())
                this.pause()
            else
                void this.step(1).then(() => this.playing.peek() && this.tick())
        }, STEP_MS)
    }

    pause() {
        clearTimeout(this.timer)
        this.playing.value = false
    }

    stop() {
        this.pause()
        this.searched++
    }

    /** Find where turns begin in lines not yet looked at: turns only grow, so halving finds it. */
    async findTurns() {
        const search = ++this.searched
        const all = this.lines.peek().length
        const turnNow = this.now.peek().measures['turn']
        if (turnNow === undefined)
            return
        const known = this.turns.peek().filter(t => t.line < all && t.turn <= turnNow)
        const from = known.at(-1) ?? { line: 0, turn: await this.turnAt(0) }
        const later = await turnsBetween(from, { line: all, turn: turnNow }, async line =>
            search === this.searched ? this.turnAt(line) : turnNow)
        if (search === this.searched)
            this.turns.value = [...(known.length ? known : [from]), ...later]
    }

    private async turnAt(line: number): Promise<number> {
        return (await this.stateAt(line))?.measures['turn'] ?? 0
    }
}
