/* What people at a table of the server do beside the game, as signals: come and go, talk, offer a draw,
 * give up, ask for a rematch. */
import { signal } from '@preact/signals'
import { isFailed, isRefused, type Answer } from '../umpire/documents'
import type { Presence, Rematch, Said, Shared } from '../umpire/table'

export class Company {
    readonly presence = signal<Presence | null>(null)
    readonly said = signal<readonly Said[]>([])
    readonly draw = signal<string | null>(null)
    readonly drawRefused = signal<'no' | 'withdrawn' | null>(null)
    readonly rematch = signal<Rematch | null>(null)
    private readonly stops: (() => void)[]

    constructor(private readonly shared: Shared, private readonly told: (why: string) => void) {
        this.stops = [
            shared.onPresence(who => { this.presence.value = who }),
            shared.onSaid(said => { this.said.value = said }),
            shared.onDraw((by, no) => {
                this.draw.value = by
                this.drawRefused.value = no ?? null
            }),
            shared.onRematch(asked => { this.rematch.value = asked })
        ]
    }

    /** What was not granted is told to the player. */
    private async heard<T extends object>(call: Promise<Answer<T>>): Promise<T | undefined> {
        const said = await call
        if (!isFailed(said) && !isRefused(said))
            return said
        this.told(isFailed(said) ? said.error.text : said.refused.text)
        return undefined
    }

    say = (words: string) => this.heard(this.shared.say(words))
    answerDraw = (yes: boolean) => this.heard(this.shared.draw(yes))
    resign = () => this.heard(this.shared.resign())
    askRematch = () => this.heard(this.shared.rematch())

    close() {
        this.stops.forEach(stop => stop())
    }
}
