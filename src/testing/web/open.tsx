import { Routing } from '#app/web/routes.tsx';
import { place, type Shown } from './show.tsx';

/** Opens the whole product at an address. Separate from `show`, so that a component's test does not load every screen. */
export function open(address: string, { state, ...shown }: Shown & { state?: unknown } = {}) {
  // `usr` is the router's name for the state of a history entry.
  window.history.replaceState(state ? { usr: state } : null, '', address);
  return place(<Routing />, shown);
}
