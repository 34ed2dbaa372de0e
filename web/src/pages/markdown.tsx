/* Markdown drawn as elements: the rule book, a paragraph of it at the table, notes of a chart. What
 * is written there is never taken for HTML. */
import { Fragment, type ComponentChildren, type VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { address } from '../app/router'
import { glossed, Glossed, Terms, type Glossary } from '../parts/glossary'
import { readMarkdown, readSpans, type Block, type Item, type Span } from './markdown-blocks'

interface Drawing {
    game: string | undefined
    isPara: (number: string) => boolean
    /** Paragraphs that have got their anchor: the first of a number is the one meant. */
    anchored: Set<string>
    anchors: boolean
    /** Words of the glossary can be tapped; of a whole book those of this glossary, once a section. */
    terms: boolean
    glossary: Glossary | null
    seen: Set<string>
}

const nothing = () => false

/** `game` with `isPara` makes numbers of paragraphs links into the rule book; with `anchors` every
 *  numbered paragraph has the id para-NUMBER. */
export function Markdown(props: {
    text: string; game?: string; isPara?: (number: string) => boolean; anchors?: boolean
    terms?: boolean
}) {
    const blocks = useMemo(() => readMarkdown(props.text), [props.text])
    return <MarkdownBlocks blocks={blocks} {...props} />
}

export function MarkdownBlocks(props: {
    blocks: Block[]; game?: string; isPara?: (number: string) => boolean; anchors?: boolean
    terms?: boolean; glossary?: Glossary | null
}) {
    const drawing: Drawing = {
        game: props.game, isPara: props.game ? props.isPara ?? nothing : nothing,
        anchored: new Set(), anchors: props.anchors ?? false, terms: props.terms ?? false,
        glossary: props.glossary ?? null, seen: new Set()
    }
    return <div class="markdown">{drawBlocks(props.blocks, drawing)}</div>
}

function drawBlocks(blocks: Block[], drawing: Drawing): ComponentChildren {
    return blocks.map((block, i) => <Fragment key={i}>{drawBlock(block, drawing)}</Fragment>)
}

function anchorOf(para: string | null, drawing: Drawing) {
    if (!para || !drawing.anchors || drawing.anchored.has(para))
        return {}
    drawing.anchored.add(para)
    return { id: `para-${para}`, tabIndex: -1 }
}

function drawBlock(block: Block, drawing: Drawing): VNode {
    switch (block.kind) {
    case 'heading': return drawHeading(block, drawing)
    case 'text':
        return <p {...anchorOf(block.para, drawing)}>{drawSpans(block.text, drawing)}</p>
    case 'list': {
        const items = block.items.map((item, i) => drawItem(item, i, drawing))
        return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table': return drawTable(block, drawing)
    case 'code': return <pre tabIndex={0}><code>{block.text}</code></pre>
    case 'quote': return <blockquote>{drawBlocks(block.blocks, drawing)}</blockquote>
    case 'rule': return <hr />
    }
}

/* The page has the one h1; the book's headings follow it. */
function drawHeading(block: Block & { kind: 'heading' }, drawing: Drawing) {
    drawing.seen.clear()
    const Tag = `h${Math.min(6, Math.max(2, block.level))}` as 'h2'
    return <Tag {...anchorOf(block.para, drawing)}>{drawSpans(block.text, withoutTerms(drawing))}</Tag>
}

/** Words of a heading explain themselves below it. */
const withoutTerms = (drawing: Drawing): Drawing => ({ ...drawing, terms: false, glossary: null })

function drawItem(item: Item, key: number, drawing: Drawing) {
    const anchor = anchorOf(item.para, drawing)
    const [first, ...rest] = item.blocks
    return <li key={key} {...anchor}>
        {first?.kind === 'text' ? drawSpans(first.text, drawing)
                                : first && drawBlock(first, drawing)}
        {drawBlocks(rest, drawing)}
    </li>
}

function drawTable(block: Block & { kind: 'table' }, drawing: Drawing) {
    return <div class="scroller" tabIndex={0}>
        <table class="grid">
            <thead><tr>
                {block.head.map((cell, i) =>
                    <th key={i} scope="col">{drawSpans(cell, drawing)}</th>)}
            </tr></thead>
            <tbody>
                {block.rows.map((row, i) => <tr key={i}>
                    {row.map((cell, k) => <td key={k}>{drawSpans(cell, drawing)}</td>)}
                </tr>)}
            </tbody>
        </table>
    </div>
}

function drawSpans(text: string, drawing: Drawing): ComponentChildren {
    return drawSpanList(readSpans(text, drawing.isPara), drawing)
}

function drawSpanList(spans: Span[], drawing: Drawing): ComponentChildren {
    return spans.map((span, i) => <Fragment key={i}>{drawSpan(span, drawing)}</Fragment>)
}

function drawSpan(span: Span, drawing: Drawing): ComponentChildren {
    switch (span.kind) {
    case 'plain':
        if (drawing.glossary)
            return <Terms parts={glossed(drawing.glossary, span.text, drawing.seen)} />
        return drawing.terms ? <Glossed text={span.text} /> : span.text
    case 'code': return <code>{span.text}</code>
    case 'strong': return <strong>{drawSpanList(span.spans, drawing)}</strong>
    case 'em': return <em>{drawSpanList(span.spans, drawing)}</em>
    case 'link':
        return <a href={span.href} rel="noreferrer">{drawSpanList(span.spans, drawing)}</a>
    case 'para':
        return <a class="para" href={address('rules', drawing.game, span.para)}>{span.para}</a>
    }
}
