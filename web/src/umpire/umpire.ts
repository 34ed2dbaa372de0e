/* The umpire in this page: the library of games, and the engine's calls as promises. */
import { answerInWords, questionsInWords } from './asked'
import {
    type Answer, type AskAnswer, type Axis, type Briefing, type Changed, type ChartInfo, type Citation,
    type GameInfo, type Plan, type Question, type RulesIndex, type RulesText, type ScenarioInfo,
    type Verdict, type Word, isFailed, isRefused
} from './documents'
import type { LessonInfo } from './lesson'
import { language } from '../words/words'
import type { Reply, Request } from './worker'
import { ServerAway } from './patient'

type Arg = string | number | null

/** A whole chart as printed. */
export interface Chart {
    id: string; para: string | null; title: string
    rows: Axis; columns: Axis; cells: string[][]; notes: string[]
}

export class EngineFailed extends Error {}

class Engine {
    private readonly worker = new Worker(new URL('./worker.ts', import.meta.url),
                                         { type: 'module', name: 'umpire' })
    private readonly waiting =
        new Map<number, { done: (a: unknown) => void; failed: (e: Error) => void }>()
    private next = 1

    constructor() {
        this.worker.onmessage = (message: MessageEvent<Reply>) => {
            const reply = message.data
            const call = this.waiting.get(reply.id)
            this.waiting.delete(reply.id)
            if ('failed' in reply)
                call?.failed(reply.away ? new ServerAway(reply.failed) : new EngineFailed(reply.failed))
            else
                call?.done(reply.answer)
        }
        this.worker.onerror = event => {
            const error = new EngineFailed(event.message || 'the engine cannot be loaded')
            for (const call of this.waiting.values())
                call.failed(error)
            this.waiting.clear()
        }
    }

    call<T>(handle: string, call: string, args: Arg[], game?: string): Promise<T> {
        const id = this.next++
        const request: Request = { id, handle, call, args, ...(game ? { game, language } : {}) }
        return new Promise<T>((done, failed) => {
            this.waiting.set(id, { done: a => done(a as T), failed })
            this.worker.postMessage(request)
        })
    }
}

let engine: Engine | undefined
/** For tables.ts: a call on a handle of its own. */
export function engineCall<T>(handle: string, call: string, args: Arg[], game?: string) {
    engine ??= new Engine()
    return engine.call<T>(handle, call, args, game)
}

const library = <T>(call: string, args: Arg[], game?: string) =>
    engineCall<T>('library', call, args, game)

/** Sheets of words that were read already. */
const sheets = new Map<string, Promise<Word[]>>()

export const umpire = {
    games: () => library<GameInfo[]>('games', []),
    scenarios: (game: string) => library<ScenarioInfo[]>('scenarios', [game], game),
    /** Can GAME/SCENARIO be begun with these KEY=VALUE? Nothing else comes of it. */
    trial: (scenario: string, set: readonly string[]) =>
        library<Answer<Changed>>('open', [scenario, set.map(line => `set ${line}`).join('\n')],
                                 scenario.split('/')[0]!),
    /** What the sides are called in GAME/SCENARIO with these KEY=VALUE, which were tried before. */
    sideTitles: async (scenario: string, set: readonly string[]) => {
        // In one breath: calls of one handle are answered in their order, so the plan is this one.
        const [, plan] = await Promise.all([umpire.trial(scenario, set),
                                            library<Answer<Plan>>('plan', [])])
        return isFailed(plan) || isRefused(plan) ? [] : plan.side_titles
    },
    /** What is told before GAME/SCENARIO; null where nothing is. */
    briefing: (scenario: string) =>
        library<Answer<Briefing>>('briefing', [scenario], scenario.split('/')[0]!)
            .then(said => 'sides' in said && said.sides.length ? said : null, () => null),
    /** What things are called: types, grounds, words of choices. */
    words: (game: string) => {
        const read = sheets.get(game) ?? library<Answer<Word[]>>('words', [game], game)
            .then(said => Array.isArray(said) ? said : [], (): Word[] => [])
        sheets.set(game, read)
        return read
    },
    charts: (game: string) => library<ChartInfo[]>('chart', [game, null, null], game),
    chart: (game: string, chart: string) =>
        library<Answer<Chart>>('chart', [game, chart, null], game),
    cell: (game: string, chart: string, cell: string) =>
        library<Answer<Citation>>('chart', [game, chart, cell], game),
    chartSvg: (game: string, chart: string, cell?: string) =>
        library<Answer<{ svg: string }>>('chart_svg', [game, chart, cell ?? null], game),
    rules: (game: string) => library<RulesIndex>('rules', [game, null], game),
    paragraph: (game: string, para: string) =>
        library<Answer<RulesText>>('rules', [game, para], game),
    lessons: (game: string) => library<LessonInfo[]>('lessons', [game], game),
    questions: async (game: string) => questionsInWords(
        await library<Question[]>('ask', [game, null, null], game), await umpire.words(game)),
    ask: async (game: string, question: string, inputs: Record<string, string>) => {
        const answer = await library<Answer<AskAnswer>>('ask', [game, question, Object.entries(inputs)
            .map(([key, value]) => `${key}=${value}`).join('\n')], game)
        return 'rows' in answer ? answerInWords(answer, await umpire.words(game)) : answer
    },
    /** The game a record is of, so that its texts can be brought. */
    verify: (record: string) =>
        library<Verdict>('verify', [record], gameOfRecord(record) ?? undefined)
}

/** Which game is this a record of? null: none that can be told. */
export function gameOfRecord(record: string): string | null {
    return /^\[Game "([a-z0-9_]+)[ "]/m.exec(record)?.[1] ?? null
}
