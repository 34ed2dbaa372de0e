/* The page in other languages: nothing is said there that English does not know, and what is filled in
 * is the same; what is missing is said in English. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { english } from '../src/words/en'
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
