import { cachePrefix, type FetchingEvent, type WorkerScope } from './worker-scope.ts';

/**
 * Stands between an installed page and the network. It keeps files whose names hold a hash of their content, and one page
 * that says there is no connection. It never keeps the application's page nor anything the API answers: a figure that was
 * read yesterday must not look like one of today (docs/decisions/0019-installable.md).
 */
const scope = self as unknown as WorkerScope;

/** Filled in when it is built. */
declare const offline: { build: string; page: string; files: string[] };

const cacheName = cachePrefix + offline.build;

/** Answered by the server alone, also when somebody opens them in the address bar. */
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

/** Nothing of the pages that are open depends on which worker is there, so a new one need not wait for them to close. */
async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([new Request(offline.page, { cache: 'reload' }), ...offline.files]);
  await scope.skipWaiting();
}

/** What the build before kept stays for the pages that are still open with it; what was before that is forgotten. */
async function takeOver(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** Always from the network: the application is never older than the server. */
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
    // The disk is full: it is asked for again the next time.
  }
}
