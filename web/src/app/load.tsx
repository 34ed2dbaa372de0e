/* Waiting for something: a line of text meanwhile, the failure page when it cannot be had. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isFailed, isRefused, type Answer } from '../umpire/documents'
import { say } from '../words/words'
import { fail } from './failure'

/** What `get` promised, once it is there; undefined before, and again when `keys` change. */
export function useLoaded<T>(get: () => Promise<T>, keys: readonly unknown[]): T | undefined {
    const [got, setGot] = useState<{ value: T } | undefined>()
    useEffect(() => {
        let current = true
        setGot(undefined)
        get().then(value => current && setGot({ value }), fail)
        return () => { current = false }
    }, keys)
    return got?.value
}

export function Loading() {
    return <p class="loading soft" role="status">{say('page.loading')}</p>
}

/** The sentence of an answer that is none, else null. */
export function wrong<T extends object>(answer: Answer<T>): string | null {
    if (isRefused(answer))
        return answer.refused.text
    if (isFailed(answer))
        return answer.error.text
    return null
}

export function Wrong(props: { children: ComponentChildren }) {
    return <p class="note bad" role="alert">{props.children}</p>
}
