/* Forms of verbs: read, filled in, written. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { fillForm, hasLengths, hasPath, partsOf, readForm, writeForm } from '../src/table/forms'
import type { FormPart, Plan } from '../src/umpire/documents'

/* As the engine takes them apart; tests/unit/move.c holds it to the same. */
const forms: Record<string, FormPart[]> = {
    'attack {unit} by {unit,} [leave]': [{ text: 'attack ' },
         { text: '', slot: 'unit' },
         { text: ' by ' },
         { text: '', slot: 'unit', sep: ',' },
         { text: ' ' },
         { text: 'leave', optional: true }],
    'move {man} {x,y-} [face {n}] [mount]': [{ text: 'move ' },
         { text: '', slot: 'man' },
         { text: ' ' },
         { text: '', slot: 'x,y', sep: '-' },
         { text: ' ' },
         { text: 'face ', slot: 'n', optional: true },
         { text: ' ' },
         { text: 'mount', optional: true }],
    'charge {element,}: {A|W mm [mm];}^C {element element F|L [mm]}': [{ text: 'charge ' },
         { text: '', slot: 'element', sep: ',' },
         { text: ': ' },
         { text: '', slot: 'A|W mm [mm]', sep: ';' },
         { text: 'C ' },
         { text: '', slot: 'element element F|L [mm]' }],
    'about {element}[: {A|W mm [mm];}]': [{ text: 'about ' },
         { text: '', slot: 'element' },
         { text: ': ', slot: 'A|W mm [mm]', sep: ';', optional: true }],
    'move {element,}: {A|W mm [mm];}': [{ text: 'move ' },
         { text: '', slot: 'element', sep: ',' },
         { text: ': ' },
         { text: '', slot: 'A|W mm [mm]', sep: ';' }],
    'move {unit} {hex-}': [{ text: 'move ' },
         { text: '', slot: 'unit' },
         { text: ' ' },
         { text: '', slot: 'hex', sep: '-' }],
    'bombard {hex} by {unit,}': [{ text: 'bombard ' },
         { text: '', slot: 'hex' },
         { text: ' by ' },
         { text: '', slot: 'unit', sep: ',' }],
    'fire {unit} {unit}': [{ text: 'fire ' },
         { text: '', slot: 'unit' },
         { text: ' ' },
         { text: '', slot: 'unit' }],
    'wing {wing}': [{ text: 'wing ' },
         { text: '', slot: 'wing' }],
    'form {unit}': [{ text: 'form ' },
         { text: '', slot: 'unit' }],
    'end': [{ text: 'end' }]
}
const plan = {
    verbs: Object.keys(forms), forms: Object.values(forms),
    names: [{ kind: 'unit', pieces: true, names: [{ id: 'N1' }, { id: 'N2' }, { id: 'E1' }] },
            { kind: 'wing', pieces: false, names: [{ id: 'Left' }] }]
} as unknown as Plan

const written = (form: string, ...values: string[]) => writeForm(partsOf(plan, form), values)

test('words stand for themselves and slots take what is filled in', () => {
    assert.equal(written('attack {unit} by {unit,} [leave]', 'E1', 'N1,N2'), 'attack E1 by N1,N2')
    assert.equal(written('attack {unit} by {unit,} [leave]', 'E1', 'N1', 'x'),
                 'attack E1 by N1 leave')
})

test('an optional part is left out with its words', () => {
    const form = 'move {man} {x,y-} [face {n}] [mount]'
    assert.equal(written(form, 'A1', '10,20'), 'move A1 10,20')
    assert.equal(written(form, 'A1', '10,20-30,40', '3', 'x'), 'move A1 10,20-30,40 face 3 mount')
})

test('each item of a list of ; with words behind it is followed by the sign', () => {
    const form = 'charge {element,}: {A|W mm [mm];}^C {element element F|L [mm]}'
    assert.equal(written(form, 'B1', '', 'B1 A5 F 20'), 'charge B1: C B1 A5 F 20')
    assert.equal(written(form, 'B1', 'A 20', 'B1 A5 F'), 'charge B1: A 20; C B1 A5 F')
})

test('an optional tail with punctuation is written only when filled in', () => {
    const form = 'about {element}[: {A|W mm [mm];}]'
    assert.equal(written(form, 'A1'), 'about A1')
    assert.equal(written(form, 'A1', 'A 30'), 'about A1: A 30')
})

test('a written move is read back into its slots', () => {
    const read = (form: string, move: string) => readForm(partsOf(plan, form), move)
    assert.deepEqual(read('attack {unit} by {unit,} [leave]', 'attack E1 by N1,N2 leave'),
                     ['E1', 'N1,N2', 'leave'])
    assert.deepEqual(read('attack {unit} by {unit,} [leave]', 'attack E1 by N1'),
                     ['E1', 'N1', ''])
    assert.deepEqual(read('move {element,}: {A|W mm [mm];}', 'move A1,A2: W 360; A 17'),
                     ['A1,A2', 'W 360; A 17'])
    assert.deepEqual(read('move {man} {x,y-} [face {n}] [mount]', 'move A1 10,20 face 3'),
                     ['A1', '10,20', '3', ''])
    const charge = 'charge {element,}: {A|W mm [mm];}^C {element element F|L [mm]}'
    assert.deepEqual(read(charge, 'charge B1: A 20; C B1 A5 F 20'), ['B1', 'A 20', 'B1 A5 F 20'])
    assert.deepEqual(read(charge, 'charge B1: C B1 A5 F 20'), ['B1', '', 'B1 A5 F 20'])
    assert.equal(read('move {unit} {hex-}', 'fire N1 E1'), null)
})

test('picked pieces and a place fill a form that needs no more than these', () => {
    const one = { own: ['N1'], hex: '0304' }
    assert.equal(fillForm(plan, 'move {unit} {hex-}', one), 'move N1 0304')
    assert.equal(fillForm(plan, 'bombard {hex} by {unit,}', { own: ['N1', 'N2'], hex: '0304' }),
                 'bombard 0304 by N1,N2')
    assert.equal(fillForm(plan, 'attack {unit} by {unit,} [leave]',
                          { own: ['N1'], target: 'E1', hex: '0304' }), 'attack E1 by N1')
    assert.equal(fillForm(plan, 'fire {unit} {unit}', { own: ['N1'], target: 'E1' }), 'fire N1 E1')
})

test('a form that needs more is not guessed', () => {
    assert.equal(fillForm(plan, 'wing {wing}', { own: ['N1'], hex: '0304' }), null)
    assert.equal(fillForm(plan, 'move {unit} {hex-}', { own: ['N1', 'N2'], hex: '0304' }), null)
    assert.equal(fillForm(plan, 'move {unit} {hex-}', { own: ['N1'] }), null)
    assert.equal(fillForm(plan, 'form {unit}', { own: ['N1'], hex: '0304' }), null)
    assert.equal(fillForm(plan, 'end', { own: ['N1'], hex: '0304' }), null)
})

test('a form says whether it goes a way by hexes, and whether lengths are chosen', () => {
    const those = (has: (parts: ReturnType<typeof partsOf>) => boolean) => plan.verbs.filter(form => has(partsOf(plan, form)))
    assert.deepEqual(those(hasPath), ['move {unit} {hex-}'])
    assert.deepEqual(those(hasLengths), plan.verbs.filter(form => /mm|x,y/.test(form)))
})
