/* Odds: what is supposed at decisions on the way, and what of a chart is lit. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { percentOf } from '../src/parts/distribution'
import { gatherLit } from '../src/parts/lit'
import { entriesOf, withEntry, withoutEntry } from '../src/table/supposed'
import { isFailed, isRefused, type Odds } from '../src/umpire/documents'
import type { Table } from '../src/umpire/table'
import { hasEngine, tableOf } from './engine'

const options = { skip: hasEngine ? false : 'the engine is not built: make wasm' }

test('entries are added last and taken out by their place', () => {
    assert.equal(withEntry('', 'A', 'keep'), 'A: keep')
    assert.equal(withEntry('A: keep ;', 'B', 'stay'), 'A: keep; B: stay')
    assert.equal(withoutEntry('A: keep; B: stay; keep', 1), 'A: keep; keep')
    assert.deepEqual(entriesOf(' ; '), [])
})

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

async function oddsOf(table: Table, move: string, given = ''): Promise<Odds> {
    const odds = await table.odds(move, given)
    if (isFailed(odds) || isRefused(odds))
        throw new Error(`${move}, given ${given}: ${JSON.stringify(odds)}`)
    return odds
}

/** How likely it is that the odds stop at that decision. */
const stopped = (odds: Odds, side: string, decision: string) => odds.rows
    .filter(row => row.stopped && row.side === side && row.decision === decision)
    .reduce((sum, row) => sum + row.value, 0)

/** The first move on offer whose odds stop at a decision, within some moves of the game. */
async function stopping(table: Table, most: number): Promise<{ move: string; odds: Odds }> {
    for (let i = 0; i < most; i++) {
        const offers = (await table.offers()).offers.flatMap(group => group.offers)
            .flatMap(offer => offer.move ?? [])
        for (const move of offers.slice(0, 40)) {
            const odds = await oddsOf(table, move)
            if (odds.decisions.length)
                return { move, odds }
        }
        await table.move(offers[i % offers.length]!)
        await table.run?.()
    }
    return assert.fail(`no odds stop within ${most} moves`)
}

for (const name of ['shields/malfosse', 'mons/nimy', 'honour/bicocca_1522'])
    test(`a move that is offered at a decision leads beyond it: ${name}`, options, async () => {
        const table = await tableOf(name)
        await table.run()
        const { move, odds } = await stopping(table, 120)
        for (const { side, decision, moves } of odds.decisions) {
            assert.ok(moves.length > 0, decision)
            const before = stopped(odds, side, decision)
            if (before === 0) // passed, since the game supposes something there, and says so
                assert.ok(odds.supposed, `${side} ${decision}`)
            const after = await oddsOf(table, move, withEntry('', side, moves[0]!))
            assert.ok(before === 0 || stopped(after, side, decision) < before, `${side}: ${moves[0]}`)
        }
    })
