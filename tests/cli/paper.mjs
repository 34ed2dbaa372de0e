/* paper.mjs - pages of a PDF as pictures, and lengths on them: true is what is true to 0.2 mm. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'

export const MM = 10 // pixels, at 254 dpi
const TRUE = 0.2 * MM

/** A page as grey pixels. */
export function look(file, page) {
    const bytes = execFileSync('pdftoppm', ['-r', '254', '-gray', '-f', page + 1, '-l', page + 1, file].map(String),
                               { maxBuffer: 1 << 28 })
    const [, wide, high] = /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(bytes.subarray(0, 40).toString('latin1'))
    const from = bytes.length - wide * high
    return { wide: Number(wide), high: Number(high), dark: (x, y) => bytes[from + y * wide + x] < 150 }
}

/** The longest dark stretch along a row. */
export function longest(picture, y) {
    let best = 0, now = 0
    for (let x = 0; x < picture.wide; x++) {
        now = picture.dark(x, y) ? now + 1 : 0
        best = Math.max(best, now)
    }
    return best
}

export function near(what, is, should) {
    assert.ok(Math.abs(is - should) <= TRUE, `${what}: ${is / MM} mm, not ${should / MM}`)
}

/** The first and the last dark pixel of a part of a row. */
export function darkBetween(picture, y, from, to) {
    let left = 0, right = 0
    for (let x = from; x < to; x++)
        if (picture.dark(x, y)) {
            left ||= x
            right = x
        }
    return [left, right]
}
