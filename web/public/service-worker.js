// Caches the offline page only, with its script and faces; all other requests go to the network, so nothing can become stale. The server puts a
// hash of that page into the name of the cache.
const CACHE = 'offline-{version}';
const PAGE = '/offline.html';
const PARTS = ['/offline.js', '{serif}', '{sans}'];

self.addEventListener('install', (event) => {
  event.waitUntil(cachePage());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldCaches());
});

self.addEventListener('fetch', (event) => {
  const { method, mode, destination, url } = event.request;
  const { pathname } = new URL(url);
  const page = method === 'GET' && mode === 'navigate' && destination === 'document';
  if (page && !pathname.startsWith('/api/')) event.respondWith(fromNetwork(event, PAGE));
  else if (method === 'GET' && PARTS.includes(pathname)) event.respondWith(fromNetwork(event, pathname));
});

async function cachePage() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...PARTS].map((part) => new Request(part, { cache: 'reload' })));
  await self.skipWaiting();
}

async function removeOldCaches() {
  for (const name of await caches.keys()) {
    if (name !== CACHE) await caches.delete(name);
  }
  // The browser requests the page while the worker starts.
  await self.registration.navigationPreload?.enable();
}

async function fromNetwork(event, kept) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(kept)) ?? Response.error();
  }
}
