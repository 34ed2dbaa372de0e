/* Where the page begins. */
import { render } from 'preact'
import { learnLanguage } from './app/language'
import { keepOffline } from './app/offline'
import { Shell } from './app/shell'
import './style/base.css'
import './style/pages.css'
import './style/print.css'

await learnLanguage()
const app = document.getElementById('app')!
app.replaceChildren() // what stood there told those who wait
render(<Shell />, app)
keepOffline()
