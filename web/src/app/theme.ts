/* Light, dark, or as the system likes it. */
import { effect, signal } from '@preact/signals'
import { recall, remember } from './memory'

export type Theme = 'light' | 'dark' | 'system'

const KEY = 'sandtable.theme'

function remembered(): Theme {
    const kept = recall(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export const theme = signal<Theme>(remembered())

/** Is the page dark now, whoever decided it? */
export const dark = signal(false)

const systemDark = matchMedia('(prefers-color-scheme: dark)')

function decide() {
    dark.value = theme.value === 'dark' || (theme.value === 'system' && systemDark.matches)
}

systemDark.addEventListener('change', decide)

effect(() => {
    if (theme.value === 'system')
        delete document.documentElement.dataset['theme']
    else
        document.documentElement.dataset['theme'] = theme.value
    remember(KEY, theme.value)
    decide()
})

