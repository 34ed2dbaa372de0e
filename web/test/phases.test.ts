/* Phases of a turn as a sheet of words lists them. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { phasesOf } from '../src/table/phases'

const here = (text: string | undefined, step: string) => phasesOf(text, step).filter(p => p.here).map(p => p.title)

test('the phase is the one whose steps have the present one, else the one of all others', () => {
    const text = 'March: programme, movement > Shell: bombardment > Storm: *'
    assert.deepEqual(phasesOf(text, 'movement').map(p => p.title), ['March', 'Shell', 'Storm'])
    assert.deepEqual(here(text, 'programme'), ['March'])
    assert.deepEqual(here(text, 'melee roll'), ['Storm'])
})

test('a step that belongs to no phase lights none; no list, no phases', () => {
    assert.deepEqual(here('Fire: shots > Move: orders', 'shot'), [])
    assert.deepEqual(phasesOf(undefined, 'shot'), [])
})
