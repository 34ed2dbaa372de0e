/* A lesson: the teacher's words above a real table; or the list of a game's lessons. */
import { useEffect, useState } from 'preact/hooks'
import { fail } from '../app/failure'
import { Loading, useLoaded, wrong } from '../app/load'
import { Page, useTitle } from '../app/page'
import { address } from '../app/router'
import type { Hint } from '../board/contract'
import { isFailed, isRefused } from '../umpire/documents'
import { LessonTable, type Lesson, type LessonInfo } from '../umpire/lesson'
import { umpire } from '../umpire/umpire'
import { say } from '../words/words'
import { LazyTablePage } from './lazy-table'
import { Teacher } from './teacher'
import '../style/learn.css'

export function LearnPage(props: { game?: string | undefined; lesson?: string | undefined
                                   query: URLSearchParams }) {
    if (props.game !== undefined && props.lesson !== undefined)
        return <LessonPage game={props.game} lesson={props.lesson}
            page={Number(props.query.get('page') ?? 1) || 1} />
    return <Lessons game={props.game} />
}

// ---- the list -----------------------------------------------------------------------------------

async function lessonsOf(game: string | undefined): Promise<[string, string, LessonInfo[]][]> {
    const games = (await umpire.games()).filter(g => game === undefined || g.id === game)
    return Promise.all(games.map(async g => {
        const list = await umpire.lessons(g.id)
        return [g.id, g.title, Array.isArray(list) ? list : []] as [string, string, LessonInfo[]]
    }))
}

function Lessons(props: { game: string | undefined }) {
    const found = useLoaded(() => lessonsOf(props.game), [props.game])
    return <Page title={say('learn.list')}>
        <h1>{say('learn.list')}</h1>
        {!found && <Loading />}
        {found && found.every(([, , list]) => !list.length) && <p>{say('learn.none')}</p>}
        {found?.map(([id, title, list]) => list.map(one => <section key={`${id} ${one.id}`}
            class="lesson-item">
            <h2><a href={address('learn', id, one.id)}>{one.title}</a></h2>
            <p class="soft">{title} · {say('learn.minutes',
                { minutes: one.minutes, pages: one.pages.length })}</p>
            <p>{one.about}</p>
        </section>))}
    </Page>
}

// ---- one lesson ---------------------------------------------------------------------------------

/** What the lesson lights, as the board knows it. */
function litOn(lesson: Lesson | null): Hint[] {
    return (lesson?.lit ?? []).flatMap(({ kind, names = [] }): Hint[] => {
        switch (kind) {
        case 'pieces': return names.map(piece => ({ kind: 'lit', piece }))
        case 'hexes': return names.map(hex => ({ kind: 'lit', hex }))
        case 'places': return names.map(place => {
            const [x = 0, y = 0] = place.split(',').map(Number)
            return { kind: 'lit', x: x * 1000, y: y * 1000 }
        })
        default: return []
        }
    })
}

/** Where the wanted move goes, for those who wanted to be shown: a number of a hex says little to a newcomer. */
function shownOn({ lesson: { value: lesson }, shown, unsaid }: LessonTable): Hint[] {
    if (!lesson?.wanted || !unsaid && shown.value !== lesson.row)
        return []
    const hex = lesson.wanted.match(/\b\d{4}\b/g)?.at(-1)
    const [, x, y] = /\b(\d+),(\d+)\b/.exec(lesson.wanted) ?? []
    return hex !== undefined ? [{ kind: 'lit', hex }]
        : x !== undefined && y !== undefined ? [{ kind: 'lit', x: Number(x) * 1000, y: Number(y) * 1000 }] : []
}

function LessonPage(props: { game: string; lesson: string; page: number }) {
    const [table, setTable] = useState<LessonTable | undefined>()
    const [trouble, setTrouble] = useState<string | null>(null)
    useTitle(table?.lesson.value?.title)

    useEffect(() => {
        let opened: LessonTable | undefined
        let left = false
        LessonTable.learn(`${props.game}/${props.lesson}`, props.page).then(got => {
            if (isRefused(got) || isFailed(got)) {
                setTrouble(wrong(got))
            } else if (left) {
                got.close()
            } else {
                opened = got
                setTable(got)
            }
        }).catch(fail)
        return () => { left = true; opened?.close() }
    }, [])

    if (trouble !== null)
        return <Page title={say('learn.none')}>
            <h1>{say('learn.none')}</h1><p class="note bad">{trouble}</p>
            <p><a href={address('learn')}>{say('learn.list')}</a></p></Page>
    if (!table)
        return <Page title={say('page.loading')}><Loading /></Page>
    const lesson = table.lesson.value
    const panels = (lesson?.lit ?? []).filter(lit => lit.kind === 'panel')
        .flatMap(lit => lit.names ?? [])
    return <div class="lesson-table" data-lit={panels.join(' ')} data-row={lesson?.row}
        data-waits={lesson?.waits} data-wanted={lesson?.wanted}>
        <LazyTablePage table={table} lit={() => [...litOn(table.lesson.value), ...shownOn(table)]}
            warning={<Teacher table={table} />} />
    </div>
}
