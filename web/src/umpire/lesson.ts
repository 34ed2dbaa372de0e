/* A lesson at a local table: the engine's pupil says what is wanted, and moves go through it.
 *
 * To the board and panels it is a table like any other. A move that is told otherwise comes back as a
 * refusal without a paragraph; one that was meant to be refused is one, and the lesson goes on. */
import { signal } from '@preact/signals'
import { isFailed, isRefused, type Answer, type Changed, type Drag, type State } from './documents'
import { LocalTable, type Held } from './table'

export interface Lit { kind: string; names?: string[]; chart?: string; row?: string; col?: string }
export interface LessonOdds {
    move: string; given: string; rows: { says: string; p: string; value: number }[]
}
export interface Lesson {
    game: string; lesson: string; title: string; scenario: string
    page: number; pages: number; heading: string
    waits: 'read' | 'foe' | 'do' | 'try' | 'free' | 'end'
    seat: string; side: number; row: number
    say: string[]; lit: Lit[]; odds: LessonOdds[]
    /** The move that goes on, the same as a sentence, and the paragraph that is to refuse it. */
    wanted?: string; says?: string; para?: string
}
export interface LessonInfo {
    id: string; title: string; about: string; minutes: number; scenario: string; seat: string
    pages: string[]
}
interface Taught extends Changed {
    lesson: Lesson; taught?: 'on' | 'wished' | 'otherwise' | 'refused'; para?: string; text?: string
    says?: string
}

/** How long the learner looks at what the other side did. */
const FOE_MS = 700

export class LessonTable extends LocalTable {
    readonly lesson = signal<Lesson | null>(null)
    /** What a move that was not wanted was told. */
    readonly told = signal<{ text: string; para: string; good: boolean } | null>(null)
    /** A task of which nothing was said since the one before: it is told as a move. */
    unsaid = false
    /** The row whose move the learner wanted to see. */
    readonly shown = signal(-1)
    private timer: ReturnType<typeof setTimeout> | undefined
    private asked = { row: -1, words: '' }
    /** Lines there are, and those there were when the learner last did something: what lies between is fresh. */
    private count = 0
    private mark = 0

    static async learn(name: string, page: number): Promise<Answer<LessonTable>> {
        const seed = crypto.getRandomValues(new Uint32Array(1))[0]!
        const made = await LocalTable.make('learn', [name, page, seed], name.split('/')[0]!,
                                           { seats: {}, dice: 'rolled', seed, still: false }, seed,
                                           LessonTable)
        if (isRefused(made) || isFailed(made))
            return made
        const table = made as LessonTable
        table.count = table.mark = (table.opened as Taught).lines
        table.take((table.opened as Taught).lesson)
        return table
    }

    private take(lesson: Lesson) {
        const { row, waits } = lesson
        if ((waits === 'do' || waits === 'try') && row !== this.asked.row) {
            const words = lesson.say.join('\n')
            this.unsaid = words === '' || words === this.asked.words
            this.asked = { row, words }
        }
        this.lesson.value = lesson
        this.see(lesson.side)
        clearTimeout(this.timer)
        if (lesson.waits === 'foe')
            this.timer = setTimeout(() => void this.next(), FOE_MS)
    }

    override mayDecide(state: State) {
        const waits = this.lesson.peek()?.waits
        return state.turn.kind === 'decision' &&
            (waits === 'do' || waits === 'try' || waits === 'free')
    }

    /** While one reads, nobody is waited for. */
    holds(): Held | undefined {
        const waits = this.lesson.value?.waits
        return waits === 'read' || waits === 'foe' ? waits : undefined
    }

    override run = async () => {} // the pupil lets dice fall and computers play

    /** Read on, or let the other side act. */
    async next() {
        this.told.value = null
        if (this.lesson.peek()?.waits === 'read')
            this.mark = this.count
        await this.taught(await this.call<Answer<Taught>>('learn_next'))
    }

    /** Make the wanted move. */
    async doIt() {
        const wanted = this.lesson.peek()?.wanted
        if (wanted)
            await this.move(wanted)
    }

    override move = async (move: string): Promise<Answer<Changed>> => {
        this.mark = this.count
        return this.taught(await this.call<Answer<Taught>>('learn_move', move))
    }

    private async taught(said: Answer<Taught>): Promise<Answer<Changed>> {
        if (isRefused(said) || isFailed(said))
            return said
        const { taught, para = '' } = said
        const text = said.says ?? said.text ?? ''
        this.count = said.lines
        this.mark = Math.min(this.mark, said.lines)
        this.take(said.lesson)
        this.told.value = taught === undefined || taught === 'on' ? null
            : { text, para, good: taught === 'wished' }
        if (taught === 'otherwise' || taught === 'refused' || taught === 'wished') {
            await this.tell({ from: said.lines, lines: said.lines }, this.mark)
            return { refused: { para, text } }
        }
        await this.tell(said, this.mark)
        return { from: said.from, lines: said.lines }
    }

    /** A refusal that the lesson waits for counts, however it came about. */
    private async met(para: string | undefined) {
        const lesson = this.lesson.peek()
        if (lesson?.waits === 'try' && lesson.wanted && para && para === lesson.para)
            await this.move(lesson.wanted)
    }

    override check = async (move: string) => {
        const said = await this.call<Answer<{ move: string }>>('check', move)
        if (isRefused(said))
            await this.met(said.refused.para)
        return said
    }

    override drag = async (piece: string, to: string) => {
        const said = await this.call<Answer<Drag>>('drag', this.side, piece, to)
        await this.met(isRefused(said) ? said.refused.para : isFailed(said) ? '' : said.because?.para)
        return said
    }

    override undo = async () => {
        const undone = await this.call<Answer<Changed>>('undo')
        if (!isRefused(undone) && !isFailed(undone)) {
            this.count = this.mark = undone.lines
            await this.tell(undone, this.mark)
        }
        return undone
    }

    override close() {
        clearTimeout(this.timer)
        super.close()
    }
}
