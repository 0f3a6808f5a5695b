import { cachePrefix, type WorkerScope } from './worker-scope.ts';

/**
 * Served as `/sw.js` while `SERVICE_WORKER=off`: a browser that has our worker replaces it with this at its next visit, and is then as if
 * there had never been one.
 */
const scope = self as unknown as WorkerScope;

scope.addEventListener('install', (event) => {
  event.waitUntil(scope.skipWaiting());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(leave());
});

async function leave(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  await Promise.all(ours.map((name) => caches.delete(name)));
  await scope.registration.unregister();
}
