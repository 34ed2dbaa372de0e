/* The service worker: everything of one build is fetched when it is installed, and answered from
 * there. What the server says of tables is never kept. vite.config.ts writes the list. */

export {} // a module to the compiler; the build makes a plain script of it

declare const self: ServiceWorkerGlobalScope
declare const BUILD_FILES: string[]
declare const BUILD_HASH: string

const CACHE = `sandtable-${BUILD_HASH}`
const scope = new URL('./', self.location.href)
const files = new Set(BUILD_FILES.map(file => new URL(file, scope).href))
const page = new URL('index.html', scope).href

async function install() {
    const cache = await caches.open(CACHE)
    await cache.addAll(Array.from(files, file => new Request(file, { cache: 'no-cache' })))
}

async function takeOver() {
    for (const name of await caches.keys())
        if (name.startsWith('sandtable-') && name !== CACHE)
            await caches.delete(name)
    await self.clients.claim()
}

async function fromCache(address: string, request: Request): Promise<Response> {
    const cache = await caches.open(CACHE)
    return await cache.match(address) ?? fetch(request)
}

self.addEventListener('install', event => event.waitUntil(install()))
self.addEventListener('activate', event => event.waitUntil(takeOver()))
self.addEventListener('message', event => {
    if (event.data === 'take over')
        void self.skipWaiting()
})
self.addEventListener('fetch', event => {
    const url = new URL(event.request.url)
    url.search = url.hash = ''
    if (event.request.method !== 'GET')
        return
    if (url.href === scope.href)
        event.respondWith(fromCache(page, event.request))
    else if (files.has(url.href))
        event.respondWith(fromCache(url.href, event.request))
})
