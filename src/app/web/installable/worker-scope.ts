/** What a service worker finds around it, as far as ours uses it: the compiler's own words for it exclude those of a page. */
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
  /** The answer to a page that was asked for while the worker was still waking up. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** Every cache of ours begins so: one a build, named for what the build is made of. */
export const cachePrefix = 'lastro-';
