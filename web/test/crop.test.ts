/* Small pictures: what lies round the pieces, within the frame, as wide for their height as was wished. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { roundPieces } from '../src/board/crop'

const picture = (pieces: [number, number][]) => '<svg width="1048" height="900" viewBox="0 0 1048 900" data-sheet="24 64 1000 800">' +
    `<g transform="translate(42.00 82.00) scale(1.0000)">${pieces.map(([x, y]) =>
        `<g class="army-norman band-1" transform="translate(${x} ${y})"/>`).join('')}</g></svg>`
const boxOf = (svg: string) => /viewBox="([^"]*)"/.exec(svg)![1]!.split(' ').map(Number)

test('the pieces lie in the middle, with ground about them', () => {
    const [x = 0, y = 0, w = 0, h = 0] = boxOf(roundPieces(picture([[400, 300], [600, 300]]), 1.5))
    assert.ok(Math.abs(x + w / 2 - 542) <= 1 && Math.abs(y + h / 2 - 382) <= 1, `${[x, y, w, h]}`)
    assert.ok(Math.abs(w / h - 1.5) < 0.01 && w >= 200 + 2 * 70)
})

test('no picture goes beyond the frame where the map has room', () => {
    const [x = 0, y = 0, w = 0, h = 0] = boxOf(roundPieces(picture([[10, 10], [300, 40]]), 1.5))
    assert.deepEqual([x, y], [42, 82])
    assert.ok(x + w <= 24 + 1000 - 18 && y + h <= 64 + 800 - 18)
})

test('a map without pieces is shown whole, and what is no map is left alone', () => {
    const [, , w = 0, h = 0] = boxOf(roundPieces(picture([]), 1.5))
    assert.ok(Math.abs(h - 764) <= 1 && Math.abs(w - 1146) <= 1, `${[w, h]}`)
    assert.equal(roundPieces('<svg/>', 1.5), '<svg/>')
})
