/* The command line: a typed move, completed from what is offered, with the lines typed before. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { say } from '../words/words'
import { completions } from './choices'
import { Refusal } from './mind'
import type { Play } from './play'
import type { Ui } from './ui'

const SUGGESTED = 8
const typedBefore: string[] = []

export function Command(props: { play: Play; ui: Ui }) {
    const { play, ui } = props
    const [text, setText] = useState('')
    const [active, setActive] = useState(-1)
    const [open, setOpen] = useState(false)
    const back = useRef(0)
    const found = open && text.trim() ? completions(play.menu.value, text, SUGGESTED) : []
    const refusal = play.refusal.value
    const answer = useRef<HTMLDivElement>(null)
    useEffect(() => answer.current?.scrollIntoView({ block: 'nearest' }), [refusal])

    const set = (line: string) => {
        setText(line)
        setActive(-1)
    }
    const send = async (line: string) => {
        setOpen(false)
        if (!line.trim()) {
            await play.commit()
            return
        }
        typedBefore.push(line)
        back.current = 0
        if (await play.type(line))
            set('')
    }
    const recall = (by: number) => {
        back.current = Math.max(0, Math.min(typedBefore.length, back.current + by))
        set(back.current ? typedBefore[typedBefore.length - back.current]! : '')
    }
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.key === 'ArrowDown' && found.length) {
            setActive((active + 1) % found.length)
        } else if (event.key === 'ArrowUp' && found.length && active >= 0) {
            setActive(active - 1)
        } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
            setOpen(false)
            recall(event.key === 'ArrowUp' ? 1 : -1)
        } else if (event.key === 'Escape' && (open && found.length || text)) {
            event.stopPropagation()
            if (open && found.length)
                setOpen(false)
            else
                set('')
            return
        } else {
            return
        }
        event.preventDefault()
    }
    return <form class="command" onSubmit={event => {
        event.preventDefault()
        void send(active >= 0 ? found[active]! : text)
    }}>
        <label class="visually-hidden" for="command-line">{say('command.label')}</label>
        <div class="row command-row">
            <input id="command-line" class="mono" role="combobox" value={text} autocomplete="off"
                autocapitalize="off" spellcheck={false} placeholder={say('command.label')}
                aria-expanded={found.length > 0} aria-controls="command-list"
                aria-autocomplete="list"
                aria-activedescendant={active >= 0 ? `command-${active}` : undefined}
                onInput={event => {
                    set(event.currentTarget.value)
                    setOpen(true)
                }}
                onBlur={() => setOpen(false)} onKeyDown={onKeyDown} />
            <button class="button">{say('command.send')}</button>
        </div>
        <ul id="command-list" class="suggestions" role="listbox" hidden={!found.length}
            aria-label={say('command.suggestions')}>
            {found.map((line, i) => <li key={line} id={`command-${i}`} role="option"
                aria-selected={i === active} class="mono"
                onPointerDown={event => {
                    event.preventDefault()
                    set(line)
                    setOpen(false)
                }}>{line}</li>)}
        </ul>
        {refusal && !refusal.at && <div ref={answer} class="note bad">
            <Refusal play={play} ui={ui} refusal={refusal} /></div>}
    </form>
}
