/* The store of a table over the true engine: pointing becomes moves, in every game alike. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { signal } from '@preact/signals'
import type { Place } from '../src/board/contract'
import { aims, concerns, type Choice } from '../src/table/choices'
import { isRisky, SENSIBLY } from '../src/table/intent'
import { Play } from '../src/table/play'
import { entriesOf, entryWords, learnWords, withoutEntry } from '../src/table/supposed'
import { isFailed, isRefused } from '../src/umpire/documents'
import { UMPIRE, type LocalOptions } from '../src/umpire/table'
import { hasEngine, tableOf } from './engine'

/** The engine answers in microtasks: one turn of the clock and everything asked is answered. */
const settled = () => new Promise(done => setTimeout(done))

async function playOf(name: string, options: Partial<LocalOptions> = {}, confirmAll = false) {
    const play = await Play.open(await tableOf(name, options), signal(confirmAll))
    if (isFailed(play) || isRefused(play))
        throw new Error(JSON.stringify(play))
    await settled()
    return play
}

/** Numbers that look random and are always the same. */
function* numbers(seed: number): Generator<number, never> {
    for (let n = seed; ;) {
        n = (Math.imul(n, 1664525) + 1013904223) >>> 0
        yield n / 2 ** 32
    }
}

async function make(play: Play, move: string) {
    assert.equal(await play.type(move), true, `${move}: ${play.refusal.value?.text}`)
    await play.commit()
    await settled()
}

/** Bring the game to the step of that name, taking the first offer that is no end of it. */
async function reach(play: Play, verb: string, most = 300) {
    const dice = numbers(7)
    for (let i = 0; i < most; i++) {
        if (play.menu.value.choices.some(c => c.verb === verb))
            return
        assert.notEqual(play.now.value.turn.kind, 'over', `no ${verb} before the end`)
        await makeSome(play, dice.next().value)
    }
    assert.fail(`no ${verb} in ${most} moves`)
}

const options = { skip: hasEngine ? false : 'the engine is not built: make wasm' }
const games = ['shields/malfosse', 'mons/nimy', 'honour/bicocca_1522', 'guerre/teaching_ofanto',
               'skirmish/salt_path']

// ---- pointing --------------------------------------------------------------------------------

test('a piece and a place make a move that risks nothing, at once', options, async () => {
    const play = await playOf('mons/nimy')
    const choice = play.menu.value.choices.find(c => c.verb === 'move')!
    play.pick(choice.pieces[0]!, false)
    assert.ok(play.hints.value.some(h => h.kind === 'move' && h.hex === choice.hexes.at(-1)))
    play.point({ hex: choice.hexes.at(-1)! })
    assert.equal(play.mind.value?.move, choice.move)
    assert.deepEqual(play.mind.value?.path, choice.hexes)
    await settled()
    assert.equal(play.lines.value.at(-1)?.text, choice.move)
    assert.equal(play.mind.value, null)
    assert.equal(play.field.value.piece(choice.pieces[0]!)?.hex, choice.hexes.at(-1))
})

test('what is clicked while a move is being made comes after it, and is not lost', options,
     async () => {
    const play = await playOf('mons/nimy')
    const choice = play.menu.value.choices.find(c => c.verb === 'move')!
    const other = play.menu.value.choices.find(c => c.verb === 'move' &&
        c.pieces[0] !== choice.pieces[0])!
    play.pick(choice.pieces[0]!, false)
    play.point({ hex: choice.hexes.at(-1)! })
    play.pick(other.pieces[0]!, false)
    await settled()
    assert.equal(play.lines.value.at(-1)?.text, choice.move)
    assert.deepEqual([...play.picked.value], [other.pieces[0]])
})

test('target and attackers are pointed at in any order', options, async () => {
    const play = await playOf('shields/malfosse')
    await reach(play, 'attack')
    const attack = play.menu.value.choices.find(c => c.verb === 'attack')!
    const [target, ...own] = attack.pieces
    play.pick(target!, false)
    assert.ok(isMeant(play, attack), 'all ways are told, or the only one is in mind')
    assert.ok(play.hints.value.some(h => h.piece === own[0]), 'who could attack is lit')
    own.forEach(id => play.pick(id, false))
    await settled()
    if (play.question.value)
        play.choose(play.question.value.choices.find(c => c.move === attack.move)!)
    await settled()
    assert.equal(play.mind.value?.move, attack.move)
    const first = play.mind.value.odds
    play.cancel()
    play.cancel()
    own.forEach((id, i) => play.pick(id, i > 0))
    play.pick(target!, false)
    await settled()
    if (play.question.value)
        play.choose(play.question.value.choices.find(c => c.move === attack.move)!)
    await settled()
    assert.deepEqual(play.mind.value?.odds, first)
})

