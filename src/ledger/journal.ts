import type { Micros } from '#money/money.ts';
import type { JournalKind } from './kinds.ts';

/**
 * The ledger: every dollar is in exactly one account, and only moves from one account to another. A customer's money is in `balance`
 * (free), `held` for a withdrawal under way, `invested` in positions of any product, `promised` (profit set aside for them until it falls
 * due), or in the bot's wallet (`zord`). The house has `brokerage` (the other side of money that came in and went out), `funding` (what the
 * operator put up), `treasury` (what is left of it to promise), `trading` (the
 * other side of operations' gains and losses), `fees`, `taxes` (withheld and owed to the tax authority) and `authority` (what was paid to
 * it).
 */
export const customerAccounts = ['balance', 'held', 'invested', 'promised', 'zord'] as const;
export const houseAccounts = ['brokerage', 'funding', 'fees', 'trading', 'treasury', 'taxes', 'authority'] as const;

export type CustomerAccount = (typeof customerAccounts)[number];
export type HouseAccount = (typeof houseAccounts)[number];
export type AccountKind = CustomerAccount | HouseAccount;

/** A positive amount from one account to another. */
export interface Entry {
  from: AccountKind;
  to: AccountKind;
  amount: Micros;
}

/** One business event and its entries. The key identifies the event: posting it twice has the effect of posting it once. */
export interface Journal {
  key: string;
  kind: JournalKind;
  /** The customer whose accounts are moved; null for the house's accounts only. */
  owner: string | null;
  /** The position or brokerage transfer that the journal is about. */
  reference: string | null;
  entries: Entry[];
}
