/* The page without a network: the service worker keeps the bundle, and a newer one is offered, not
 * forced on a game that is being played. */
import { signal } from '@preact/signals'
import { say } from '../words/words'

const waiting = signal<ServiceWorker | null>(null)
/** Is everything at this device that playing needs? */
export const keptOffline = signal(false)

function watch(registration: ServiceWorkerRegistration) {
    const look = () => {
        // The very first worker replaces nothing: there is no old page to reload. (That somebody controls the
        // page says nothing: it may be the worker of a site it lies in.)
        if (registration.waiting && registration.active)
            waiting.value = registration.waiting
        if (registration.active)
            keptOffline.value = true
    }
    look()
    registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', look)
    })
}

/** Call once. Where there are no service workers (plain http from afar) the page does without. */
export function keepOffline() {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator))
        return
    let reloading = false
    navigator.serviceWorker.addEventListener('controllerchange', () => {
        if (waiting.value && !reloading) {
            reloading = true
            location.reload()
        }
    })
    navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).then(watch, () => {})
}

export function UpdateNotice() {
    const worker = waiting.value
    if (!worker)
        return null
    return <div class="toast row" role="status">
        <span>{say('shell.update')}</span>
        <button type="button" class="button primary"
            onClick={() => worker.postMessage('take over')}>
            {say('shell.update_now')}
        </button>
    </div>
}
