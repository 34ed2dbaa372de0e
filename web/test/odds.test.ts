/* Odds: what of a chart is lit, and how chances are written. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { percentOf } from '../src/parts/distribution'
import { gatherLit } from '../src/parts/lit'

test('what is said of one cell several times is gathered', () => {
    const lit = gatherLit([{ row: '1', column: 'a', sure: false, why: ['3'] },
                           { row: '1', column: 'b', sure: false },
                           { row: '1', column: 'a', sure: true, why: ['4'] }])
    assert.equal(lit.size, 2)
    assert.deepEqual([...lit.values()][0], { row: '1', column: 'a', sure: true, why: ['3', '4'] })
    assert.deepEqual([...lit.values()][1]!.why, [])
})

test('hardly ever is not never, and hardly always not always', () => {
    assert.match(percentOf(0.0001), /^<0.1/)
    assert.match(percentOf(0.9999), /^>99.9/)
    assert.match(percentOf(0), /^0/)
    assert.match(percentOf(1), /^100/)
})
