import { recall, remember } from './remembered.ts';

/**
 * Who is in, as far as the browser knows: the token it was given at login, kept in local storage with the customer's Uuid.
 * Every tab follows what one of them does.
 */
export type EndReason =
  /** Its time was over. */
  | 'expired'
  /** The server no longer takes the token. */
  | 'refused'
  /** The customer left. */
  | 'logged-out';

export interface SessionState {
  token: string | null;
  /** Why there is none any more, for the login page to say; null when there never was one. */
  endReason: EndReason | null;
}

let state: SessionState = { token: recall('token'), endReason: null };
const listeners = new Set<() => void>();

export function readSession(): SessionState {
  return state;
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function beginSession(token: string): void {
  remember('token', token);
  change({ token, endReason: null });
}

export function endSession(endReason: EndReason): void {
  remember('token', null);
  remember('uuid', null);
  change({ token: null, endReason });
}

/** Calls that move money name the customer they move it for (spec §7). */
export function keepUuid(uuid: string): void {
  if (uuid === readUuid()) return;
  remember('uuid', uuid);
  for (const listener of listeners) listener();
}

export function readUuid(): string | null {
  return recall('uuid');
}

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function follow(): void {
  const token = recall('token');
  if (token !== state.token) change({ token, endReason: token ? null : 'logged-out' });
}

window.addEventListener('storage', ({ key }) => (key === 'token' || key === null) && follow());
// A page that the browser had put aside heard nothing meanwhile, and comes back with everything that it showed.
window.addEventListener('pageshow', ({ persisted }) => persisted && follow());
