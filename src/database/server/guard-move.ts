import type { Micros } from '#money/money.ts';
import type { Tx } from './database.ts';

/** What gives a customer's money up: a withdrawal, leaving a position early at its fee, paying the bot's price. */
export type GivingUp =
  | { purpose: 'withdrawal'; amount: Micros; currency: string; withdrawalId: string }
  | { purpose: 'leave'; position: string }
  | { purpose: 'subscribe' };

export interface GuardedMove {
  customerId: string;
  /** The session's token. */
  session: string;
  /** The approval token sent along as proof. */
  approval: string | undefined;
  move: GivingUp;
}

/** Refuses a move whose customer must show more than a session; runs in its transaction. Injected, because products know no second factor. */
export type GuardMove = (tx: Tx, request: GuardedMove) => Promise<void>;

export const nobodyGuards: GuardMove = async () => {};

/** Held until its turn: refusals are reported in a fixed order, not as the answers arrive. */
export function refusalOf(guarding: Promise<void>): Promise<{ error: unknown } | null> {
  return guarding.then(
    () => null,
    (error: unknown) => ({ error }),
  );
}
