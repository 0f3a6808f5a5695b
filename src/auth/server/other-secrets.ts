import type { Database, Tx } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';

/** Does something in one transaction, for whoever shows the second factor where the customer has one. */
export type WhileKeyShown = <T>(
  db: Database,
  asking: { customerId: string; session: string; purpose: 'change_password' | 'renew_session'; shown: object },
  work: (tx: Tx) => Promise<T>,
) => Promise<T>;

/** What else than the password stands between a customer and whoever is not; kept by other folders and handed in by `app`. */
export interface OtherSecrets {
  whileKeyShown: WhileKeyShown;
  /** Before anything else of the customer is held, so that two who change what protects them wait in one order. */
  hold(tx: Tx, customerId: string): void;
  /** Ends every link, ticket and approval that was given out while the old password stood. */
  revoke(tx: Tx, customerId: string): Promise<void>;
  /** What was begun in a session and asks for the same one at its end goes on in the one that takes its place. */
  moveSession(tx: Tx, move: { customerId: string; from: string; to: string }): Promise<void>;
  /** Ends the second factor too: nobody had shown yet that the address was theirs when it was added. */
  clear(tx: Tx, customerId: string): Promise<void>;
}

/** Where getting in stands by itself. */
export const noOtherSecrets: OtherSecrets = {
  whileKeyShown: (db, _asking, work) => transaction(db, work),
  hold: () => {},
  revoke: async () => {},
  moveSession: async () => {},
  clear: async () => {},
};
