/* Questions asked before, the newest first, and those the reader likes; kept at this device. */
import { recall, remember } from '../app/memory'

const NAME = 'sandtable.asked'
const MOST = 8

export interface AskedBefore { to: string; title: string; gist: string; liked: boolean }

export function askedBefore(): AskedBefore[] {
    try {
        const kept: unknown = JSON.parse(recall(NAME) ?? '[]')
        return Array.isArray(kept) ? kept as AskedBefore[] : []
    } catch {
        return []
    }
}

const keep = (asked: readonly AskedBefore[]) => remember(NAME, JSON.stringify(
    [...asked.filter(one => one.liked), ...asked.filter(one => !one.liked).slice(0, MOST)]))

/** It was asked just now. The same question with other numbers is another one only when liked. */
export function noteAsked(one: Omit<AskedBefore, 'liked'>) {
    const question = (to: string) => to.split('?')[0]
    const before = askedBefore()
    const liked = before.find(other => other.to === one.to)?.liked ?? false
    keep([{ ...one, liked }, ...before.filter(other => other.to !== one.to &&
        (other.liked || question(other.to) !== question(one.to)))])
}

/** Liked, or no longer. */
export function like(to: string): AskedBefore[] {
    keep(askedBefore().map(one => one.to === to ? { ...one, liked: !one.liked } : one))
    return askedBefore()
}
