/* Where the page begins. */
import { render } from 'preact'

render(<h1>Sandtable</h1>, document.getElementById('app')!)
