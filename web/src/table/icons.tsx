/* The few signs on buttons of the table; the words stand beside them or in their labels. */
const paths = {
    undo: 'M9 7H15a5 5 0 0 1 0 10H8M9 7l3-3M9 7l3 3',
    play: 'M8 5l11 7-11 7z',
    pause: 'M8 5v14M16 5v14',
    start: 'M6 5v14M19 5l-10 7 10 7z',
    end: 'M18 5v14M5 5l10 7-10 7z',
    back: 'M15 5l-8 7 8 7',
    next: 'M9 5l8 7-8 7',
    more: 'M5 12h.01M12 12h.01M19 12h.01',
    close: 'M6 6l12 12M18 6L6 18',
    replay: 'M4 12a8 8 0 1 0 3-6.2M7 2v4h4M12 8v4l3 2',
    zones: 'M12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M12 12m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
    check: 'M5 12l5 5L20 7'
} as const

export type IconName = keyof typeof paths

export function Icon(props: { name: IconName }) {
    return <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class="icon-sign">
        <path d={paths[props.name]} />
    </svg>
}
