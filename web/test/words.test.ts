/* The page in other languages: nothing is said there that English does not know, and what is filled in
 * is the same; what is missing is said in English. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { english } from '../src/words/en'
import { groupIn, shortenedAll } from '../src/table/saying'
import { languages, say, speak, type Key } from '../src/words/words'

const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

for (const [tag, { words }] of Object.entries(languages))
    test(`${tag}: the same keys with the same slots`, async () => {
        for (const [key, text] of Object.entries(await words())) {
            assert.ok(key in english, `${key} is no key`)
            assert.deepEqual(slots(text), slots(english[key as Key]), key)
        }
    })

test('what a language does not say is said in English', () => {
    speak({ 'shell.play': 'Spielen' })
    assert.equal(say('shell.play'), 'Spielen')
    assert.equal(say('shell.ask'), english['shell.ask'])
    speak(english)
})

test('German says all of it, but for names', async () => {
    const german = await languages['de']!.words()
    const missing = Object.keys(english).filter(key => !(key in german))
    assert.deepEqual(missing, ['shell.name', 'shell.title'])
})

test('a hint for a large group names three of them, unless two hints would say the same then', () => {
    const titles = ['La Palice', 'Gascons', 'Swiss, front', 'Swiss, rear', 'Lances', 'Guns', 'Picards', 'Archers']
    const says = (names: string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)} move: 60 mm ahead.`
    assert.deepEqual(groupIn('move A1,A2,A3,A4,A5,A6,A7,A8: A 60'), ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'])
    assert.deepEqual(groupIn('move A1,A2: A 60'), [])
    const all = { says: says(titles), titles }
    const few = { says: 'Lances move: 60 mm ahead.', titles: [] }
    assert.deepEqual(shortenedAll([all, few]),
                     ['La Palice, Gascons, Swiss, front and 5 others move: 60 mm ahead.', few.says])
    const others = [...titles.slice(0, 6), 'Archers', 'Handguns']
    const like = { says: says(others), titles: others }
    assert.deepEqual(shortenedAll([all, like]), [all.says, like.says])
})
