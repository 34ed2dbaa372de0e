/* The glossary: terms of the sheet are found in sentences, longest first, once each. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { glossaryOf, glossed } from '../src/parts/glossary'

const words = [
    { kind: 'state', id: 'wall', says: 'Shield Wall', explains: 'harder to attack' },
    { kind: 'command', id: 'move', says: 'Move', explains: 'men march' },
    { kind: 'term', id: 'Primary', says: 'Leading attacker', explains: 'named first' },
    { kind: 'type', id: 'HH', says: 'Heavy Horse', explains: 'rides well' },
    { kind: 'verb', id: 'fight', says: 'Fight', explains: 'no term' },
    { kind: 'ground', id: 'wood', says: 'wood', explains: 'no capital, no term' }
]

test('terms are cut out of a sentence, each the first time, and nothing else', () => {
    const glossary = glossaryOf(words)
    const told = glossed(glossary, 'The Primary (HH) in Shield Wall; Shield Walls Move, they move. Fight in a wood.')
        .map(part => typeof part === 'string' ? part : `<${part.title}: ${part.explains}>`)
    assert.equal(told.join(''), 'The <Primary: named first> (<HH: Heavy Horse: rides well>) in <Shield Wall: harder to attack>; ' +
        'Shield Walls <Move: men march>, they move. Fight in a wood.')
})

test('without terms a sentence stays whole', () => {
    assert.equal(glossaryOf([]), null)
    assert.deepEqual(glossed(null, 'As it is.'), ['As it is.'])
})
