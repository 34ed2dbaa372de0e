/* Long lists filled slot by slot: what is asked for, in which order. */
import assert from 'node:assert/strict'
import test from 'node:test'
import type { Choice } from '../src/table/choices'
import { EMPTY, SlotBook } from '../src/table/slots'
import type { Plan } from '../src/umpire/documents'

const form = 'assign {marker} {command} {wing}'
const plan = {
    verbs: [form],
    forms: [[{ text: 'assign ' }, { text: '', slot: 'marker' }, { text: ' ' },
             { text: '', slot: 'command' }, { text: ' ' }, { text: '', slot: 'wing' }]],
    names: [{ kind: 'wing', pieces: false, names: [{ id: 'Left' }, { id: 'Right' }] },
            { kind: 'command', pieces: false, names: [{ id: 'move' }, { id: 'combat' }] }]
} as unknown as Plan

/* Two markers with the same command: the command does not tell the marker. */
const choices: Choice[] = ['1 move', '2 move', '3 combat', '3 move'].flatMap(given =>
    ['Left', 'Right'].map(wing => ({ move: `assign ${given} ${wing}`, verb: 'assign', form,
                                     pieces: [], hexes: [], names: [] })))
const whatIsAsked = (book: SlotBook, filled = EMPTY) => book.fill(filled).asked?.kind.slot.what

test('words are asked for before numbers, and a number only where it still matters', () => {
    const book = new SlotBook(plan, form, choices)
    const [marker, command, wing] = book.kinds
    assert.equal(whatIsAsked(book), 'command')
    const combat = book.tap(EMPTY, command!, 'combat')
    assert.equal(whatIsAsked(book, combat), 'wing')
    assert.equal(book.fill(book.tap(combat, wing!, 'Left')).left.length, 1)
    const move = book.tap(book.tap(EMPTY, command!, 'move'), wing!, 'Left')
    assert.equal(whatIsAsked(book, move), 'marker')
    assert.deepEqual(book.fill(book.tap(move, marker!, '2')).left.map(c => c.move),
                     ['assign 2 move Left'])
})
