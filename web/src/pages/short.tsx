/* The rules of a game in five minutes: its five-minutes.md, pictures drawn by the engine. */
import { Loading, useLoaded } from '../app/load'
import { Page } from '../app/page'
import { address } from '../app/router'
import { textsOf } from '../app/texts'
import { withSheet } from '../board/drawings'
import { engineCall, umpire } from '../umpire/umpire'
import { language, say } from '../words/words'
import { Markdown } from './markdown'
import '../style/learn.css'

/** ![caption](kind:what) on a line of its own. */
const PICTURE = /^!\[([^\]]*)\]\((position|lesson|chart):([^)]+)\)$/

type Part = { text: string } | { caption: string; kind: string; what: string }

function partsOf(text: string): Part[] {
    const parts: Part[] = []
    let lines: string[] = []
    const flush = () => {
        if (lines.some(line => line.trim()))
            parts.push({ text: lines.join('\n') })
        lines = []
    }
    for (const line of text.split('\n')) {
        const [, caption, kind, what] = PICTURE.exec(line) ?? []
        if (caption === undefined) {
            lines.push(line)
        } else {
            flush()
            parts.push({ caption, kind: kind!, what: what! })
        }
    }
    flush()
    return parts
}

let drawn = 0

async function draw(game: string, kind: string, what: string): Promise<string | null> {
    const handle = `picture-${++drawn}`
    const [name = '', rest = ''] = what.split(/[/,](.*)/s)
    try {
        if (kind === 'chart') {
            const chart = await umpire.chartSvg(game, name, rest || undefined)
            return 'svg' in chart ? chart.svg : null
        }
        if (kind === 'lesson')
            await engineCall(handle, 'learn', [`${game}/${name}`, Number(rest), 1], game)
        else
            await engineCall(handle, 'open', [`${game}/${name}`, ''], game)
        const said = await engineCall<{ svg?: string }>(handle, 'svg', [-1, -1])
        return said.svg === undefined ? null : withSheet(said.svg)
    } finally {
        if (kind !== 'chart')
            void engineCall(handle, 'close', [])
    }
}

function tryIt(game: string, kind: string, what: string): string {
    const [name = '', rest = ''] = what.split(/[/,](.*)/s)
    switch (kind) {
    case 'lesson': return address('learn', game, name, new URLSearchParams({ page: rest }))
    case 'chart': return address('charts', game, name)
    default: return address('play', `${game}/${name}`)
    }
}

function Picture(props: { game: string; caption: string; kind: string; what: string }) {
    const { game, caption, kind, what } = props
    const svg = useLoaded(() => draw(game, kind, what), [game, kind, what])
    const body = svg && <img alt={caption}
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} />
    return <figure>
        {svg === undefined ? <Loading /> : body}
        <figcaption>{caption}. {kind !== 'chart' &&
            <a href={tryIt(game, kind, what)}>{say('short.try')}</a>}</figcaption>
    </figure>
}

/** In the language that is spoken, where it is written in it. */
const shortOf = (texts: Record<string, string>, game: string) =>
    texts[`${game}/five-minutes.${language}.md`] ?? texts[`${game}/five-minutes.md`]

/** The text alone, as it is printed. */
export function ShortText({ game }: { game: string }) {
    const text = useLoaded(async () => shortOf(await textsOf(game), game) ?? '', [game])
    return <>{partsOf(text ?? '').map((part, i) => 'text' in part
        ? <Markdown key={i} text={part.text} /> : <Picture key={i} game={game} {...part} />)}</>
}

export function ShortPage(props: { game: string }) {
    const { game } = props
    const found = useLoaded(async () => {
        const known = (await umpire.games()).find(g => g.id === game)
        const texts = known && await textsOf(game)
        return { title: known?.title ?? game, text: texts ? shortOf(texts, game) ?? null : null }
    }, [game])
    if (!found)
        return <Page title={say('page.loading')}><Loading /></Page>
    return <Page title={say('short.title', { game: found.title })} class="short-page">
        {found.text === null ? <p>{say('short.none')}</p>
            : partsOf(found.text).map((part, i) => 'text' in part
                ? <Markdown key={i} text={part.text} />
                : <Picture key={i} game={game} {...part} />)}
        <p>
            <a class="button primary" href={address('learn', game, 'first')}>{say('short.lesson')}</a>{' '}
            <a class="button" href={address('rules', game)}>{say('short.rules')}</a>
        </p>
    </Page>
}
