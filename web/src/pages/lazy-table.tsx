/* The page of a table, fetched when the first one is opened: those who only ask need not wait for
 * boards and counters. */
import { useLoaded, Loading } from '../app/load'
import { Page } from '../app/page'
import { say } from '../words/words'
import type { TablePageProps } from './table-props'

export function LazyTablePage(props: TablePageProps) {
    const module = useLoaded(() => import('./table'), [])
    if (!module)
        return <Page title={say('page.loading')}><Loading /></Page>
    return <module.TablePage {...props} />
}

export function LazyPrintPage(props: { scenario: string; query: URLSearchParams }) {
    const module = useLoaded(() => import('./print'), [])
    if (!module)
        return <Page title={say('page.loading')}><Loading /></Page>
    return <module.PrintPage {...props} />
}
