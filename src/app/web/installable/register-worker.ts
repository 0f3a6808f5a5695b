import { workerAddress } from './worker-address.ts';

/** Long enough for the first figures, with whose files the worker's own would share the network and the processor. */
const afterMs = 3000;

/** Once the page has come and been read. A browser without workers is not an error. */
export function registerWorker(): void {
  const register = (): void => void navigator.serviceWorker?.register(workerAddress).catch(() => undefined);
  window.addEventListener('load', () => setTimeout(register, afterMs));
}
