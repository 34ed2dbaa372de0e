/* What players wish otherwise: forms of the options the engine offers, and what it says to them. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { changedLines, complaints, withWord } from '../src/app/options'
import type { ScenarioOption } from '../src/umpire/documents'
import { umpire } from '../src/umpire/umpire'
import { hasEngine } from './engine'

const options = { skip: hasEngine ? false : 'the engine is not built: make wasm' }

const several: ScenarioOption = {
    key: 'rules', title: 'Rules', para: null, kind: 'several', value: 'b',
    choices: ['a', 'b', 'c'].map(value => ({ value, title: value }))
}
const length: ScenarioOption =
    { key: 'turns', title: 'Length', para: null, kind: 'number', value: '9', lo: 1, hi: 99 }

test('words are joined in the order they are offered in, and none of them is none', () => {
    assert.equal(withWord(several, 'b', 'a', true), 'a,b')
    assert.equal(withWord(several, 'c, b', 'a', true), 'a,b,c')
    assert.equal(withWord(several, 'b', 'b', false), 'none')
    assert.equal(withWord(several, 'none', 'c', true), 'c')
})

test('only what differs from the scenario is a line', () => {
    assert.deepEqual(changedLines([length, several], {}), [])
    assert.deepEqual(changedLines([length, several], { turns: '9', rules: 'a,b' }), ['rules=a,b'])
    assert.deepEqual(changedLines([length, several], { turns: '' }), ['turns='])
})

test('a line somebody wrote wins over the field of its key', () => {
    assert.deepEqual(changedLines([length], { turns: '3' }, ['turns = 4', 'goal=2']),
                     ['turns = 4', 'goal=2'])
})

test('every game offers options that it takes as they are', options, async () => {
    for (const { id } of await umpire.games()) {
        for (const scenario of await umpire.scenarios(id)) {
            assert.ok(scenario.options.length > 0, `${id}/${scenario.id}`)
            assert.deepEqual(await complaints(`${id}/${scenario.id}`, scenario.options.map(
                option => `${option.key}=${option.value}`)), {}, `${id}/${scenario.id}`)
        }
    }
})

test('the sentence belongs to the line that is wrong', options, async () => {
    const said = await complaints('guerre/open', ['turns=8', 'army.A=MARTIANS', 'roles=A'])
    assert.deepEqual(Object.keys(said), ['army.A'])
    assert.match(said['army.A']!, /MARTIANS/)
    assert.deepEqual(Object.keys(await complaints('guerre/open', ['turns=', 'roles=C'])),
                     ['turns', 'roles'])
    assert.deepEqual(await complaints('guerre/open', []), {})
})
