/* Markdown as our rule books use it, read into blocks: headings, paragraphs, lists, tables, code,
 * rules and quotes. markdown.tsx draws them as elements; text never becomes HTML. */

export type Block =
    | { kind: 'heading'; level: number; text: string; para: string | null }
    | { kind: 'text'; text: string; para: string | null }
    | { kind: 'list'; ordered: boolean; start: number; items: Item[] }
    | { kind: 'table'; head: string[]; rows: string[][] }
    | { kind: 'code'; text: string }
    | { kind: 'quote'; blocks: Block[] }
    | { kind: 'rule' }
export interface Item { para: string | null; blocks: Block[] }

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const FENCE = /^\s*(```|~~~)/
const RULE = /^\s{0,3}([-*_])(\s*\1){2,}\s*$/
const ITEM = /^(\s*)([-*]|\d{1,4}[.)])\s+(?=\S)/
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/
const QUOTE = /^\s{0,3}>\s?/

/* As the engine finds paragraphs (src/view/rules.c): "R4.4", "13.2", "G.8" after emphasis. */
const NUMBER = /^[§*\s]*([A-Z]{0,4}\.?\d+(?:\.\d+)*)(?![A-Za-z0-9/-]|\.\d)/

/** The paragraph's number a text begins with. */
export function numberOf(text: string): string | null {
    return NUMBER.exec(text)?.[1] ?? null
}

/** Does 5.5.4 follow 5.5.3? Some books begin a paragraph on a new line and no more. */
function follows(next: string | null, last: string | null): boolean {
    const [, parent, number] = /^(.+\.)(\d+)$/.exec(next ?? '') ?? []
    return parent !== undefined && last !== null && last.startsWith(parent) &&
        Number(number) > Number(last.slice(parent.length))
}

const indentOf = (line: string) => /^\s*/.exec(line)![0].length

class Reader {
    private at = 0

    constructor(private readonly lines: string[]) {}

    blocks(): Block[] {
        const found: Block[] = []
        while (this.at < this.lines.length) {
            if (this.line().trim() === '')
                this.at++
            else
                found.push(this.block())
        }
        return found
    }

    private line() {
        return this.lines[this.at] ?? ''
    }

    private block(): Block {
        const line = this.line()
        const heading = HEADING.exec(line)
        if (heading) {
            this.at++
            const text = heading[2]!
            return { kind: 'heading', level: heading[1]!.length, text, para: numberOf(text) }
        }
        if (FENCE.test(line))
            return this.code()
        if (RULE.test(line)) {
            this.at++
            return { kind: 'rule' }
        }
        if (this.beginsTable())
            return this.table()
        if (QUOTE.test(line))
            return this.quote()
        if (ITEM.test(line))
            return this.list()
        return this.text()
    }

    private code(): Block {
        const fence = FENCE.exec(this.line())![1]!
        const inside: string[] = []
        for (this.at++; this.at < this.lines.length; this.at++) {
            if (this.line().trimStart().startsWith(fence))
                break
            inside.push(this.line())
        }
        this.at++
        return { kind: 'code', text: inside.join('\n') }
    }

    private beginsTable() {
        return this.line().includes('|') && TABLE_RULE.test(this.lines[this.at + 1] ?? '') &&
            (this.lines[this.at + 1] ?? '').includes('|')
    }

    private table(): Block {
        const head = cells(this.line())
        const rows: string[][] = []
        for (this.at += 2; this.line().includes('|'); this.at++) {
            const row = cells(this.line()).slice(0, head.length)
            rows.push([...row, ...Array<string>(head.length - row.length).fill('')])
        }
        return { kind: 'table', head, rows }
    }

    private quote(): Block {
        const inside: string[] = []
        for (; QUOTE.test(this.line()); this.at++)
            inside.push(this.line().replace(QUOTE, ''))
        return { kind: 'quote', blocks: new Reader(inside).blocks() }
    }

    private list(): Block {
        const [, space = '', mark = ''] = ITEM.exec(this.line())!
        const ordered = /\d/.test(mark)
        const items: Item[] = []
        while (this.at < this.lines.length) {
            const next = ITEM.exec(this.line())
            if (!next || next[1]!.length > space.length + 1 || /\d/.test(next[2]!) !== ordered ||
                next[1]!.length < space.length)
                break
            items.push(this.item(next[0].length, space.length))
            this.skipBlankBefore(line => ITEM.test(line) && indentOf(line) === space.length)
        }
        return { kind: 'list', ordered, start: ordered ? parseInt(mark, 10) : 1, items }
    }

    /** One item: its first line without the mark, and whatever belongs to it, unindented. */
    private item(width: number, indent: number): Item {
        const inside = [this.line().slice(width)]
        for (this.at++; this.at < this.lines.length; this.at++) {
            const line = this.line()
            if (line.trim() === '') {
                if (indentOf(this.lines[this.at + 1] ?? '') <= indent)
                    break
                inside.push('')
            } else if (indentOf(line) > indent) {
                inside.push(line.slice(Math.min(indentOf(line), width)))
            } else if (ITEM.test(line) || this.interrupts()) {
                break
            } else {
                inside.push(line) // a line that goes on without indentation
            }
        }
        return { para: numberOf(inside[0]!), blocks: new Reader(inside).blocks() }
    }

    private skipBlankBefore(follows: (line: string) => boolean) {
        let next = this.at
        while (next < this.lines.length && this.lines[next]!.trim() === '')
            next++
        if (next > this.at && follows(this.lines[next] ?? ''))
            this.at = next
    }

    private interrupts() {
        const line = this.line()
        return HEADING.test(line) || FENCE.test(line) || RULE.test(line) || QUOTE.test(line) ||
            this.beginsTable()
    }

    private text(): Block {
        const inside: string[] = []
        const para = numberOf(this.line())
        for (; this.line().trim() !== ''; this.at++) {
            if (inside.length && follows(numberOf(this.line()), para))
                break
            const item = ITEM.exec(this.line())
            if (inside.length && (this.interrupts() || (item && !/^([2-9]|\d\d)/.test(item[2]!))))
                break
            inside.push(this.line().trim())
        }
        return { kind: 'text', text: inside.join('\n'), para }
    }
}

function cells(line: string): string[] {
    return line.trim().replace(/^\||\|$/g, '').split('|').map(cell => cell.trim())
}

export function readMarkdown(text: string): Block[] {
    return new Reader(text.replace(/\r\n?/g, '\n').split('\n')).blocks()
}

// ---- inside a line -----------------------------------------------------------------------------

export type Span =
    | { kind: 'plain' | 'code'; text: string }
    | { kind: 'strong' | 'em'; spans: Span[] }
    | { kind: 'link'; href: string; spans: Span[] }
    | { kind: 'para'; para: string }

const SPAN = new RegExp([
    /\\(?<escaped>[\\`*[\]_|#])/,
    /(?<ticks>`+)(?<code>.+?)\k<ticks>/,
    /(?<![\w*])\*\*(?=\S)(?<strong>.+?)(?<=\S)\*\*(?!\*)/,
    /(?<![\w*])\*(?=[^\s*])(?<em>.+?)(?<=[^\s*])\*(?![\w*])/,
    /\[(?<label>[^\]]+)\]\((?<href>[^\s)]+)\)/,
    /(?<![\w.,/<>=+-])(?<para>[A-Z]{1,4}\.?\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?![\w/]|\.\d)/
].map(part => part.source).join('|'), 'gs')

/** Only places a reader may be sent to; anything else stays text. */
const safe = (href: string) => /^(https?:\/\/|#)/.test(href)

/** isPara: is this number one of a paragraph that can be shown? */
export function readSpans(text: string, isPara: (number: string) => boolean): Span[] {
    const found: Span[] = []
    const plain = (more: string) => {
        const last = found.at(-1)
        if (last?.kind === 'plain')
            last.text += more
        else if (more)
            found.push({ kind: 'plain', text: more })
    }
    let done = 0
    for (const hit of text.matchAll(SPAN)) {
        const { escaped, code, strong, em, label, href, para } = hit.groups!
        plain(text.slice(done, hit.index))
        done = hit.index + hit[0].length
        if (escaped)
            plain(escaped)
        else if (code)
            found.push({ kind: 'code', text: code.trim() })
        else if (strong)
            found.push({ kind: 'strong', spans: readSpans(strong, isPara) })
        else if (em)
            found.push({ kind: 'em', spans: readSpans(em, isPara) })
        else if (href && label && safe(href))
            found.push({ kind: 'link', href, spans: readSpans(label, isPara) })
        else if (para && isPara(para))
            found.push({ kind: 'para', para })
        else
            plain(hit[0])
    }
    plain(text.slice(done))
    return found
}
