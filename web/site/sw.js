/* The documents without a network: all of them are fetched at the first visit. While there is a network it
 * answers, so that nobody reads an old page; the table in play/ has a worker of its own. */
const CACHE = `documents-${SITE_HASH}` // not sandtable-...: the table clears those away
const FILES = SITE_FILES

const scope = new URL('./', self.location.href)

async function takeOver() {
    for (const name of await caches.keys())
        if (name.startsWith('documents-') && name !== CACHE)
            await caches.delete(name)
    await self.clients.claim()
}

async function kept(url) {
    const cache = await caches.open(CACHE)
    return await cache.match(url.href === scope.href ? new URL('index.html', scope) : url) ?? Response.error()
}

self.addEventListener('install', event => {
    self.skipWaiting()
    event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES.map(file => new URL(file, scope).href))))
})
self.addEventListener('activate', event => event.waitUntil(takeOver()))
self.addEventListener('fetch', event => {
    const url = new URL(event.request.url)
    url.search = url.hash = ''
    const table = url.href.startsWith(new URL('play/', scope).href) && !FILES.includes(url.href.slice(scope.href.length))
    if (event.request.method === 'GET' && url.href.startsWith(scope.href) && !table)
        event.respondWith(fetch(event.request).catch(() => kept(url)))
})
