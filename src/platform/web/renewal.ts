import { recall, remember } from './remembered.ts';
import { continueSession, follow, readSession } from './session.ts';

/**
 * The token of a session is replaced while calls of this page, and of others, are on their way with the one before. Whatever is
 * refused meanwhile waits for the outcome, and goes on under the new token: what was refused for its token was not done.
 */
const longestMs = 15_000;
const lookMs = 50;

/** Runs what answers with another token for this session, and goes on under it here and in every tab. */
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
 * The token that took this one's place in the same visit, once that is known; null where there is none.
 *
 * @param waitMs how long to wait where nobody says that a renewal is on its way
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

/** Here or in another tab; one that was closed in the middle of it is not waited for for ever. */
function isRenewing(): boolean {
  const at = Number.parseInt(recall('renewing') ?? '', 10);
  return Math.abs(Date.now() - at) < longestMs;
}
