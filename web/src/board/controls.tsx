/* The buttons beside the map. */
import { say } from '../words/words'
import type { Viewport } from './viewport'

const ZOOM = 1.5

function Icon(props: { path: string }) {
    return <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
        <path d={props.path} fill="none" stroke="currentColor" stroke-width="2"
              stroke-linecap="round" stroke-linejoin="round" />
    </svg>
}

const plus = 'M12 5v14M5 12h14'
const minus = 'M5 12h14'
const frame = 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5'
const frameAroundPieces = 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9h3v3H9zM13 13h2v2h-2z'

export function Controls(props: { viewport: Viewport; fitPlay: () => void }) {
    const { viewport } = props
    // The page presses the button that says a key is its own (table/keys.ts).
    const button = (key: string, label: string, path: string, press: () => void) =>
        <button type="button" aria-label={label} title={label} aria-keyshortcuts={key}
                onClick={press}>
            <Icon path={path} />
        </button>
    return <div class="board-controls">
        {button('+', say('board.zoomIn'), plus, () => viewport.zoom(ZOOM, undefined, true))}
        {button('-', say('board.zoomOut'), minus, () => viewport.zoom(1 / ZOOM, undefined, true))}
        {button('0', say('board.fitAll'), frame, () => viewport.fitAll())}
        {button('F', say('board.fitPlay'), frameAroundPieces, props.fitPlay)}
    </div>
}
