import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';

/** Runs work in one transaction, provided that the second factor is shown if the customer has one; says whether it was. */
export type WhileKeyShown = <T>(
  db: Database,
  asking: { customerId: string; session: string; purpose: 'change_password' | 'renew_session'; shown: object },
  work: (tx: Tx, isProven: boolean) => Promise<T>,
) => Promise<T>;

/** Protections of a customer besides the password, implemented by other folders and injected by `app`. */
export interface OtherSecrets {
  whileKeyShown: WhileKeyShown;
  /** Called before any other lock on the customer, so that concurrent changes to their protections wait in one order. */
  hold(tx: Tx, customerId: string): void;
  /** Revokes every link, ticket and approval issued under the old password. */
  revoke(tx: Tx, customerId: string): Promise<void>;
  /** Moves what was begun in a session and has to end in the same one to the session that replaces it. */
  moveSession(tx: Tx, move: { customerId: string; from: string; to: string }): Promise<void>;
  /**
   * Removes the second factor too, if it was added before anybody had proved that an address was theirs. It stays where the staff have
   * corrected the address since.
   */
  clear(tx: Tx, customerId: string): Promise<void>;
}

/** For login without other protections. */
export const noOtherSecrets: OtherSecrets = {
  whileKeyShown: (db, _asking, work) => transaction(db, (tx) => work(tx, false)),
  hold: () => {},
  revoke: async () => {},
  moveSession: async () => {},
  clear: async () => {},
};
