/* After a game: the winning chance as a curve, the costliest decisions, luck and skill. */
import { useEffect, useState } from 'preact/hooks'
import { fail } from '../app/failure'
import { Loading } from '../app/load'
import { Page } from '../app/page'
import { address, go } from '../app/router'
import { unpack } from '../app/share'
import { isFailed, isRefused, type Answer, type Plan, type State } from '../umpire/documents'
import { HINT_NODES, UMPIRE } from '../umpire/table'
import { engineCall, gameOfRecord } from '../umpire/umpire'
import { turnsBetween, type Begun } from '../table/replay'
import { notation } from '../table/ui'
import { say } from '../words/words'
import '../style/learn.css'

interface Item {
    line: number; kind: 'decision' | 'die' | 'ruling'; side: string | null; text: string
    says?: string; face?: number; before: number; after: number; skill?: number; luck?: number
    loss?: number; best?: { move: string; says: string }
}
interface Part {
    evaluator: string; lines: number; over: boolean; start: number; end: number; items: Item[]
}
interface Review extends Part { plan: Plan; done: number; turns: Begun[] }

/** Lines of the record in one call, so that the page can say how far it has come. */
const AT_ONCE = 4
const COSTLIEST = 5
const WIDE = 720, HIGH = 220, EDGE = 40

let made = 0

async function analyse(record: string, told: (review: Review) => boolean): Promise<string | null> {
    const handle = `review-${++made}`
    const game = gameOfRecord(record) ?? undefined
    try {
        const loaded = await engineCall<Answer<object>>(handle, 'load', [record, -1], game)
        if (isFailed(loaded) || isRefused(loaded))
            return isFailed(loaded) ? loaded.error.text : loaded.refused.text
        const plan = await engineCall<Plan>(handle, 'plan', [])
        const items: Item[] = []
        const turnAt = async (line: number) =>
            (await engineCall<State>(handle, 'state', [UMPIRE, line])).measures['turn'] ?? 0
        let turns: Begun[] = []
        for (let from = 0, lines = 1; from < lines; from += AT_ONCE) {
            const part = await engineCall<Answer<Part>>(handle, 'review', [from, AT_ONCE, HINT_NODES])
            if (isFailed(part) || isRefused(part))
                return isFailed(part) ? part.error.text : part.refused.text
            if (from === 0) {
                const first = { line: 0, turn: await turnAt(0) }
                turns = [first, ...await turnsBetween(first, { line: part.lines, turn: await turnAt(part.lines) }, turnAt)]
            }
            lines = part.lines
            items.push(...part.items)
            const done = Math.min(1, (from + AT_ONCE) / Math.max(1, lines))
            if (!told({ ...part, plan, items: [...items], done, turns }))
                return null
        }
        return null
    } finally {
        void engineCall(handle, 'close', [])
    }
}

export function ReviewPage(props: { query: URLSearchParams }) {
    const code = props.query.get('record') ?? ''
    const [review, setReview] = useState<Review | null>(null)
    const [trouble, setTrouble] = useState<string | null>(null)
    useEffect(() => {
        let here = true
        const run = async () => {
            const record = await unpack(code)
            if (record === null || gameOfRecord(record) === null)
                return say('play.bad_link')
            return analyse(record, part => { if (here) setReview(part); return here })
        }
        run().then(why => { if (here && why !== null) setTrouble(why) }, fail)
        return () => { here = false }
    }, [code])
    return <Page title={say('review.title')} class="review-page">
        <h1>{say('review.title')}</h1>
        {trouble && <p class="note bad">{trouble}</p>}
        {!review && !trouble && <Loading />}
        {review && <Shown review={review} code={code} own={props.query.get('side')} />}
    </Page>
}

const percent = (value: number, signed = false) =>
    `${signed && value >= 0 ? '+' : ''}${(100 * value).toFixed(1)} %`

/** own: the side of whoever looks back, if he had one; the curve is his, and so are the decisions. */
function Shown(props: { review: Review; code: string; own: string | null }) {
    const { review, code, own } = props
    const { sides } = review.plan
    const whose = own !== null && sides.includes(own) ? own : sides[0]!
    const title = (side: string | null) =>
        review.plan.side_titles[review.plan.sides.indexOf(side ?? '')] ?? side ?? ''
    const jump = (line: number) => address('replay', new URLSearchParams({
        record: code, at: String(line) }))
    const turnOf = (line: number) => review.turns.findLast(turn => turn.line <= line)?.turn
    const costliest = review.items.filter(item => (item.loss ?? 0) > 0 && (own === null || item.side === whose))
        .sort((a, b) => b.loss! - a.loss!).slice(0, COSTLIEST)
    return <>
        <p class="soft">{review.plan.title}. {say('review.judged', { n: HINT_NODES })}</p>
        {review.done < 1 && <p role="status"><progress value={review.done} />{' '}
            {say('review.progress', { done: percent(review.done) })}</p>}
        {review.done === 1 && !review.over && <p class="note">{say('review.cut')}</p>}
        <Curve review={review} costliest={costliest} jump={jump} side={title(whose)}
            chanceOf={value => whose === sides[0] ? value : 1 - value} />
        <Sums review={review} title={title} />
        <h2>{say(own === null ? 'review.costliest' : 'review.own')}</h2>
        {costliest.length === 0 && <p>{say('review.none')}</p>}
        <ol>{costliest.map(item => <li key={item.line}>
            {turnOf(item.line) !== undefined && <>{say('turn.of', { turn: turnOf(item.line)! })}, </>}
            <a href={jump(item.line)}><strong>{title(item.side)}</strong>: {item.says ?? item.text}</a>{' '}
            <strong>{percent(-item.loss!, true)}</strong><br />
            {say('review.better', { move: item.best!.says })} {notation.value && <code>{item.best!.move}</code>}
        </li>)}</ol>
        <p><a class="button" href={jump(0)}>{say('over.replay')}</a></p>
    </>
}

