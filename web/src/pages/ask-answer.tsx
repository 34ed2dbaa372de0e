/* The umpire's answer: the reasons with their paragraphs, what may come out, and what did. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { wrong, Wrong, Loading } from '../app/load'
import { address } from '../app/router'
import { Distribution, percentOf } from '../parts/distribution'
import { ParaLink } from '../parts/para'
import { isRefused, type Answer, type AskAnswer, type AskRow, type GameEvent } from '../umpire/documents'
import { say } from '../words/words'

/** More faces than these are typed, not tapped. */
const MOST_FACES = 12
const MOST_IN_GIST = 8

export function AnswerSheet(props: {
    game: string; answer: Answer<AskAnswer> | undefined
    dice: string; onDice: (value: string) => void
}) {
    const { game, answer } = props
    if (!answer)
        return <Loading />
    const trouble = wrong(answer)
    if (!('rows' in answer))
        return <>
            <Wrong>
                {isRefused(answer) && <><ParaLink game={game} para={answer.refused.para} />{' '}</>}
                {trouble}
            </Wrong>
            {props.dice !== '' && <Rolled dice={null} faces="4" value={props.dice}
                onValue={props.onDice} />}
        </>
    return <section class="answer card column" aria-label={say('ask.answer')}>
        <p class="visually-hidden" role="status">{gistOf(answer)}</p>
        {answer.verdict !== null && !answer.refused &&
            <p class="answer-verdict">{answer.verdict}</p>}
        {answer.refused && <Wrong>
            <ParaLink game={game} para={answer.refused.para} />{' '}{answer.refused.text}
        </Wrong>}
        {answer.verdict === null && answer.result === null && !answer.refused &&
            answer.rows.length > 1 && <p class="answer-headline">{headline(answer)}</p>}
        {answer.result !== null && <p class="answer-result">
            {say('ask.result')} <strong>{resultOf(answer)}</strong>
        </p>}
        {(answer.dice !== null || props.dice !== '') &&
            <Rolled dice={answer.dice} faces={answer.rows[0]?.dice?.split(',')[0] ?? '3,5'}
                value={props.dice} onValue={props.onDice} />}
        {answer.lines.length > 0 && <Reasons game={game} lines={answer.lines} />}
        {answer.rows.length > 0 && <Distribution caption={answer.title}
            heads={[say('chance.outcome')]} rows={answer.rows.map(row =>
                ({ ...row, cells: [wordsOf(row)], lit: row.label === answer.result }))} />}
        {!answer.exact && <p class="note warn">{say('ask.inexact')}</p>}
        {!answer.complete && <p class="note warn">{say('ask.incomplete')}</p>}
        <p class="soft">{say('ask.by')} <ParaLink game={game} para={answer.para} /></p>
    </section>
}

function Reasons(props: { game: string; lines: GameEvent[] }) {
    return <ol class="reasons">
        {props.lines.map((line, i) => <li key={i}>
            <ParaLink game={props.game} para={line.para} />
            <span>{line.cite
                ? <a href={address('charts', props.game, line.cite.chart, new URLSearchParams(
                    { row: line.cite.row, column: line.cite.column }))}>{withoutPara(line)}</a>
                : line.says || line.text}</span>
        </li>)}
    </ol>
}

/** The number stands before the sentence already. */
function withoutPara(line: GameEvent): string {
    const number = `${line.para ?? ''} `
    const words = line.says || line.text
    return words.startsWith(number) ? words.slice(number.length) : words
}