test('ending while units could act is said first, and then done anyway', options, async () => {
    const play = await playOf('mons/nimy')
    const end = play.menu.value.choices.find(c => c.move === 'end')!
    const able = new Set(play.menu.value.choices.filter(c => c.verb === 'move').map(c => c.pieces[0]))
    play.choose(end)
    await settled()
    assert.equal(play.lines.value.length, 1, 'it waits')
    assert.deepEqual(new Set(play.mind.value!.wastes!.pieces), able)
    await play.commit()
    await settled()
    assert.equal(play.lines.value[1]!.text, 'end')
})

test('a word that ends a step, clicked twice, ends one step', options, async () => {
    const play = await playOf('mons/nimy')
    await make(play, 'end')
    await make(play, 'programme MM')
    const end = play.menu.value.choices.find(c => c.move === 'end')!
    const before = play.lines.value.length
    play.choose(end)
    play.choose(end)
    await settled()
    await settled()
    assert.equal(play.lines.value.length, before + 1)
    assert.equal(play.mind.value, null, 'nor is another about to be ended')
})

test('a command that nobody could act on is said to be one', options, async () => {
    const play = await playOf('shields/malfosse')
    const given = (move: string) => play.menu.value.choices.find(c => c.move === move)!
    play.choose(given('assign 2 combat Pursuit')) // nobody is near
    await settled()
    assert.ok(play.mind.value?.wastes?.words)
    play.cancel()
    play.choose(given('assign 1 move Pursuit'))
    await settled()
    assert.equal(play.lines.value.at(-1)?.text, 'assign 1 move Pursuit')
})

test('a turn that would end with no command given is said to be wasted', options, async () => {
    const play = await playOf('shields/malfosse')
    const before = play.lines.value.length
    play.choose(play.menu.value.choices.find(c => c.move === 'done')!)
    await settled()
    assert.match(play.mind.value?.wastes?.words ?? '', /ends your turn at once/)
    assert.equal(play.lines.value.length, before)
    await play.commit()
    assert.ok(play.lines.value.length > before, 'and done anyway')
})

test('a long menu opens where the piece is only when it is pointed at again', options, async () => {
    const play = await playOf('guerre/teaching_ofanto')
    await settled()
    const { side } = play.now.value.turn
    const busy = play.now.value.pieces.find(p => p.side === side &&
        play.menu.value.choices.filter(c => c.pieces.includes(p.id)).length > 4)!
    play.pick(busy.id, false)
    assert.equal(play.question.value, null)
    assert.deepEqual([...play.picked.value], [busy.id])
    play.pick(busy.id, false)
    assert.ok(play.question.value!.choices.length > 4)
})

test('a place nothing leads to is refused there, with its paragraph', options, async () => {
    const play = await playOf('mons/nimy')
    const choice = play.menu.value.choices.find(c => c.verb === 'move')!
    play.pick(choice.pieces[0]!, false)
    play.point({ hex: '2810' })
    await settled()
    assert.equal(play.mind.value, null)
    assert.deepEqual(play.refusal.value?.at, { hex: '2810' })
    assert.ok(play.refusal.value.para)
    assert.ok(play.refusal.value.text)
    assert.equal(play.lines.value.length, 1)
})

test('what rolls dice waits for the button, with the odds of the engine', options, async () => {
    const play = await playOf('shields/malfosse')
    await reach(play, 'attack')
    const attack = play.menu.value.choices.find(c => c.verb === 'attack')!
    const [target, ...own] = attack.pieces
    own.forEach((id, i) => play.pick(id, i > 0))
    play.pick(target!, false)
    await settled()
    if (play.question.value)
        play.choose(play.question.value.choices.find(c => c.move === attack.move)!)
    await settled()
    const mind = play.mind.value!
    assert.equal(mind.move, attack.move)
    assert.ok(isRisky(mind.odds!))
    assert.deepEqual(mind.odds, await play.table.odds(attack.move, SENSIBLY))
    const before = play.lines.value.length
    play.point(mind.at!)
    await settled()
    assert.equal(play.lines.value.length, before, 'pointing again must not make it')
    await play.commit()
    await settled()
    assert.ok(play.lines.value.slice(before).some(l => l.kind === 'die'))
    assert.ok(play.lines.value[before]!.events.some(e => e.kind === 'modifier'))
})

