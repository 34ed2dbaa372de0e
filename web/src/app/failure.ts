/* What went wrong beyond repair: the engine stopped, or a page of ours is broken. */
import { signal } from '@preact/signals'
import { EngineFailed } from '../umpire/umpire'

export interface Failure { kind: 'engine' | 'page'; text: string }

export const failure = signal<Failure | null>(null)

export function fail(error: unknown) {
    failure.value = {
        kind: error instanceof EngineFailed ? 'engine' : 'page',
        text: error instanceof Error ? error.message : String(error)
    }
}

addEventListener('unhandledrejection', event => fail(event.reason))
