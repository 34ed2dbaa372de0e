/* The frame of an ordinary page: its title, and main. */
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { say } from '../words/words'

export function useTitle(title: string | undefined) {
    useEffect(() => {
        if (title !== undefined)
            document.title = title ? say('shell.title', { page: title }) : say('shell.name')
    }, [title])
}

/** `title` stands in the window's title; the page shows its own heading. */
export function Page(props: { title: string; class?: string; children: ComponentChildren }) {
    useTitle(props.title)
    return <main class={`page ${props.class ?? ''}`}>{props.children}</main>
}