function Curve(props: { review: Review; costliest: Item[]; jump: (line: number) => string
                        side: string; chanceOf: (value: number) => number }) {
    const { review, costliest, jump, side, chanceOf } = props
    const n = Math.max(1, review.items.length)
    const x = (i: number) => EDGE + (WIDE - 2 * EDGE) * i / n
    const y = (chance: number) => EDGE / 2 + (HIGH - EDGE) * (1 - chance)
    const path = [`M${x(0)} ${y(chanceOf(review.start))}`,
                  ...review.items.map((item, i) => `L${x(i + 1)} ${y(chanceOf(item.after))}`)].join('')
    const turns = review.turns.map(({ line, turn }) => ({ turn, i: review.items.findIndex(item => item.line >= line) }))
        .filter(({ i }) => i >= 0)
    const onClick = (event: MouseEvent) => {
        const box = (event.currentTarget as Element).getBoundingClientRect()
        const at = ((event.clientX - box.left) / box.width * WIDE - EDGE) / (WIDE - 2 * EDGE) * n
        const item = review.items[Math.max(0, Math.min(n - 1, Math.round(at) - 1))]
        if (item)
            go(jump(item.line))
    }
    return <figure class="review-curve">
        <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" onClick={onClick}
            aria-label={say('review.curve', { side, start: percent(chanceOf(review.start)),
                                              end: percent(chanceOf(review.end)) })}>
            {[0, 0.25, 0.5, 0.75, 1].map(k => <g key={k}>
                <path class="review-line" d={`M${EDGE} ${y(k)}H${WIDE - EDGE}`} />
                <text x={EDGE - 4} y={y(k) + 4} text-anchor="end">{100 * k}</text></g>)}
            {turns.map(({ turn, i }) => <g key={turn} class="review-turn">
                <path class="review-line" d={`M${x(i)} ${y(1)}V${y(0) + 5}`} />
                <text x={x(i) + 3} y={y(0) + 15}>{turn}</text></g>)}
            <path class="review-chance" d={path} />
            {costliest.map((item, i) => {
                const at = review.items.indexOf(item)
                return <g key={item.line}><circle class="review-dear" cx={x(at + 1)} cy={y(chanceOf(item.after))}
                    r={5} /><text x={x(at + 1) + 8} y={y(chanceOf(item.after)) + 4}>{i + 1}</text></g>
            })}
        </svg>
        <figcaption>{say('review.caption', { side })}</figcaption>
    </figure>
}

function Sums(props: { review: Review; title: (side: string | null) => string }) {
    const { review, title } = props
    const [first, second] = review.plan.sides as [string, string]
    const of = (side: string, kind: 'skill' | 'luck' | 'loss') => review.items
        .filter(item => item.side === side).reduce((all, item) => all + (item[kind] ?? 0), 0)
    // What decisions lost; what the judge saw only afterwards is shared evenly, as in review.c.
    const rest = of(first, 'skill') + of(first, 'loss') - of(second, 'skill') - of(second, 'loss')
    const sum = (side: string, kind: 'skill' | 'luck') => kind === 'luck' ? of(side, kind)
        : (side === first ? rest : -rest) / 2 - of(side, 'loss')
    return <table class="review-sums">
        <thead><tr><th scope="col" /><th scope="col">{say('review.skill')}</th>
            <th scope="col">{say('review.luck')}</th></tr></thead>
        <tbody>{review.plan.sides.map(side => <tr key={side}>
            <th scope="row">{title(side)}</th>
            {(['skill', 'luck'] as const).map(kind => <td key={kind}>
                <span class={sum(side, kind) < 0 ? 'sum-bar bad' : 'sum-bar'} aria-hidden="true"
                    style={{ width: `${Math.min(100, Math.abs(100 * sum(side, kind)))}px` }} />{' '}
                {percent(sum(side, kind), true)}</td>)}
        </tr>)}</tbody>
        <caption>{say('review.adds', { side: title(review.plan.sides[0]!),
            start: percent(review.start), end: percent(review.end) })}</caption>
    </table>
}
