/* A sign that it is one's turn, for those who look elsewhere: the title of the page, and if they wish a
 * sound or a notification. */
import { say } from '../words/words'

const MARK = '● '
const HIGH_HZ = 660
const LOW_HZ = 440

export function markTitle(mine: boolean) {
    const plain = document.title.startsWith(MARK) ? document.title.slice(MARK.length)
        : document.title
    document.title = mine ? MARK + plain : plain
}

/** Two soft tones; a browser that was not touched yet stays silent. */
export function chime() {
    try {
        const sound = new AudioContext()
        for (const [i, hertz] of [LOW_HZ, HIGH_HZ].entries()) {
            const tone = sound.createOscillator(), level = sound.createGain()
            const at = sound.currentTime + i * 0.16
            tone.frequency.value = hertz
            level.gain.setValueAtTime(0.0001, at)
            level.gain.exponentialRampToValueAtTime(0.12, at + 0.02)
            level.gain.exponentialRampToValueAtTime(0.0001, at + 0.3)
            tone.connect(level).connect(sound.destination)
            tone.start(at)
            tone.stop(at + 0.32)
        }
        setTimeout(() => void sound.close(), 1000)
    } catch {
        // no sound here
    }
}

/** Dice and counters: a short knock. */
export function knock() {
    try {
        const sound = new AudioContext()
        const noise = sound.createBuffer(1, sound.sampleRate * 0.05, sound.sampleRate)
        const data = noise.getChannelData(0)
        for (let i = 0; i < data.length; i++)
            data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 4 * 0.25
        const source = sound.createBufferSource()
        source.buffer = noise
        source.connect(sound.destination)
        source.start()
        setTimeout(() => void sound.close(), 300)
    } catch {
        // no sound here
    }
}

export function notifyTurn(title: string) {
    if (typeof Notification !== 'undefined' && Notification.permission === 'granted' &&
        document.visibilityState === 'hidden')
        new Notification(title, { body: say('signal.turn'), tag: 'sandtable-turn' })
}

/** Ask the browser whether we may; true: we may. */
export async function mayNotify(): Promise<boolean> {
    if (typeof Notification === 'undefined')
        return false
    return await Notification.requestPermission() === 'granted'
}
