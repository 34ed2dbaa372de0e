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
                                     pieces: [], hexes: [], names: [], path: false, free: false })))
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

const hand = 'hand {chit,}'
const hands = { verbs: [hand], forms: [[{ text: 'hand ' }, { text: '', slot: 'chit', sep: ',' }]],
                names: [{ kind: 'chit', pieces: false, names: [{ id: 'muster' }, { id: 'shot' }] }] } as unknown as Plan

test('of a thing that may be had twice a second tap takes another, and one more lets go of all', () => {
    const moves = ['-', 'shot', 'shot,shot', 'muster', 'muster,shot', 'muster,shot,shot'].map((chits): Choice =>
        ({ move: `hand ${chits}`, verb: 'hand', form: hand, pieces: [], hexes: [], names: [], path: false, free: false }))
    const book = new SlotBook(hands, hand, moves)
    const [chit] = book.kinds
    const one = book.tap(EMPTY, chit!, 'shot')
    assert.equal(book.fill(one).asked?.complete?.move, 'hand shot')
    const two = book.tap(one, chit!, 'shot')
    assert.equal(book.fill(two).asked?.complete?.move, 'hand shot,shot')
    assert.deepEqual(book.tap(two, chit!, 'shot'), EMPTY)
    const muster = book.tap(two, chit!, 'muster')
    assert.deepEqual(book.fill(muster).left.map(c => c.move), ['hand muster,shot,shot'])
    assert.equal(book.tap(muster, chit!, 'muster').get(0)?.length, 2)
})
