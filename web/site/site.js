/* Keep the documents for when there is no network. From a disk they need nobody to keep them. */
if ('serviceWorker' in navigator && location.protocol !== 'file:')
    navigator.serviceWorker.register(new URL('sw.js', document.currentScript.src)).catch(() => {})
