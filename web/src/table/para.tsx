/* A paragraph's number as a button that opens its text, and the sheet it opens in. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { address } from '../app/router'
import { paraTitle } from '../parts/glossary'
import { Markdown } from '../pages/markdown'
import { isFailed, isRefused } from '../umpire/documents'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { Icon } from './icons'
import type { Ui } from './ui'

export function Para(props: { ui: Ui; para: string | null }) {
    const { para, ui } = props
    if (!para)
        return null
    return <button type="button" class="para para-button" title={say('refused.rule', { para })}
        aria-label={say('refused.rule', { para })} onClick={() => { ui.rule.value = para }}>
        {paraTitle(para)}
    </button>
}

export function RuleSheet(props: { ui: Ui; game: string }) {
    const para = props.ui.rule.value
    return para ? <Sheet key={para} ui={props.ui} game={props.game} para={para} /> : null
}

function Sheet(props: { ui: Ui; game: string; para: string }) {
    const { ui, game, para } = props
    const [text, setText] = useState<string | null>(null)
    const sheet = useRef<HTMLElement>(null)
    useEffect(() => {
        const before = document.activeElement
        sheet.current?.focus()
        return () => { if (before instanceof HTMLElement && before.isConnected) before.focus() }
    }, [])
    useEffect(() => {
        let here = true
        umpire.paragraph(game, para).then(said => {
            if (here)
                setText(isFailed(said) || isRefused(said) ? '' : said.text)
        }, () => here && setText(''))
        return () => { here = false }
    }, [game, para])
    const close = () => { ui.rule.value = null }
    return <section class="rule-sheet" role="dialog" aria-label={say('rule.title', { para })}
        tabIndex={-1} ref={sheet}
        onKeyDown={event => {
            if (event.key === 'Escape') {
                event.stopPropagation()
                close()
            }
        }}>
        <header class="row rule-head">
            <h2>{say('rule.title', { para: paraTitle(para) })}</h2>
            <button type="button" class="button quiet icon" aria-label={say('rule.close')}
                onClick={close}><Icon name="close" /></button>
        </header>
        <div class="rule-body">
            {text === null ? <p class="soft">{say('table.loading')}</p>
             : text ? <Markdown text={text} game={game} terms />
             : <p>{say('rule.missing', { para })}</p>}
        </div>
        <a class="button" href={address('rules', game, para)} target="_blank" rel="noopener">
            {say('rule.book')}
        </a>
    </section>
}
