/* One question: its inputs as a form, the answer beside it as soon as anything changes. */
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { fail } from '../app/failure'
import { Loading, useLoaded } from '../app/load'
import { recall, remember } from '../app/memory'
import { address, rename } from '../app/router'
import { CopyButton } from '../parts/copy'
import { PickField, picksFor } from '../parts/picks'
import type { Answer, AskAnswer, GameInfo, Input, Question, Word } from '../umpire/documents'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { AnswerSheet, AnswerSummary, gistOf } from './ask-answer'
import { noteAsked } from './ask-kept'
import { saveAnswer } from './ask-picture'
import { InputField } from '../parts/input'

type Values = Record<string, string>

/** How long the reader's fingers must rest before the umpire is asked. */
const REST_MS = 90

/** Beside a question's own inputs: the scenario it is asked for. */
const SCENARIO = 'scenario'
const DICE = 'dice'

const memoryOf = (game: string, question: string) => `sandtable.ask.${game}.${question}`

/** What the address says; when it says nothing, what was asked last time. */
function firstValues(game: string, question: Question, inputs: URLSearchParams): Values {
    const given = inputs.size ? inputs
        : new URLSearchParams(recall(memoryOf(game, question.id)) ?? '')
    const keys = new Set([...question.inputs.map(input => input.key), SCENARIO, DICE])
    return Object.fromEntries([...given].filter(([key]) => keys.has(key)))
}

/** Only what differs from the defaults: short addresses, and the same answer. */
function differing(question: Question, values: Values): Values {
    const defaults = new Map(question.inputs.map(input => [input.key, input.default]))
    return Object.fromEntries(Object.entries(values)
        .filter(([key, value]) => value !== (defaults.get(key) ?? '')))
}

/** The answer to what was asked last. Some take long: a new one is asked only when the engine has
 *  answered, and then the newest. */
function useAnswer(game: string, question: string, key: string, asked: Values) {
    const [answer, setAnswer] = useState<Answer<AskAnswer> | undefined>()
    const newest = useRef(asked)
    const busy = useRef(false)
    const left = useRef(false)
    const ask = async () => {
        if (busy.current)
            return
        busy.current = true
        for (let inputs: Values | undefined; inputs !== newest.current && !left.current;) {
            inputs = newest.current
            const got = await umpire.ask(game, question, inputs)
            if (!left.current)
                setAnswer(got)
        }
        busy.current = false
    }
    useEffect(() => {
        newest.current = asked
        const timer = setTimeout(() => { ask().catch(fail) }, answer ? REST_MS : 0)
        return () => clearTimeout(timer)
    }, [key])
    useEffect(() => () => { left.current = true }, [])
    return answer
}

function bringUp(node: RefObject<HTMLElement | null>) {
    node.current?.scrollIntoView({ block: 'start' })
    node.current?.focus({ preventScroll: true })
}

/** A page not much longer than the screen needs no way back. */
const isLong = () => document.documentElement.scrollHeight > 1.5 * innerHeight

/** Has the reader come down a long page, so that the node lies across the middle of the screen? */
function useArrived(node: RefObject<HTMLElement | null>): boolean {
    const [arrived, setArrived] = useState(false)
    useEffect(() => {
        const watch = new IntersectionObserver(seen =>
            setArrived(seen.at(-1)!.isIntersecting && isLong()), { rootMargin: '-50% 0px' })
        watch.observe(node.current!)
        return () => watch.disconnect()
    }, [])
    return arrived
}

/** Kinds of words that choices of questions are, the likeliest first. */
const CHOICE_KINDS = ['choice', 'type', 'class', 'ground', 'grade', 'word', 'state']

/** Is the short name no word, but the long one cut off ("Vet")? */
const isCut = ({ short = '', says = '' }: Word) => says.length > short.length && says.toLowerCase().startsWith(short.toLowerCase())

/** What a choice is called: by the sheet of words, else as it is written, with blanks. A field that is named after a
 * kind of words (`grade`, `enemy_grade`) means those; a short name that is the code itself tells nobody anything. */
function titleOf(words: readonly Word[], key: string, choice: string): string {
    const own = CHOICE_KINDS.filter(kind => key === kind || key.endsWith(`_${kind}`))
    for (const kind of [...own, ...CHOICE_KINDS]) {
        const word = words.find(one => one.kind === kind && one.id === choice)
        if (word)
            return (word.short === choice || isCut(word) ? '' : word.short) || word.says || choice
    }
    return choice.replaceAll('_', ' ')
}