/** "I rolled": faces to tap where one small die falls, else a line to type. */
function Rolled(props: {
    dice: string | null; value: string; onValue: (value: string) => void
    /** Faces as they would be typed, to show how. */
    faces: string
}) {
    const most = Number(/(?:^d|\b1 to )(\d+)$/.exec(props.dice ?? '')?.[1] ?? NaN)
    const clear = <button type="button" class="button quiet" onClick={() => props.onValue('')}
        disabled={props.value === ''}>{say('ask.unrolled')}</button>
    const [, count, sides] = /^(\d)d(\d+)$/.exec(props.dice ?? '') ?? []
    if (count && sides && Number(sides) <= MOST_FACES)
        return <SeveralDice {...props} count={Number(count)} sides={Number(sides)} link="," clear={clear} />
    const [, pair] = /^d(\d)\1$/.exec(props.dice ?? '') ?? [] // d66: two dice, read one after the other
    if (pair)
        return <SeveralDice {...props} count={2} sides={Number(pair)} link="" clear={clear} />
    if (most <= MOST_FACES)
        return <fieldset class="rolled">
            <legend>{say('ask.rolled', { dice: props.dice! })}</legend>
            <div class="segments dice-faces">
                {Array.from({ length: most }, (_, i) => String(i + 1)).map(face =>
                    <label key={face}>
                        <input type="radio" name="dice" value={face} checked={props.value === face}
                            onChange={() => props.onValue(face)} />
                        <span>{face}</span>
                    </label>)}
            </div>
            {clear}
        </fieldset>
    return <div class="rolled">
        <label class="field column">
            <span>{props.dice ? say('ask.rolled', { dice: props.dice })
                              : say('ask.rolled_any')}</span>
            <input name="dice" type="text" value={props.value} autocomplete="off"
                placeholder={say('ask.rolled_form', { faces: props.faces })}
                onInput={event => props.onValue(event.currentTarget.value.trim())} />
        </label>
        {clear}
    </div>
}

/** A row of faces for each die. */
function SeveralDice(props: {
    dice: string | null; value: string; onValue: (value: string) => void
    count: number; sides: number; clear: ComponentChildren
    /** What stands between their faces when they are written. */
    link: string
}) {
    const [faces, setFaces] = useState<string[]>([])
    const shown = props.value ? props.value.split(props.link) : faces
    const set = (die: number, face: string) => {
        const next = Array.from({ length: props.count }, (_, i) => i === die ? face : shown[i] ?? '')
        setFaces(next)
        if (next.every(Boolean))
            props.onValue(next.join(props.link))
    }
    return <fieldset class="rolled">
        <legend>{say('ask.rolled', { dice: props.dice! })}</legend>
        {Array.from({ length: props.count }, (_, die) => <div key={die} class="segments dice-faces"
            role="group" aria-label={say('ask.die', { n: die + 1 })}>
            {Array.from({ length: props.sides }, (__, i) => String(i + 1)).map(face =>
                <label key={face}>
                    <input type="radio" name={`dice-${die}`} value={face}
                        checked={shown[die] === face} onChange={() => set(die, face)} />
                    <span>{face}</span>
                </label>)}
        </div>)}
        {props.clear}
    </fieldset>
}

/** A row as people say it. */
const wordsOf = ({ says, label }: AskRow) => says || label

/** What came out, in the same words. */
function resultOf(answer: AskAnswer): string {
    const row = answer.rows.find(({ label }) => label === answer.result)
    return row ? wordsOf(row) : answer.result!
}

/** What is likeliest, before all the rest. */
function headline(answer: AskAnswer): string {
    const most = likeliest(answer)[0]!
    return say('ask.likeliest', { outcome: most.words, p: percentOf(most.value) })
}

function likeliest(answer: AskAnswer) {
    const all = answer.outcomes?.length ? answer.outcomes.map(({ says, value }) => ({ words: says, value }))
        : answer.rows.map(row => ({ words: wordsOf(row), value: row.value }))
    return all.sort((a, b) => b.value - a.value)
}

/** The answer in one line. */
export function gistOf(answer: AskAnswer): string {
    return answer.refused?.text ?? (answer.result === null ? answer.verdict : resultOf(answer)) ??
        likeliest(answer).slice(0, MOST_IN_GIST)
            .map(({ words, value }) => `${words} ${percentOf(value)}`).join(' · ')
}

/** On a phone the answer is below the form; its gist stays in sight at the bottom, and leads there.
 *  Once there, the same place leads back. */
export function AnswerSummary(props: {
    answer: Answer<AskAnswer>; arrived: boolean; onShow: () => void; onBack: () => void
}) {
    const { answer, arrived } = props
    const words = wrong(answer) ?? ('rows' in answer ? gistOf(answer) : '')
    if (!words)
        return null
    const refused = !('rows' in answer) || answer.refused !== undefined
    return <button type="button" onClick={arrived ? props.onBack : props.onShow}
        class={`answer-summary ${refused && !arrived ? 'bad' : ''}`}>
        <span>{arrived ? say('ask.back') : words}</span>
    </button>
}