test('several pieces picked mean the move they make together', options, async () => {
    const play = await playOf('mons/nimy')
    await reach(play, 'bombard')
    for (let i = 0; i < 400 && !joint(play); i++)
        await makeSome(play, numbers(i + 3).next().value)
    const choice = joint(play)!
    assert.ok(choice, 'no joint move was ever offered')
    choice.pieces.forEach((id, i) => play.pick(id, i > 0))
    play.point({ hex: choice.hexes[0]! })
    assert.equal(play.mind.value?.move, choice.move)
    play.cancel()
    play.pick(choice.pieces[0]!, false)
    play.point({ hex: choice.hexes[0]! })
    const offered = [...(play.question.value?.choices ?? []), ...(play.mind.value?.others ?? [])]
    assert.ok(offered.some(c => c.move === choice.move), 'the joint move is among the other ways')
})

function joint(play: Play): Choice | undefined {
    const { field, menu } = { field: play.field.value, menu: play.menu.value }
    return menu.choices.find(c => c.hexes.length === 1 && c.pieces.length > 1 &&
        c.pieces.every(field.isOwn))
}

async function makeSome(play: Play, chance: number) {
    const choices = play.menu.value.choices.filter(c => c.verb !== 'resign')
    await make(play, choices[Math.floor(chance * choices.length)]!.move)
    await sitDown(play)
}

/** Whoever the screen is to be handed to takes it. */
async function sitDown(play: Play) {
    if (play.cover.value !== null)
        await play.see(play.table.plan.sides.indexOf(play.cover.value))
}

// ---- every offer can be pointed at, in every game -------------------------------------------

/** The places a choice is pointed at by. */
function placesOf(play: Play, choice: Choice): Place[] {
    const { hexes, pieces } = aims(play.field.value, choice)
    return [...hexes.map(hex => ({ hex })),
            ...pieces.map(id => ({ piece: id,
                                   ...(play.field.value.piece(id)?.hex
                                       ? { hex: play.field.value.piece(id)!.hex! } : {}) }))]
}

function isMeant(play: Play, choice: Choice): boolean {
    return play.mind.value?.move === choice.move ||
        (play.mind.value?.others ?? []).some(c => c.move === choice.move) ||
        (play.question.value?.choices ?? []).some(c => c.move === choice.move)
}

for (const name of games)
    test(`every offer with a piece and a place can be pointed at: ${name}`, options, async () => {
        const play = await playOf(name, {}, true)
        await sitDown(play)
        const dice = numbers(11)
        let pointed = 0
        for (let i = 0; i < 60 && play.now.value.turn.kind !== 'over'; i++) {
            const { choices } = play.menu.value
            for (const choice of choices.filter(() => dice.next().value < 0.25)) {
                const own = play.now.value.pieces.filter(p => p.side === play.field.value.side &&
                    concerns(play.field.value, choice, p.id)).map(p => p.id)
                const named = choice.pieces.filter(play.field.value.isOwn)
                const places = placesOf(play, choice)
                if (!places.length)
                    continue
                play.picked.value = new Set(named.length ? named : own.slice(0, 1))
                for (const at of places) {
                    play.mind.value = null
                    play.question.value = null
                    play.point(at)
                    assert.ok(isMeant(play, choice), `${choice.move} at ${JSON.stringify(at)}`)
                    pointed++
                }
                await settled()
                play.cancel()
            }
            play.picked.value = new Set()
            await makeSome(play, dice.next().value)
        }
        assert.ok(pointed > 0 || name.startsWith('guerre'), 'nothing was pointed at')
        play.close()
    })

// ---- the bare table --------------------------------------------------------------------------

test('on the bare table a drag gives a ghost and a drop makes the move', options, async () => {
    const play = await playOf('guerre/teaching_ofanto')
    const side = play.now.value.turn.side
    const piece = play.now.value.pieces.find(p => p.side === side && p.base)!
    const at = { x: piece.base!.x, y: piece.base!.y + 30_000 }
    play.dragOver(piece.id, at)
    await settled()
    assert.equal(play.held.value, true)
    assert.equal(play.mind.value?.changed.find(p => p.id === piece.id)?.base?.y, at.y)
    const before = play.lines.value.length
    await play.drop(piece.id, at)
    await settled()
    assert.equal(play.lines.value.length, before + 1)
    assert.equal(play.now.value.pieces.find(p => p.id === piece.id)?.base?.y, at.y)
})

