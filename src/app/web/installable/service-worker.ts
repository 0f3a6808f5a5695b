import { cachePrefix, type FetchingEvent, type WorkerScope } from './worker-scope.ts';

/**
 * Sits between an installed page and the network. It caches files whose names contain a content hash, and one offline page. It never caches
 * the application's page nor any API answer: yesterday's figure must not look like today's (docs/decisions/0019-installable.md).
 */
const scope = self as unknown as WorkerScope;

/** Filled in by the build. */
declare const offline: { build: string; page: string; files: string[] };

const cacheName = cachePrefix + offline.build;

/** Always answered by the server, even when opened from the address bar. */
const machinePaths = /^\/(api|report|operator|health|metrics|docs|openapi\.json|config\.json)(\/|$)/;

scope.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate' && !machinePaths.test(pathname)) event.respondWith(answerPage(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(answerAsset(event));
});

/** Open pages do not depend on which worker is active, so a new one need not wait for them to close. */
async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([new Request(offline.page, { cache: 'reload' }), ...offline.files]);
  await scope.skipWaiting();
}

/** Keeps the previous build's cache for pages still open with it; older ones are deleted. */
async function takeOver(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** Always from the network, so that the application is never older than the server. */
async function answerPage({ request, preloadResponse }: FetchingEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(offline.page)) ?? Response.error();
  }
}

async function answerAsset(event: FetchingEvent): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

async function keep(request: Request, answer: Response): Promise<void> {
  try {
    await (await caches.open(cacheName)).put(request, answer);
  } catch {
    // The disk is full: the file will be fetched again next time.
  }
}
