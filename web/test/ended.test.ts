/* The end of a game is told as a sentence, whatever the sides are called. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endNote, endWords } from '../src/table/ended'
import type { Plan } from '../src/umpire/documents'

const plan = { sides: ['A', 'B'], side_titles: ['Brigade', 'Alarm Band'], names: [] } as unknown as Plan

test('a remark that the game is over is a sentence with titles', () => {
    assert.equal(endNote(plan, 'over: B wins'), 'The game is over. Victory: Alarm Band.')
    assert.equal(endNote(plan, 'over: A resigns, B wins'),
                 'The game is over. Brigade resign. Victory: Alarm Band.')
    assert.equal(endNote(plan, 'over: a draw'), 'The game is over. A draw.')
    assert.equal(endNote(plan, 'over: a draw by agreement'), 'The game is over. A draw, by agreement.')
})

test('other remarks stay what they are', () => {
    assert.equal(endNote(plan, 'over the hill'), undefined)
    assert.equal(endNote(plan, undefined), undefined)
    assert.equal(endWords(plan, 'somebody left'), undefined)
})
