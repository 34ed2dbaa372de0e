/* The geometry of the board: hexes, outlines, stops for the arrow keys, ground. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { crowdAt, reachOf } from '../src/board/crowd'
import {
    type Cell, DIRECTIONS, HIGH, boxAround, cellAt, cellOf, centreOf, cornerOf, nameOf, neighbour,
    holds, hullOf, sideOf, softOutline
} from '../src/board/hexes'
import { hasDrawing } from '../src/board/drawings'
import { lossesBetween } from '../src/board/lost'
import { factorsOf } from '../src/board/names'
import { arrows, nearestStop, nextStop } from '../src/board/roving'
import type { State } from '../src/umpire/documents'
import { hasEngine, tableOf } from './engine'

const cells: Cell[] = Array.from({ length: 28 * 20 }, (_, i) =>
    ({ col: Math.floor(i / 20), row: i % 20 }))

test('a hex is found again by its number', () => {
    assert.deepEqual(cellOf('0406'), { col: 3, row: 5 })
    for (const cell of cells)
        assert.deepEqual(cellOf(nameOf(cell)), cell)
})

test('every point well inside a hex lies in that hex', () => {
    for (const cell of cells)
        for (const corner of DIRECTIONS) {
            const middle = centreOf(cell), at = cornerOf(cell, corner)
            const inside = { x: middle.x + (at.x - middle.x) * 0.97,
                             y: middle.y + (at.y - middle.y) * 0.97 }
            assert.equal(nameOf(cellAt(inside)), nameOf(cell))
        }
})

test('even columns lie half a hex further south', () => {
    assert.equal(centreOf(cellOf('0201')).y - centreOf(cellOf('0101')).y, HIGH)
    assert.equal(nameOf(neighbour(cellOf('0201'), 4)), '0102')
    assert.equal(nameOf(neighbour(cellOf('0301'), 2)), '0401')
})

test('neighbours share the side between them, and lead back', () => {
    for (const cell of cells)
        for (const d of DIRECTIONS) {
            const beside = neighbour(cell, d), back = (d + 3) % 6
            assert.deepEqual(neighbour(beside, back), cell)
            const a = sideOf(cell, d), b = sideOf(beside, back)
            assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 1e-9)
        }
})

test('an outline has a loop for each island and each hole', () => {
    const set = (names: string[]) => new Map(names.map(name => [name, cellOf(name)]))
    const ring = DIRECTIONS.map(d => nameOf(neighbour(cellOf('0505'), d)))
    const loops = (names: string[]) => softOutline(set(names)).split('Z').length - 1
    assert.equal(loops(['0505']), 1)
    assert.equal(loops(['0505', '0909']), 2)
    assert.equal(loops(ring), 2)
    assert.equal(loops([...ring, '0505']), 1)
    assert.equal(softOutline(set(['0505'])).split('Q').length - 1, 6)
})

test('an outline about points has the outermost as corners', () => {
    const at = (x: number, y: number) => ({ x, y })
    const square = [at(0, 0), at(4, 0), at(4, 4), at(0, 4)]
    assert.deepEqual(hullOf([at(2, 2), at(2, 0), ...square, at(1, 3)]), square)
    assert.equal(hullOf([at(0, 0), at(1, 1), at(2, 2)]).length, 2)
})

test('a box around points has a margin, and none around nothing', () => {
    assert.deepEqual(boxAround([{ x: 1, y: 5 }, { x: 4, y: 2 }], 1),
                     { x: 0, y: 1, width: 5, height: 5 })
    assert.equal(boxAround([], 1), null)
})

const stop = (key: string, x: number, y: number) => ({ key, at: { x, y }, label: key, place: {} })
const stops = [stop('a', 0, 0), stop('b', 100, 10), stop('c', 40, 90), stop('d', 300, 0)]

test('an arrow key goes to what lies in that direction and is near', () => {
    const go = (from: string, arrow: string) =>
        nextStop(stops, stops.find(s => s.key === from)!.at, arrows[arrow]!)?.key
    assert.equal(go('a', 'ArrowRight'), 'b')
    assert.equal(go('b', 'ArrowRight'), 'd')
    assert.equal(go('a', 'ArrowDown'), 'c')
    assert.equal(go('d', 'ArrowLeft'), 'b')
    assert.equal(go('a', 'ArrowLeft'), undefined)
})

test('with arrow keys every stop of a full map is reached', () => {
    const all = cells.map(cell => ({ ...stop(nameOf(cell), 0, 0), at: centreOf(cell) }))
    const seen = new Set(['0101']), left = [all[0]!]
    for (const at of left)
        for (const way of Object.values(arrows)) {
            const next = nextStop(all, at.at, way)
            if (next && !seen.has(next.key)) {
                seen.add(next.key)
                left.push(next)
            }
        }
    assert.equal(seen.size, all.length)
})

test('the nearest stop counts only within reach', () => {
    assert.equal(nearestStop(stops, { x: 8, y: 0 }, 10)?.key, 'a')
    assert.equal(nearestStop(stops, { x: 50, y: 0 }, 10), undefined)
})

test('pieces within reach of a pointer, or under it, are a crowd, the nearest first', () => {
    const row = [0, 30, 60, 90].map(x => stop(`p${x}`, x, 0))
    const at = (x: number, reach: number, lies = (_: string) => false) =>
        crowdAt(row, { x, y: 0 }, reach, p => lies(p.key)).map(p => p.key)
    assert.deepEqual(at(34, 10), ['p30'])
    assert.deepEqual(at(40, 22), ['p30', 'p60'])
    assert.deepEqual(at(50, 22), ['p60', 'p30'])
    assert.deepEqual(at(45, 10), [])
    assert.deepEqual(at(34, 10, key => key === 'p90'), ['p30', 'p90'])
    assert.ok(reachOf('touch') > 2 * reachOf('mouse'))
})

test('a polygon holds what lies inside it', () => {
    const ground = [{ x: 0, y: 0 }, { x: 200, y: 20 }, { x: 180, y: 150 }, { x: 20, y: 120 }]
    assert.ok(holds(ground, { x: 100, y: 70 }))
    assert.ok(!holds(ground, { x: 5, y: 110 }))
})

test('what has no drawing is known to have none', () => {
    assert.ok(hasDrawing('knight') && hasDrawing('mark-moved'))
    assert.ok(!hasDrawing('glacier') && !hasDrawing('') && !hasDrawing(undefined))
})

const allScenarios = ['shields/hastings', 'shields/malfosse', 'mons/mons', 'mons/nimy',
                      'guerre/teaching_ofanto', 'guerre/cerignola_1503', 'guerre/ravenna_1512',
                      'skirmish/guildo_ford', 'skirmish/lanvaux_heath', 'skirmish/salt_path',
                      'honour/pavia_1524']

for (const name of allScenarios)
    test(`whatever stands and lies on the table of ${name} is drawn`, { skip: !hasEngine },
         async () => {
        const table = await tableOf(name)
        const { pieces, ground, map_names: names } = await table.state()
        const { map } = table.plan
        assert.deepEqual(pieces.filter(p => !hasDrawing(p.figure)).map(p => p.id), [])
        const svg = map && 'ground' in map ? map.ground : ground
        assert.ok(svg && svg.length > 2000)
        assert.ok(!svg.includes('k-unknown'))
        const used = [...svg.matchAll(/href="#k-([^"]+)"/g)].map(found => found[1]!)
        assert.deepEqual(used.filter(word => !hasDrawing(word)), [])
        assert.ok(!/<(script|style|image|foreignObject)|\son\w+=|style=/.test(svg))
        assert.ok(names!.every(n => Number.isFinite(n.x) && Number.isFinite(n.y)))
    })

test('a place is not taken for strength', { skip: !hasEngine }, async () => {
    const { pieces } = await (await tableOf('skirmish/lanvaux_heath')).state()
    assert.ok(pieces.some(p => p.factors.includes(',')))
    assert.deepEqual(pieces.map(factorsOf).filter(factors => factors), [])
    const battle = await (await tableOf('guerre/teaching_ofanto')).state()
    assert.ok(battle.pieces.every(p => factorsOf(p) === p.factors && p.factors))
})

test('losses are told where a piece stood, and nothing is lost when moves are taken back', () => {
    const piece = (id: string, hex: string | null, steps: number) =>
        ({ id, title: id, side: 'N', hex, symbol: '', factors: '', steps, steps_full: 2, reduced: false,
           can_act: false, states: '' })
    const state = (line: number, ...pieces: ReturnType<typeof piece>[]) => ({ line, pieces }) as unknown as State
    const before = state(4, piece('N1', '0101', 2), piece('N2', '0202', 1), piece('N3', '0303', 2),
                         piece('N4', '0404', 1))
    const after = state(6, piece('N1', '0102', 1), piece('N2', null, 0), piece('N3', '0304', 2),
                        piece('N4', '0404', 2)) // rallied, which may be taken back
    assert.deepEqual(lossesBetween(before, after).map(l => [l.piece.id, l.piece.hex, l.lost, l.gone]),
                     [['N1', '0101', 1, false], ['N2', '0202', 1, true]])
    assert.deepEqual(lossesBetween(after, before), [])
})
