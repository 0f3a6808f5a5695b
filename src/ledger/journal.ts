import type { Micros } from '#money/money.ts';
import type { JournalKind } from './kinds.ts';

/**
 * The ledger: every dollar is in exactly one account, and moves only from one account to another. A customer's money is in `balance`
 * (free), `held` for a withdrawal on its way, `invested` in positions of any product, `promised` (profit set aside for them until it
 * falls due), or in the bot's wallet (`zord`). The house has `brokerage` (the other side of money that came in and went out), `funding`
 * (what the operator put up), `treasury` (what is left of it to promise), `transit` (treasury on its way from one cell to another),
 * `trading` (the other side of what operations won and lost), `fees`, `taxes` (withheld and owed to the tax authority) and `authority` (what was
 * paid to it).
 */
export const customerAccounts = ['balance', 'held', 'invested', 'promised', 'zord'] as const;
export const houseAccounts = [
  'brokerage',
  'funding',
  'fees',
  'trading',
  'treasury',
  'transit',
  'taxes',
  'authority',
] as const;

export type CustomerAccount = (typeof customerAccounts)[number];
export type HouseAccount = (typeof houseAccounts)[number];
export type AccountKind = CustomerAccount | HouseAccount;

/** A positive amount from one account to another. */
export interface Entry {
  from: AccountKind;
  to: AccountKind;
  amount: Micros;
}

/** One business event and the entries it means. The key names the event: posting it twice posts it once. */
export interface Journal {
  key: string;
  kind: JournalKind;
  /** Whose customer accounts are meant; null when only the house's are. */
  owner: string | null;
  /** The position, or transfer with the brokerage, that this is about. */
  reference: string | null;
  entries: Entry[];
  /** Of an event of the house: in which cell's part of its accounts. A customer's says it by their id. */
  cell?: number;
}
