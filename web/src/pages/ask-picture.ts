/* The answer as a picture to send: title, headline, the likeliest outcomes with their bars. */
import { percentOf } from '../parts/distribution'
import { give, pngOf } from '../table/save'
import type { AskAnswer } from '../umpire/documents'

const WIDE = 720
const LINE = 34
const ROWS_MOST = 12

const plain = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

export function answerSvg(answer: AskAnswer, headline: string): string {
    const rows = answer.rows.slice(0, ROWS_MOST)
    const high = 110 + rows.length * LINE
    const lines = rows.map(({ label, value }, i) => {
        const y = 96 + i * LINE
        return `<rect x="24" y="${y + 8}" width="${Math.round((WIDE - 48) * value)}" height="6" fill="#1f6f78"/>` +
            `<text x="24" y="${y}" font-size="17">${plain(label)}</text>` +
            `<text x="${WIDE - 24}" y="${y}" font-size="17" text-anchor="end" font-weight="700">` +
            `${percentOf(value)}</text>`
    }).join('')
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${high}" ` +
        `viewBox="0 0 ${WIDE} ${high}" font-family="sans-serif" fill="#22201c">` +
        `<rect width="${WIDE}" height="${high}" fill="#fbf8ee"/>` +
        `<text x="24" y="34" font-size="15" fill="#5c5446">${plain(answer.title)}</text>` +
        `<text x="24" y="64" font-size="22" font-weight="700">${plain(headline)}</text>${lines}</svg>`
}

export async function saveAnswer(answer: AskAnswer, headline: string) {
    const svg = new Blob([answerSvg(answer, headline)], { type: 'image/svg+xml' })
    give(`${answer.game}-${answer.question}.png`, await pngOf(svg) ?? svg)
}
