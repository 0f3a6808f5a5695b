import { workerAddress } from './worker-address.ts';

/** Long enough for the first figures: the worker's own files would share the network and processor with theirs. */
const afterMs = 3000;

/** Registers some time after the page has loaded. A browser without workers is not an error. */
export function registerWorker(): void {
  const register = (): void => void navigator.serviceWorker?.register(workerAddress).catch(() => undefined);
  window.addEventListener('load', () => setTimeout(register, afterMs));
}
