/* How fast things are told, so that a player can follow: what came of one fight is seen before the next. */
import type { Line } from './documents'

/** What came of a die is looked at for so many times the pace. */
const DWELL = 4

export const isResult = (line: Line) => line.kind === 'die' && line.events.length > 0

export class Pace {
    /** Somebody does not want to wait; until all is told. */
    hurried = false
    /** Ends the pause that is being made. */
    private awake = () => {}
    private until = 0

    /** Milliseconds from one move to the next. */
    constructor(public pace: number) {}

    get isQuick() {
        return this.pace === 0 || this.hurried
    }

    hurry() {
        this.hurried = true
        this.awake()
    }

    /** How long these lines are looked at. */
    lengthOf(lines: readonly Line[]) {
        return this.pace * (lines.some(isResult) ? DWELL : 1)
    }

    async pause(ms: number) {
        if (ms <= 0 || this.isQuick)
            return
        await new Promise<void>(done => {
            this.awake = done
            setTimeout(done, ms)
        })
    }

    /** These were told just now. */
    shown(lines: readonly Line[]) {
        this.until = performance.now() + this.lengthOf(lines)
    }

    /** Wait until what was told last has been looked at. */
    rest() {
        return this.pause(this.until - performance.now())
    }
}
