/*
 * The service worker: an offline page, and web push. It keeps that page alone and no answer of the server's, since
 * those are private (assurance 14).
 */
const CACHE = 'offline'
const OFFLINE = '/offline'

self.addEventListener('install', (event) => event.waitUntil(keepOfflinePage().then(() => self.skipWaiting())))

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function keepOfflinePage() {
  const cache = await caches.open(CACHE)
  await cache.add(new Request(OFFLINE, { cache: 'reload', credentials: 'omit' }))
}

async function takeOver() {
  // The request for a page starts at once, and not when this worker has started.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { mode, method } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(pageOr(event))
})

async function pageOr(event) {
  try {
    // The early request may fail where this one does not, as when the worker has just been exchanged.
    return (await event.preloadResponse.catch(() => undefined)) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(OFFLINE, { cacheName: CACHE })) ?? Response.error()
  }
}

self.addEventListener('push', (event) => event.waitUntil(tell(event.data)))

/** Whoever has the site before them sees what is new there. */
async function tell(data) {
  const pages = await self.clients.matchAll({ type: 'window' })
  if (data === null || pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const { title, body, tag, path } = data.json()
  await self.registration.showNotification(title, { body, tag, data: { path } })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

async function openPage(path) {
  const address = new URL(path, self.location.origin)
  if (address.origin !== self.location.origin) return
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return void (await self.clients.openWindow(address))
  await page.focus()
  await page.navigate(address)
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.oldSubscription, event.newSubscription)))

/**
 * The push service has ended a subscription: this browser is told at its new address of what it was told before.
 * Without a session, or where the member has turned it off, nothing is renewed; the settings then say that it is off.
 */
async function renew(old, fresh) {
  if (!old) return
  const { isOn, kinds, saysWhat } = await call('/push/device', { endpoint: old.endpoint })
  if (!isOn) return
  const { applicationServerKey } = old.options
  const renewed = fresh ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const { endpoint, keys } = renewed.toJSON()
  await call('/push/subscribe', { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, kinds, saysWhat })
  if (endpoint !== old.endpoint) await call('/push/unsubscribe', { endpoint: old.endpoint })
}

/** Asks the API, whose host is named as src/sites/hosts.ts says. */
async function call(path, body) {
  const { protocol, host } = self.location
  const response = await fetch(`${protocol}//api.${host.replace(/^www\./, '')}${path}`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    body: JSON.stringify(body),
  })
  if (response.status === 401) return { isOn: false }
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}
