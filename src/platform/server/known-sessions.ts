import type { Investor } from './investor.ts';
import { hashOfToken } from './secret-token.ts';

/** As it was when it was looked up: `ahead`, in milliseconds, is how far business time then stood before this process's clock. */
type Known = Omit<Investor, 'now'>;

/** How far a clock may be from what is believed of it, in milliseconds. */
const toleranceMs = 250;
/** What was learnt of the database's clock counts for this long, in milliseconds, and then once more: clocks drift. */
const learntForMs = 30_000;

/**
 * Whose a token was when it was last looked up here. It is never more than a guess: whoever acts on it throws away what came of it unless
 * the database says the same (`isAsGuessed`). Tokens themselves are not kept.
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

  /** What the database answered, and when it was asked, on this process's clock; null when the token is not good. */
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

/** Whether what was guessed, on this process's clock at `askedAt`, is what the database now says. */
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
 * Business time as the database has it, guessed from its last answers. Never before the time of anything that was answered before: an
 * answer tells a moment after its question, and the least of these distances is taken.
 */
export class GuessedClock {
  #ahead = Infinity;
  #aheadBefore = Infinity;
  #since = -Infinity;

  /** Where business time is somebody else's, nothing is guessed. */
  constructor(readonly told?: () => Date) {}

  learn(now: Date, askedAt: number): void {
    const ahead = now.getTime() - askedAt;
    if (askedAt - this.#since > learntForMs) {
      [this.#aheadBefore, this.#ahead, this.#since] = [this.#ahead, ahead, askedAt];
    }
    // It was moved ahead since: what was learnt before is of another time.
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
