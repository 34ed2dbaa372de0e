/* The teacher of a lesson: what is said, what is to be done, how far one has come. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLoaded } from '../app/load'
import { address } from '../app/router'
import { paraTitle } from '../parts/glossary'
import { notation } from '../table/ui'
import type { Lesson, LessonOdds, LessonTable, Lit } from '../umpire/lesson'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'

const FOCUS_MS = 200

export function Teacher(props: { table: LessonTable }) {
    const { table } = props
    const lesson = table.lesson.value
    const words = useRef<HTMLElement>(null)
    useEffect(() => { words.current?.scrollTo(0, 0) }, [lesson?.row]) // what is new is read from its beginning
    if (!lesson)
        return null
    return <section class="teacher" aria-label={say('learn.teacher')} ref={words}>
        <Dots lesson={lesson} />
        <div class="teacher-words" aria-live="polite">
            {lesson.say.map((text, i) => <p key={`${lesson.row} ${i}`}>{text}</p>)}
        </div>
        <Looks lesson={lesson} />
        <Told table={table} />
        <Task key={`${lesson.row} ${lesson.waits}`} table={table} lesson={lesson} />
    </section>
}

function Dots(props: { lesson: Lesson }) {
    const { lesson } = props
    const words = say('learn.page', { page: lesson.page, pages: lesson.pages,
                                      heading: lesson.heading })
    return <header class="teacher-head">
        <h2 title={words}>{lesson.heading}</h2>
        <nav class="dots" aria-label={words}>
            {Array.from({ length: lesson.pages }, (_, i) => i + 1).map(page =>
                <a key={page} class={page < lesson.page ? 'dot done' : page === lesson.page
                    ? 'dot now' : 'dot'} aria-current={page === lesson.page ? 'step' : undefined}
                    aria-label={say('learn.to_page', { page })}
                    href={address('learn', lesson.game, lesson.lesson,
                                  new URLSearchParams({ page: String(page) }))} />)}
        </nav>
    </header>
}

/** Odds, charts and paragraphs that go with what is said. */
function Looks(props: { lesson: Lesson }) {
    const { lesson } = props
    const paras = lesson.lit.filter(lit => lit.kind === 'para').flatMap(lit => lit.names ?? [])
    const charts = lesson.lit.filter(lit => lit.kind === 'chart')
    return <>
        {lesson.odds.map((odds, i) => <Odds key={i} odds={odds} />)}
        {(paras.length > 0 || charts.length > 0) && <div class="teacher-looks">
            {charts.map(lit => <ChartLook key={`${lit.chart} ${lit.row} ${lit.col}`}
                game={lesson.game} lit={lit} />)}
            {paras.map(para => <a key={para} class="para" target="_blank" rel="noreferrer"
                href={address('rules', lesson.game, para)}>{para}</a>)}
        </div>}
    </>
}

function Odds(props: { odds: LessonOdds }) {
    return <ul class="teacher-odds">
        {props.odds.rows.map(row => <li key={row.says}>
            <span class="bar" aria-hidden="true"><span style={{ width: `${100 * row.value}%` }} /></span>
            <strong>{(100 * row.value).toFixed(1)} %</strong> {row.says}
        </li>)}
    </ul>
}

function ChartLook(props: { game: string; lit: Lit }) {
    const { game, lit } = props
    const cell = lit.row && lit.col ? `${lit.row},${lit.col}` : undefined
    const [open, setOpen] = useState(false)
    const svg = useLoaded(async () => open ? umpire.chartSvg(game, lit.chart!, cell) : undefined,
                          [open])
    const charts = useLoaded(() => umpire.charts(game), [game])
    const title = charts?.find(chart => chart.id === lit.chart)?.title ?? ''
    const words = lit.row ? `${title}, ${lit.row}` : title
    return <details class="teacher-chart" onToggle={event =>
        setOpen((event.target as HTMLDetailsElement).open)}>
        <summary>{say('learn.chart', { chart: words })}</summary>
        {svg && 'svg' in svg && <img alt={words}
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.svg)}`} />}
    </details>
}

function Told(props: { table: LessonTable }) {
    const told = props.table.told.value
    if (!told)
        return null
    const title = paraTitle(told.para)
    return <p class={told.good ? 'note good' : 'note warn'} role="status">
        {told.para && <strong>{say('learn.refused')} {title === told.para ? title : `“${title}”`}: </strong>}
        {told.text}</p>
}

/** What is awaited: to read on, a move, or nothing more. */
function Task(props: { table: LessonTable; lesson: Lesson }) {
    const { table, lesson } = props
    const [shown, setShown] = useState(table.unsaid)
    const button = useRef<HTMLButtonElement>(null)
    useEffect(() => {
        const take = () => button.current?.focus({ preventScroll: true })
        take()
        // A die or a balloon that goes later leaves the focus nowhere: it comes back here.
        const timer = setInterval(() => {
            if (document.activeElement === document.body)
                take()
        }, FOCUS_MS)
        return () => clearInterval(timer)
    }, [])
    switch (lesson.waits) {
    case 'read':
        return <p class="teacher-task"><button ref={button} type="button" class="button primary"
            onClick={() => void table.next()}>{say('learn.next')}</button></p>
    case 'foe': return <p class="teacher-task soft">{say('learn.foe')}</p>
    case 'free': return <p class="teacher-task"><strong>{say('learn.free')}</strong></p>
    case 'end': return <End table={table} lesson={lesson} />
    default:
        return <p class="teacher-task">
            <strong>{say(lesson.waits === 'try' ? 'learn.try' : 'learn.your_move')}</strong>{' '}
            {shown && <span class="teacher-move">
                {say('learn.move_is', { move: lesson.says ?? lesson.wanted ?? '' })}{' '}
                {lesson.says && notation.value && <code>{lesson.wanted}</code>}</span>}
            {!shown && <button type="button" class="button" onClick={() => {
                setShown(true)
                table.shown.value = lesson.row
            }}>
                {say('learn.show')}</button>}{' '}
            <button type="button" class="button" onClick={() => void table.doIt()}>
                {say(lesson.waits === 'try' ? 'learn.try_it' : 'learn.do_it')}</button>
        </p>
    }
}

function End(props: { table: LessonTable; lesson: Lesson }) {
    const { lesson } = props
    const lessons = useLoaded(() => umpire.lessons(lesson.game), [])
    const at = lessons?.findIndex(one => one.id === lesson.lesson) ?? -1
    const more = lessons?.[at + 1]
    const own = lessons?.[at]?.seat ?? lesson.seat // not the chair one sat in last
    const seats = new URLSearchParams(props.table.plan.sides.map(side =>
        ['seat', `${side}=${side === own ? 'human' : 'greedy'}`]))
    return <div class="teacher-task">
        <p><strong>{say('learn.end')}</strong></p>
        <p>
            <a class="button primary" href={address('play', `${lesson.game}/${lesson.scenario}`, seats)}>
                {say('learn.play')}</a>{' '}
            {more && <a class="button" href={address('learn', lesson.game, more.id)}>
                {say('learn.more', { title: more.title })}</a>}{' '}
            <a class="button quiet" href={address('learn', lesson.game, lesson.lesson,
                new URLSearchParams({ page: String(lesson.pages) }))}>{say('learn.again')}</a>
        </p>
    </div>
}
