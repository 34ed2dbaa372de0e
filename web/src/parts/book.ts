/* A rule book, read once: its blocks, and which paragraphs it has. */
import { textsOf } from '../app/texts'
import { readMarkdown, type Block } from '../pages/markdown-blocks'

export interface Book {
    blocks: Block[]
    headings: { level: number; text: string; para: string | null }[]
    /** Is there a paragraph of that number? */
    has: (para: string) => boolean
    /** The number as the book writes it, whatever the case; undefined: it has none. */
    named: (para: string) => string | undefined
    /** Numbered paragraphs in which these words stand. */
    find: (words: string) => { para: string; text: string }[]
}

/** Every numbered paragraph with its own text, in the order of the book. */
function numbered(blocks: Block[]): { para: string; text: string }[] {
    return blocks.flatMap(block => {
        switch (block.kind) {
        case 'heading':
        case 'text':
            return block.para ? [{ para: block.para, text: block.text }] : []
        case 'list':
            return block.items.flatMap(item => item.para
                ? [{ para: item.para, text: item.blocks.map(plain).join(' ') }]
                : numbered(item.blocks))
        default:
            return []
        }
    })
}

function plain(block: Block): string {
    switch (block.kind) {
    case 'heading': case 'text': case 'code': return block.text
    case 'list': return block.items.flatMap(item => item.blocks.map(plain)).join(' ')
    case 'table': return [block.head, ...block.rows].flat().join(' ')
    case 'quote': return block.blocks.map(plain).join(' ')
    case 'rule': return ''
    }
}

const words = (text: string) => text.replace(/[*`]/g, '').replace(/\s+/g, ' ')

function bookFrom(text: string): Book {
    const blocks = readMarkdown(text)
    const paragraphs = numbered(blocks)
    const names = new Map<string, string>()
    for (const { para } of paragraphs)
        if (!names.has(para.toLowerCase()))
            names.set(para.toLowerCase(), para)
    const exact = new Set(names.values())
    return {
        blocks,
        headings: blocks.filter(block => block.kind === 'heading')
            .map(({ level, text, para }) => ({ level, text: words(text), para })),
        has: para => exact.has(para),
        named: para => names.get(para.toLowerCase()),
        find: wanted => paragraphs.map(({ para, text }) => ({ para, text: words(text) }))
            .filter(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()))
    }
}

const books = new Map<string, Promise<Book>>()

export function bookOf(game: string): Promise<Book> {
    let book = books.get(game)
    if (!book) {
        book = textsOf(game).then(texts => bookFrom(texts[`${game}/RULES.md`] ?? ''))
        book.catch(() => books.delete(game))
        books.set(game, book)
    }
    return book
}