test('dragged too far, the ghost stays where it may and says why', options, async () => {
    const play = await playOf('guerre/teaching_ofanto')
    const side = play.now.value.turn.side
    const piece = play.now.value.pieces.find(p => p.side === side && p.base)!
    const at = { x: piece.base!.x, y: piece.base!.y + 390_000 }
    play.dragOver(piece.id, at)
    await settled()
    assert.ok(play.mind.value?.because?.text)
    const before = play.lines.value.length
    await play.drop(piece.id, at)
    await settled()
    assert.equal(play.lines.value.length, before, 'it waits for the button')
    assert.ok(play.mind.value)
})

// ---- computers, undo, dice -------------------------------------------------------------------

test('against a computer undo goes back to the player\'s own decision', options, async () => {
    const play = await playOf('mons/nimy', { seats: { GE: 'human', BR: 'greedy' } })
    const before = play.now.value.hash
    const choice = play.menu.value.choices.find(c => c.verb === 'move')!
    await make(play, choice.move)
    await play.undo()
    await settled()
    assert.equal(play.now.value.hash, before)
    assert.ok(play.mayAct.value)
    assert.ok(play.menu.value.choices.some(c => c.move === choice.move))
})

test('an undo the rules forbid says so and changes nothing', options, async () => {
    const play = await playOf('mons/nimy')
    const before = play.now.value.hash
    await play.undo()
    await settled()
    assert.ok(play.refusal.value?.text ?? play.trouble.value)
    assert.equal(play.now.value.hash, before)
})

test('typed dice are asked for with their odds', options, async () => {
    const play = await playOf('guerre/teaching_ofanto', { dice: 'typed' })
    assert.equal(play.now.value.turn.kind, 'die')
    assert.ok(play.mayTypeDie.value)
    assert.deepEqual(play.awaited.value?.odds, await play.table.odds(null))
    await play.typeDie(6)
    await settled()
    assert.equal(play.lines.value.at(-1)?.value, 6)
    assert.ok(play.mayAct.value)
})

test('a line that is not understood is refused and nothing is in mind', options, async () => {
    const play = await playOf('mons/nimy')
    assert.equal(await play.type('fly G08 2206'), false)
    assert.ok(play.refusal.value?.text)
    assert.equal(play.mind.value, null)
})

test('a march is typed by piece and place, or by its words, and goes the cheapest way', options, async () => {
    const play = await playOf('mons/nimy')
    const { choices } = play.menu.value
    const far = choices.find(c => c.verb === 'move' && c.hexes.length > 2)!
    const [verb, who] = far.move.split(' ')
    assert.equal(await play.type(`${verb} ${who} ${far.hexes.at(-1)}`), true)
    assert.equal(play.mind.value?.move, far.move)
    await settled()
    assert.ok(play.mind.value!.events.some(e => /\d/.test(e.says ?? '')), 'with its cost')
    play.cancel()
    const said = choices.find(c => c.says && choices.filter(d => d.says === c.says).length === 1)!
    assert.equal(await play.type(said.says!), true)
    assert.equal(play.mind.value?.move, said.move)
})

test('what odds stop at is supposed as looks best, told in words, and taken out', options, async () => {
    const play = await playOf('shields/malfosse')
    await reach(play, 'attack')
    play.choose(play.menu.value.choices.find(c => c.verb === 'attack')!)
    await settled()
    const { odds, given } = play.mind.value!
    assert.equal(odds!.rows.some(row => row.stopped), false)
    assert.equal(odds!.supposing!.length, entriesOf(given).length)
    assert.ok(odds!.supposing!.length > 0)
    learnWords(odds!, side => side)
    for (const entry of entriesOf(given))
        assert.doesNotMatch(entryWords(entry), /\b[NE]\d\b/)
    await play.suppose(withoutEntry(given, 0), '')
    assert.equal(play.mind.value!.given, withoutEntry(given, 0))
    assert.ok(play.mind.value!.odds!.rows.some(row => row.stopped))
})

test('suppositions and measures are counted anew', options, async () => {
    const play = await playOf('shields/malfosse')
    await reach(play, 'attack')
    const attack = play.menu.value.choices.find(c => c.verb === 'attack')!
    play.choose(attack)
    await settled()
    const measure = `${attack.pieces[0]}.hex`
    await play.suppose('', measure)
    assert.deepEqual(Object.keys(play.mind.value!.odds!.rows[0]!.values), [measure])
    assert.deepEqual(play.mind.value!.odds, await play.table.odds(attack.move, '', measure))
})

