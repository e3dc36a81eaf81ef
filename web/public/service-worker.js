// Keeps one page, the one that is shown when there is no connection. Everything else goes to the network as it
// would without this file, so nothing can grow stale. The server puts in the version of that page.
const CACHE = 'offline-{version}';
const PAGE = '/offline.html';

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(tidyUp());
});

self.addEventListener('fetch', (event) => {
  const { method, mode, destination, url } = event.request;
  const page = method === 'GET' && mode === 'navigate' && destination === 'document';
  if (page && !new URL(url).pathname.startsWith('/api/')) event.respondWith(fromNetwork(event));
});

async function keepPage() {
  const cache = await caches.open(CACHE);
  await cache.add(new Request(PAGE, { cache: 'reload' }));
  await self.skipWaiting();
}

async function tidyUp() {
  for (const name of await caches.keys()) {
    if (name !== CACHE) await caches.delete(name);
  }
  // The page is asked for while this file wakes up.
  await self.registration.navigationPreload?.enable();
}

async function fromNetwork(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}
