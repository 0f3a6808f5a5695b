import type { Investor } from './investor.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';

/** A session as it was when last looked up, without its business time. */
type Known = Omit<Investor, 'now'>;

/** Tolerated deviation of a clock from its estimate, in milliseconds. */
const toleranceMs = 250;
/** How long an observation of the database's clock is used, in milliseconds, and then once more as long: clocks drift. */
const learntForMs = 30_000;

/**
 * Caches the owner of each token as of its last look-up here. This is only ever a guess: whoever acts on it discards the result unless the
 * database says the same (`isAsGuessed`). The tokens themselves are not stored.
 */
export class KnownSessions {
  readonly #sessions = new Map<string, Known>();
  readonly #clock: GuessedClock;
  readonly #most: number;

  constructor({ now, most = 50_000 }: { now?: (() => Date) | undefined; most?: number } = {}) {
    this.#clock = new GuessedClock(now);
    this.#most = most;
  }

  ownerOf(token: string): string | undefined {
    return this.#sessions.get(nameOf(token))?.id;
  }

  guess(token: string): Investor | undefined {
    const known = this.#sessions.get(nameOf(token));
    return known && { ...known, now: this.#clock.now() };
  }

  /** Records the database's answer, and when the question was asked on this process's clock; null when the token is not valid. */
  note(token: string, investor: Investor | null, askedAt: number): void {
    const name = nameOf(token);
    this.#sessions.delete(name);
    if (!investor) return;
    const { now, ...session } = investor;
    this.#clock.learn(now, askedAt);
    this.#sessions.set(name, session);
    if (this.#sessions.size <= this.#most) return;
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined) this.#sessions.delete(oldest);
  }
}

/** Whether the guess, made at `askedAt` on this process's clock, is what the database now says. */
export function isAsGuessed(guess: Investor, found: Investor, askedAt: number): boolean {
  const laterMs = found.now.getTime() - guess.now.getTime();
  return (
    guess.id === found.id &&
    guess.isEmailConfirmed === found.isEmailConfirmed &&
    guess.sessionStartedAt.getTime() === found.sessionStartedAt.getTime() &&
    guess.sessionExpiresAt.getTime() === found.sessionExpiresAt.getTime() &&
    laterMs >= -toleranceMs &&
    laterMs <= Date.now() - askedAt + toleranceMs
  );
}

/**
 * The database's business time, estimated from its last answers. Never earlier than any time it answered before: an answer's time lies
 * after its question, and the smallest of these offsets is used.
 */
export class GuessedClock {
  #ahead = Infinity;
  #aheadBefore = Infinity;
  #since = -Infinity;

  /** Where business time is provided by the caller, nothing is estimated. */
  constructor(readonly told?: () => Date) {}

  learn(now: Date, askedAt: number): void {
    const ahead = now.getTime() - askedAt;
    if (askedAt - this.#since > learntForMs) {
      [this.#aheadBefore, this.#ahead, this.#since] = [this.#ahead, ahead, askedAt];
    }
    // Business time has been moved ahead since: earlier observations are obsolete.
    if (ahead - Math.min(this.#ahead, this.#aheadBefore) > Date.now() - askedAt + toleranceMs) {
      [this.#ahead, this.#aheadBefore] = [ahead, ahead];
    }
    this.#ahead = Math.min(this.#ahead, ahead);
  }

  now(): Date {
    if (this.told) return this.told();
    const ahead = Math.min(this.#ahead, this.#aheadBefore);
    return new Date(Date.now() + (Number.isFinite(ahead) ? ahead : 0));
  }
}

function nameOf(token: string): string {
  return hashOfToken(token).toString('base64');
}
