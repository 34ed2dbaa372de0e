/* What went wrong beyond repair: the engine stopped, the server is away, or a page of ours is broken. */
import { signal } from '@preact/signals'
import { ServerAway } from '../umpire/patient'
import { EngineFailed } from '../umpire/umpire'

export interface Failure { kind: 'engine' | 'away' | 'page'; text: string }

export const failure = signal<Failure | null>(null)

export function fail(error: unknown) {
    failure.value = {
        kind: error instanceof EngineFailed ? 'engine' : error instanceof ServerAway ? 'away' : 'page',
        text: error instanceof Error ? error.message : String(error)
    }
}

addEventListener('unhandledrejection', event => fail(event.reason))
