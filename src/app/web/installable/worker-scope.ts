/** The part of a service worker's global scope that ours uses: the compiler's own types for it exclude those of a page. */
export interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchingEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: ServiceWorkerRegistration;
}

export interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchingEvent extends LastingEvent {
  readonly request: Request;
  /** The preloaded response to a navigation that began while the worker was still starting. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** Prefix of all our caches: one per build, named after the build's content. */
export const cachePrefix = 'lastro-';
