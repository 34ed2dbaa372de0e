/* Questions and answers are told by the sheet of words, where it has a row for them. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { answerInWords, questionsInWords } from '../src/umpire/asked'
import type { AskAnswer, Question, Word } from '../src/umpire/documents'

const words: Word[] = [
    { kind: 'question', id: 'shot', says: 'What are the chances of one shot?' },
    { kind: 'question', id: 'shot.cover', says: 'What lies between' },
    { kind: 'question', id: 'shot.cover none', says: 'nothing' },
    { kind: 'question', id: '*.class', says: 'Class of the shooter' }
]
const shot = {
    id: 'shot', title: 'one shot', para: '5.8', inputs: [
        { key: 'cover', title: 'the worst between (5.3.7)', kind: 'choice', default: 'none', choices: ['none', 'forest'] },
        { key: 'class', title: 'class', kind: 'number', default: '3' },
        { key: 'range', title: 'mm between the bases', kind: 'number', default: '100' }
    ]
} as Question

test('a question, its fields and its choices have the words of the sheet, else their own', () => {
    const [told] = questionsInWords([shot], words)
    assert.equal(told!.title, 'What are the chances of one shot?')
    assert.deepEqual(told!.inputs.map(input => input.title),
                     ['What lies between', 'Class of the shooter', 'mm between the bases'])
    assert.deepEqual(told!.inputs[0]!.titles, ['nothing', undefined])
    assert.deepEqual(questionsInWords([shot], [])[0]!.title, 'one shot')
})

test('a verdict is told as the engine says it', () => {
    const answer = { question: 'shot', title: '', verdict: 'destroyed by GE', says: 'Vernichtet von: Gendarmen' } as AskAnswer
    assert.equal(answerInWords(answer, words).verdict, 'Vernichtet von: Gendarmen')
    assert.equal(answerInWords({ ...answer, verdict: null, says: null }, words).verdict, null)
})
