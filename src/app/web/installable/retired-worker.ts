import { cachePrefix, type WorkerScope } from './worker-scope.ts';

/**
 * What `/sw.js` is while `SERVICE_WORKER=off`: a browser that has our worker takes this in its place at its next visit, and
 * is as it was before there was any.
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
