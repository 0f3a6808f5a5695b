import { workerAddress } from './worker-address.ts';

/** Once the page has come, so that it takes nothing from the first paint. A browser without workers is not an error. */
export function registerWorker(): void {
  window.addEventListener('load', () => void navigator.serviceWorker?.register(workerAddress).catch(() => undefined));
}
