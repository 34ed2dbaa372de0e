/* The end of a game is told as a sentence, whatever the sides are called. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endNote, endWords, whyOver } from '../src/table/ended'
import type { Line, Plan } from '../src/umpire/documents'

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

test('why it is over is what the last paragraph said, not what else came of the die', () => {
    const told = (para: string, says: string) => ({ kind: 'told', para, text: '', says })
    const lines = [{ events: [told('8.1', 'the Venetians: 0 SP lost to attrition'), told('16.2', 'the Imperials have won'),
                              told('16.2', 'there was no battle')] }, { events: [] }] as unknown as Line[]
    assert.deepEqual(whyOver(lines), ['The Imperials have won', 'There was no battle'])
    assert.deepEqual(whyOver([]), [])
})
