import { recall, remember } from './remembered.ts';
import { serverNowMs } from './server-clock.ts';

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
  /** The same for every token that one login goes back to: a renewal changes the token and nothing that is on the screen. */
  visit: string | null;
  /** Why there is none any more, for the login page to say; null when there never was one. */
  endReason: EndReason | null;
  /** Who was in until it ended without their wish: the way back is theirs alone. */
  endedFor: string | null;
}

let state: SessionState = { ...readStored(), endReason: null, endedFor: null };
const listeners = new Set<() => void>();

/** The last that was known here: the storage may be empty already when this tab hears of an end. */
let holder = recall('uuid');
/** When the session ends by the server's clock, ms; null where it is not known. */
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

/** The same visit goes on under another token; not where it was left meanwhile, here or in another tab. */
export function continueSession(before: string, token: string): void {
  follow();
  if (state.token !== before) return;
  remember('visit', `${state.visit} ${token}`);
  remember('token', token);
  change({ ...state, token });
}

export function endSession(reason: EndReason): void {
  // The server says no more of a session whose time was over than that it is none.
  const isOver = reason === 'refused' && endsAtMs !== null && serverNowMs() >= endsAtMs;
  const endReason = isOver ? 'expired' : reason;
  const endedFor = endReason === 'logged-out' ? null : (readUuid() ?? holder);
  remember('ended', endReason);
  remember('token', null);
  remember('visit', null);
  remember('uuid', null);
  change({ token: null, visit: null, endReason, endedFor });
}

/** A token was refused: an end, unless another has taken its place meanwhile. */
export function refuseToken(token: string): void {
  follow();
  if (token === state.token) endSession('refused');
}

/** @param endsAt as the server says it, ISO 8601 */
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

/** A token that nobody said anything about begins a visit of its own. */
function readStored(): Pick<SessionState, 'token' | 'visit'> {
  const token = recall('token');
  const [visit, of] = recall('visit')?.split(' ') ?? [];
  return { token, visit: (token !== null && of === token && visit) || token };
}

/** What another tab did. */
export function follow(): void {
  const stored = readStored();
  if (stored.token === state.token) return;
  if (stored.token !== null) return change({ ...stored, endReason: null, endedFor: null });
  const said = recall('ended');
  const endReason = said === 'expired' || said === 'refused' ? said : 'logged-out';
  change({ ...stored, endReason, endedFor: endReason === 'logged-out' ? null : holder });
}

window.addEventListener('storage', ({ key }) => (key === 'token' || key === null) && follow());
// A page that the browser had put aside heard nothing meanwhile, and comes back with everything that it showed.
window.addEventListener('pageshow', ({ persisted }) => persisted && follow());
