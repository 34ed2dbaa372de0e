/* Small things remembered between visits. localStorage is a convenience: where it is forbidden or
 * full, the page does without. */

export function recall(key: string): string | null {
    try {
        return localStorage.getItem(key)
    } catch {
        return null
    }
}

export function remember(key: string, value: string) {
    try {
        localStorage.setItem(key, value)
    } catch {
        // nothing is lost but the convenience
    }
}