test('offers that are still being asked for survive an Escape', options, async () => {
    const play = await playOf('mons/nimy')
    const choice = play.menu.value.choices.find(c => c.verb === 'move')!
    play.choose(choice)
    const made = play.commit()
    play.cancel()
    await made
    play.cancel()
    await settled()
    assert.ok(play.menu.value.choices.length > 0)
})

test('a table that only warns lets players insist', options, async () => {
    const play = await playOf('mons/nimy', { mode: 'warn' })
    const piece = play.menu.value.choices.find(c => c.verb === 'move')!.pieces[0]!
    const far = play.now.value.pieces.find(p => p.side !== play.now.value.turn.side)!.hex!
    assert.equal(await play.type(`move ${piece} ${far}`), false)
    assert.equal(play.refusal.value?.mayInsist, true)
    const strict = await playOf('mons/nimy')
    assert.equal(await strict.type(`move ${piece} ${far}`), false)
    assert.equal(strict.refusal.value?.mayInsist, false)
})

test('with every move to be confirmed, pointing twice makes none', options, async () => {
    const table = await tableOf('mons/nimy')
    const play = await Play.open(table, signal(true))
    if (isFailed(play) || isRefused(play))
        throw new Error(JSON.stringify(play))
    const choice = play.menu.value.choices.find(c => c.verb === 'move')!
    play.choose(choice)
    await settled()
    play.choose(choice)
    await settled()
    assert.equal(play.lines.value.length, 1)
    await play.commit()
    assert.equal(play.lines.value.length, 2)
})

test('a piece dropped where it stood stays', options, async () => {
    const play = await playOf('mons/nimy')
    const { pieces } = play.menu.value.choices.find(c => c.verb === 'move')!
    const hex = play.field.value.piece(pieces[0]!)!.hex!
    await play.drop(pieces[0]!, { hex })
    await settled()
    assert.equal(play.lines.value.length, 1)
    assert.equal(play.refusal.value, null)
})

// ---- replay ----------------------------------------------------------------------------------

test('the replay shows every position as it was, and nothing can be moved meanwhile', options,
     async () => {
    const play = await playOf('shields/malfosse')
    const seen: [number, string][] = [[play.lines.value.length, play.now.value.hash]]
    const dice = numbers(2)
    for (let i = 0; i < 25 && play.mayAct.value; i++) {
        await makeSome(play, dice.next().value)
        seen.push([play.lines.value.length, play.now.value.hash])
    }
    for (const [line, hash] of seen) {
        await play.replay.go(line)
        assert.equal(play.shown.value.hash, hash)
        assert.equal(play.mayAct.value, false)
    }
    play.replay.back()
    assert.equal(play.shown.value.hash, seen.at(-1)![1])
    assert.ok(play.mayAct.value)
})

test('turns are found where they begin', options, async () => {
    const play = await playOf('shields/malfosse')
    const dice = numbers(4)
    const turns = new Map<number, number>()
    for (let i = 0; i < 400 && play.now.value.turn.kind !== 'over'; i++) {
        await makeSome(play, dice.next().value)
    }
    for (let line = 0; line <= play.lines.value.length; line++) {
        const turn = (await play.table.state(line)).measures['turn']!
        if (!turns.has(turn))
            turns.set(turn, line)
    }
    await play.replay.findTurns()
    assert.deepEqual(play.replay.turns.value,
                     [...turns].map(([turn, line]) => ({ line, turn })))
})

// ---- secrets ---------------------------------------------------------------------------------

test('two players at one screen: it is covered until the one who decides sits down', options,
     async () => {
    const play = await playOf('skirmish/salt_path')
    const { sides } = play.table.plan
    const first = sides.indexOf(play.now.value.turn.side!)
    assert.equal(play.cover.value, sides[first])
    assert.equal(play.mayAct.value, false)
    await play.see(first)
    assert.equal(play.cover.value, null)
    assert.ok(play.mayAct.value)
    for (let i = 0; i < 40 && play.now.value.turn.side === sides[first]; i++)
        await make(play, play.menu.value.choices.find(c => ['done', 'pass'].includes(c.verb))!.move)
    assert.equal(play.cover.value, sides[1 - first])
    assert.equal(play.eyes.value, first, 'until then it is the first one\'s view')
    assert.deepEqual(play.menu.value.choices, [])
})

