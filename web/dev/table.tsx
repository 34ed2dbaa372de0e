/* A table to try, not in the bundle: /dev/table.html?scenario=GAME/ID&seats=SIDE:human,SIDE:greedy
 * with dice=typed, mode=warn, seed=N, pace=MS and theme=dark where wanted. */
import { render } from 'preact'
import { TablePage } from '../src/pages/table'
import { isFailed, isRefused } from '../src/umpire/documents'
import { LocalTable } from '../src/umpire/table'
import '../src/style/base.css'

const query = new URLSearchParams(location.search)
const seats = Object.fromEntries((query.get('seats') ?? '').split(',').filter(Boolean)
    .map(seat => seat.split(':') as [string, string]))
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light'

const table = await LocalTable.open(query.get('scenario') ?? 'shields/malfosse', {
    seats, dice: query.get('dice') === 'typed' ? 'typed' : 'rolled',
    seed: Number(query.get('seed') ?? 5), pace: Number(query.get('pace') ?? 0),
    ...(query.get('mode') ? { mode: query.get('mode')! } : {})
})
const app = document.getElementById('app')!
app.style.height = '100dvh'
if (isFailed(table))
    render(<p>{table.error.text}</p>, app)
else if (isRefused(table))
    render(<p>{table.refused.text}</p>, app)
else
    render(<TablePage table={table} onPlayOn={() => {}} />, app)
