import { recall, remember } from './remembered.ts';
import { serverNowMs } from './server-clock.ts';

/**
 * Who is logged in, as far as the browser knows: the token from the login, in local storage with the customer's Uuid. Every tab follows
 * changes in another.
 */
export type EndReason =
  /** The session expired. */
  | 'expired'
  /** The server no longer accepts the token. */
  | 'refused'
  /** The customer logged out. */
  | 'logged-out';

export interface SessionState {
  token: string | null;
  /** Shared by all tokens that go back to one login: a renewal changes the token and nothing on the screen. */
  visit: string | null;
  /** Why there is no session any more, for the login page to show; null when there never was one. */
  endReason: EndReason | null;
  /** The customer whose session ended involuntarily: only they are led back. */
  endedFor: string | null;
}

let state: SessionState = { ...readStored(), endReason: null, endedFor: null };
const listeners = new Set<() => void>();

/** The last customer known here: storage may already be empty when this tab learns of an end. */
let holder = recall('uuid');
/** When the session ends by the server's clock, in ms; null if unknown. */
let endsAtMs: number | null = null;

export function readSession(): SessionState {
  return state;
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function beginSession(token: string): void {
  remember('ended', null);
  remember('token', token);
  change({ token, visit: token, endReason: null, endedFor: null });
}

/** Continues the visit under another token, unless it has ended meanwhile, here or in another tab. */
export function continueSession(before: string, token: string): void {
  follow();
  if (state.token !== before) return;
  remember('visit', `${state.visit} ${token}`);
  remember('token', token);
  change({ ...state, token });
}

export function endSession(reason: EndReason): void {
  // For an expired session the server reports only that it is invalid.
  const isOver = reason === 'refused' && endsAtMs !== null && serverNowMs() >= endsAtMs;
  const endReason = isOver ? 'expired' : reason;
  const endedFor = endReason === 'logged-out' ? null : (readUuid() ?? holder);
  remember('ended', endReason);
  remember('token', null);
  remember('visit', null);
  remember('uuid', null);
  change({ token: null, visit: null, endReason, endedFor });
}

/** A refused token ends the session, unless another has replaced it meanwhile. */
export function refuseToken(token: string): void {
  follow();
  if (token === state.token) endSession('refused');
}

/** @param endsAt from the server, ISO 8601 */
export function noteSessionEnd(endsAt: string): void {
  endsAtMs = Date.parse(endsAt);
}

/** Calls that move money name the customer they move it for (spec §7). */
export function keepUuid(uuid: string): void {
  holder = uuid;
  if (uuid === readUuid()) return;
  remember('uuid', uuid);
  for (const listener of listeners) listener();
}

export function readUuid(): string | null {
  return recall('uuid');
}

function change(next: SessionState): void {
  if (next.token !== state.token) endsAtMs = null;
  state = next;
  for (const listener of listeners) listener();
}

/** A token without a stored visit starts a visit of its own. */
function readStored(): Pick<SessionState, 'token' | 'visit'> {
  const token = recall('token');
  const [visit, of] = recall('visit')?.split(' ') ?? [];
  return { token, visit: (token !== null && of === token && visit) || token };
}

/** Adopts what another tab did. */
export function follow(): void {
  const stored = readStored();
  if (stored.token === state.token) return;
  if (stored.token !== null) return change({ ...stored, endReason: null, endedFor: null });
  const said = recall('ended');
  const endReason = said === 'expired' || said === 'refused' ? said : 'logged-out';
  change({ ...stored, endReason, endedFor: endReason === 'logged-out' ? null : holder });
}

window.addEventListener('storage', ({ key }) => (key === 'token' || key === null) && follow());
// A page restored from the back/forward cache has missed all events and still shows everything it did before.
window.addEventListener('pageshow', ({ persisted }) => persisted && follow());