test('whoever sits down sees what happened with his own eyes', options, async () => {
    const play = await playOf('skirmish/salt_path')
    const dice = numbers(21)
    await sitDown(play)
    let handed = 0
    for (let i = 0; i < 120 && play.now.value.turn.kind !== 'over'; i++) {
        const choices = play.menu.value.choices
        await make(play, choices[Math.floor(dice.next().value * choices.length)]!.move)
        if (play.cover.value === null)
            continue
        await sitDown(play)
        handed++
        const { lines } = await play.table.lines(0)
        assert.deepEqual(play.lines.value.map(l => ({ ...l, events: [] })),
                         lines.map(l => ({ ...l, events: [] })))
        assert.deepEqual(play.lines.value.at(-1), lines.at(-1))
    }
    assert.ok(handed > 3)
    const told = play.lines.value.filter(l => l.events.length).length
    assert.ok(told > 3, 'earlier lines keep what followed from them')
})

test('one player against the computer sees with his own eyes only', options, async () => {
    const play = await playOf('skirmish/salt_path', { seats: { A: 'human', B: 'random' } })
    assert.equal(play.eyes.value, 0)
    assert.equal(play.cover.value, null)
    assert.deepEqual(play.views.value, [])
    const all = await playOf('skirmish/salt_path', { seats: { A: 'random', B: 'random' } })
    assert.equal(all.eyes.value, UMPIRE)
    assert.notDeepEqual(play.now.value.pieces, all.now.value.pieces)
})

// ---- whole games -----------------------------------------------------------------------------

for (const name of games)
    test(`a whole game is played against the computer: ${name}`, options, async () => {
        const sides = (await tableOf(name)).plan.sides
        const play = await playOf(name, { seats: { [sides[0]!]: 'human', [sides[1]!]: 'random' } })
        const dice = numbers(9)
        for (let i = 0; i < 1500 && play.now.value.turn.kind !== 'over'; i++) {
            assert.ok(play.mayAct.value, `stuck: ${play.now.value.turn.text}`)
            await makeSome(play, dice.next().value)
        }
        assert.equal(play.now.value.turn.kind, 'over')
        assert.equal(play.trouble.value, null)
        const { lines } = await play.table.lines(0)
        assert.deepEqual(play.lines.value.map(l => l.text), lines.map(l => l.text))
    })

// ---- decisions that belong together ------------------------------------------------------------

/** The player's moves since there were so many lines. */
const movesSince = (play: Play, before: number) =>
    play.lines.value.slice(before).filter(line => line.kind === 'move' && line.side === 'A').map(line => line.text)

/** At the salt path, when the first group is to be named. */
async function atFirstGroup() {
    const play = await playOf('skirmish/salt_path', { seats: { A: 'human', B: 'random' } })
    for (let i = 0; i < 40 && play.now.value.turn.step !== 'activate'; i++)
        await settled()
    return play
}

test('to say where a man goes is to name him, and his order is the last word of his group', options, async () => {
    const play = await atFirstGroup()
    const before = play.lines.value.length
    play.pick('A1', false)
    play.point({ x: 200_000, y: 400_000 })
    await settled()
    assert.deepEqual(movesSince(play, before), [], 'it waits for the button')
    assert.deepEqual(play.mind.value?.changed.map(p => [p.id, p.base?.x, p.base?.y]), [['A1', 200_000, 400_000]])
    await play.commit()
    await settled()
    await settled()
    assert.deepEqual(movesSince(play, before), ['group A1 open', 'move A1 200,400', 'end'])
    assert.ok(play.since.value <= before + 1, 'all of it is told')
})

test('whoever was named and cannot get there says why, and the player decides', options, async () => {
    const play = await atFirstGroup()
    const before = play.lines.value.length
    play.pick('A1', false)
    play.point({ x: 700_000, y: 400_000 })
    await settled()
    await play.commit()
    await settled()
    await settled()
    assert.deepEqual(movesSince(play, before), ['group A1 open'])
    assert.ok(play.mind.value?.because)
    assert.deepEqual([...play.picked.value], ['A1'])
})

test('who was named is picked, and standing is his whole order', options, async () => {
    const play = await atFirstGroup()
    const before = play.lines.value.length
    const chosen = async (move: string) => {
        play.choose(play.menu.value.choices.find(c => c.move === move)!)
        await settled()
        await settled()
    }
    await chosen('group A1 open')
    assert.deepEqual([...play.picked.value], ['A1'])
    await chosen('stand A1')
    assert.deepEqual(movesSince(play, before), ['group A1 open', 'stand A1', 'end'])
})
