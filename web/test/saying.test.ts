/* What kinds of moves are called: in the words of the sheet, never by the verb of the notation. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { kindOf } from '../src/table/saying'

const choice = (short: string | undefined) => ({ move: 'side A1 L', verb: 'side', short })

test('moves of one kind are called by what their buttons have in common', () => {
    assert.equal(kindOf([choice('Sidestep towards the left'), choice('Sidestep towards the right')]), 'Sidestep towards the')
    assert.equal(kindOf([choice('Move 80 mm ahead'), choice('Move 40 mm ahead')]), 'Move')
    assert.equal(kindOf([choice('Turn about')]), 'Turn about')
    assert.equal(kindOf([choice(undefined), choice(undefined)]), 'Side', 'where there are no words')
})