export function QuestionForm(props: {
    game: GameInfo; question: Question; inputs: URLSearchParams
}) {
    const { game, question } = props
    const [values, setValues] = useState(() => firstValues(game.id, question, props.inputs))
    const form = useRef<HTMLFormElement>(null)
    const sheet = useRef<HTMLDivElement>(null)
    const arrived = useArrived(sheet)
    const asked = differing(question, values)
    const query = new URLSearchParams(asked)
    const here = address('ask', game.id, question.id, query)

    // The form shows a scenario: the answer is for that one, not for another that knows more names.
    const answer = useAnswer(game.id, question.id, here,
                             { [SCENARIO]: game.scenarios[0]!, ...asked })
    useEffect(() => {
        rename(here)
        remember(memoryOf(game.id, question.id), query.toString())
    }, [here])

    // Another address of the same question was followed.
    const first = useRef(true)
    useEffect(() => {
        if (!first.current)
            setValues(firstValues(game.id, question, props.inputs))
        first.current = false
    }, [props.inputs])

    const words = useLoaded(() => umpire.words(game.id), [game.id])
    const picks = picksFor(words ?? [], question.id)
    const types = (words ?? []).filter(word => word.kind === 'type')
        .map(({ id, says }) => ({ id, title: says || id }))
    useEffect(() => {
        if (answer && 'rows' in answer)
            noteAsked({ to: here, title: question.title, gist: gistOf(answer) })
    }, [answer])

    const set = (key: string, value: string) => setValues(old => ({ ...old, [key]: value }))
    const valueOf = (key: string) => values[key] ??
        question.inputs.find(input => input.key === key)?.default ?? ''
    const field = (input: Input) => <InputField key={input.key} input={input} types={types}
        titles={input.choices?.map((choice, i) => input.titles?.[i] ?? titleOf(words ?? [], input.key, choice))}
        value={valueOf(input.key)} onValue={value => set(input.key, value)} />
    return <div class="question">
        <form class="question-form card" ref={form} tabIndex={-1}
            onSubmit={event => event.preventDefault()}>
            <div class="question-inputs">
                {words === undefined ? <Loading /> : question.inputs.map(input => {
                    const group = picks.find(one => one.keys.includes(input.key))
                    return !group ? field(input) : group.keys[0] !== input.key ? null
                        : <PickField key={input.key} picks={group} value={valueOf} closed={input.kind === 'choice'}
                            onValues={some => setValues(old => ({ ...old, ...some }))}
                            written={() => question.inputs
                                .filter(one => group.keys.includes(one.key)).map(field)} />
                })}
                {game.scenarios.length > 1 && <ScenarioField game={game}
                    value={values[SCENARIO] ?? ''} onValue={value => set(SCENARIO, value)} />}
            </div>
            <div class="row">
                <button type="button" class="button" onClick={() => setValues({})}
                    disabled={query.size === 0}>{say('ask.reset')}</button>
                <CopyButton words={say('ask.link')}
                    text={() => new URL(here, document.baseURI).href} />
                {answer && 'rows' in answer && <button type="button" class="button"
                    onClick={() => void saveAnswer(answer, gistOf(answer))}>
                    {say('ask.picture')}</button>}
            </div>
        </form>
        <div class="question-answer" ref={sheet} tabIndex={-1}>
            <AnswerSheet game={game.id} answer={answer} dice={values[DICE] ?? ''}
                onDice={value => set(DICE, value)} />
        </div>
        {answer && <AnswerSummary answer={answer} arrived={arrived}
            onShow={() => bringUp(sheet)} onBack={() => bringUp(form)} />}
    </div>
}

function ScenarioField(props: { game: GameInfo; value: string; onValue: (value: string) => void }) {
    const scenarios = useLoaded(() => umpire.scenarios(props.game.id), [props.game.id])
    const titleOf = (id: string) => scenarios?.find(s => s.id === id)?.title ?? id
    return <label class="field column">
        <span>{say('ask.scenario')}</span>
        <select name={SCENARIO} value={props.value}
            onChange={event => props.onValue(event.currentTarget.value)}>
            {props.game.scenarios.map((id, i) =>
                <option key={id} value={i === 0 ? '' : id}>{titleOf(id)}</option>)}
        </select>
    </label>
}
