/* The replay: slider, steps, jumps, and back to now. */
import { say, type Key } from '../words/words'
import { Icon, type IconName } from './icons'
import type { Play } from './play'
import type { Ui } from './ui'

export function ReplayBar(props: {
    play: Play; ui: Ui; onPlayOn?: ((lines: number) => void) | undefined
}) {
    const { play, ui, onPlayOn } = props
    const { replay } = play
    if (!ui.replaying.value && replay.at.value === null)
        return null
    const last = replay.last.value
    const at = replay.at.value ?? last
    const leave = () => {
        replay.back()
        ui.replaying.value = false
    }
    return <section class="replay" aria-label={say('replay.title')}>
        <input type="range" min={0} max={last} value={at} aria-label={say('replay.slider')}
            aria-valuetext={at ? say('replay.at', { at, last }) : say('replay.begin')}
            onInput={event => void replay.go(Number(event.currentTarget.value))} />
        <div class="row replay-row">
            <Step icon="start" words="replay.start" off={at === 0} act={() => replay.go(0)} />
            <Step icon="back" words="replay.back" off={at === 0} act={() => replay.step(-1)} />
            {replay.playing.value
                ? <Step icon="pause" words="replay.pause" act={() => replay.pause()} />
                : <Step icon="play" words="replay.play" act={() => replay.play()} />}
            <Step icon="next" words="replay.next" off={at === last} act={() => replay.step(1)} />
            <Step icon="end" words="replay.end" off={at === last} act={() => replay.go(last)} />
            <span class="replay-at soft">{say('replay.at', { at, last })}</span>
            {onPlayOn && <button type="button" class="button" onClick={() => onPlayOn(at)}>
                {say('replay.play_on')}</button>}
            <button type="button" class="button primary" onClick={leave}>
                {say('replay.now')}</button>
        </div>
    </section>
}

function Step(props: { icon: IconName; words: Key; off?: boolean; act(): unknown }) {
    return <button type="button" class="button icon" aria-label={say(props.words)}
        title={say(props.words)} disabled={props.off ?? false} onClick={() => void props.act()}>
        <Icon name={props.icon} />
    </button>
}
