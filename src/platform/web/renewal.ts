import { recall, remember } from './remembered.ts';
import { continueSession, follow, readSession } from './session.ts';

/**
 * A session's token is replaced while calls of this page and others are in flight with the previous one. A call refused meanwhile waits for
 * the outcome and is retried under the new token: a call refused for its token had no effect.
 */
const longestMs = 15_000;
const lookMs = 50;

/** Runs a call that returns a new token for this session, and continues under it here and in every tab. */
export async function renewUnder(call: () => Promise<{ token: string }>): Promise<void> {
  const { token: before } = readSession();
  if (before === null) return;
  const mark = `${Date.now()} ${Math.random()}`;
  remember('renewing', mark);
  try {
    continueSession(before, (await call()).token);
  } finally {
    if (recall('renewing') === mark) remember('renewing', null);
  }
}

/**
 * The token that replaced this one in the same visit, once known; null if there is none.
 *
 * @param waitMs how long to wait when no renewal is known to be in progress
 */
export async function successorOf(token: string, visit: string | null, waitMs = 0): Promise<string | null> {
  const since = Date.now();
  for (;;) {
    follow();
    const now = readSession();
    if (now.token !== token) return now.visit === visit ? now.token : null;
    const waited = Date.now() - since;
    if (waited >= (isRenewing() ? longestMs : waitMs)) return null;
    await new Promise((resolve) => void setTimeout(resolve, lookMs));
  }
}

/** Here or in another tab; one that was closed midway is not waited for indefinitely. */
function isRenewing(): boolean {
  const at = Number.parseInt(recall('renewing') ?? '', 10);
  return Math.abs(Date.now() - at) < longestMs;
}
