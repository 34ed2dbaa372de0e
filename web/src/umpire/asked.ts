/* Questions as people put them: by the sheet of words, where the engine has names for programs. Rows of kind
 * `question`: "shot" the question itself, "shot.range" a field of it, "shot.cover none" a choice of that field;
 * "*.class" a field of that name in every question. */
import type { AskAnswer, Question, Word } from './documents'

function sayer(words: readonly Word[]) {
    const rows = new Map(words.filter(w => w.kind === 'question').map(w => [w.id, w.says]))
    return (question: string, rest: string) => rows.get(`${question}${rest}`) || rows.get(`*${rest}`)
}

export function questionsInWords(questions: readonly Question[], words: readonly Word[]): Question[] {
    const says = sayer(words)
    return questions.map(q => ({
        ...q, title: says(q.id, '') ?? q.title,
        inputs: q.inputs.map(input => ({
            ...input, title: says(q.id, `.${input.key}`) ?? input.title,
            ...(input.choices ? { titles: input.choices.map(one => says(q.id, `.${input.key} ${one}`)) } : {})
        }))
    }))
}

/** The answer under the title that people know, its verdict in their words. */
export function answerInWords(answer: AskAnswer, words: readonly Word[]): AskAnswer {
    return { ...answer, title: sayer(words)(answer.question, '') ?? answer.title, verdict: answer.says ?? answer.verdict }
}
