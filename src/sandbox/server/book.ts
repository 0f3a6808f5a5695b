import { type Micros, usd, zero } from '#money/money.ts';
import { type BrokerageRequest, type BrokerageStatus, type SettleCurrency } from '#wallet/brokerage-contract.ts';
import { openingBalance } from '../contract.ts';

/**
 * The brokerage's book in memory: accounts, and transfers in the order they were first received. It changes only through `enter`, with the
 * journal's entries, so that replaying the journal gives the same book.
 */
export interface BookedTransfer {
  request: BrokerageRequest;
  /** When it was first received; never before the previous booking, whatever the clock does. */
  bookedAt: string;
  status: BrokerageStatus;
  reason?: string;
  /** When a pending transfer is carried out, in milliseconds since 1970. */
  dueMs?: number;
}

export type Balances = Record<'USD' | SettleCurrency, Micros>;

export interface Book {
  accounts: Map<string, Balances>;
  transfers: Map<string, BookedTransfer>;
  /** References, oldest first. */
  order: string[];
  pending: Set<string>;
}

export type BookEntry =
  | { kind: 'opened'; account: string; at: string }
  | ({ kind: 'booked'; at: string } & Omit<BookedTransfer, 'bookedAt'>)
  | { kind: 'ended'; reference: string; status: 'done' | 'refused'; reason?: string; at: string };

export function emptyBook(): Book {
  return { accounts: new Map(), transfers: new Map(), order: [], pending: new Set() };
}

export function enter(book: Book, entry: BookEntry): void {
  if (entry.kind === 'opened') {
    book.accounts.set(entry.account, { USD: usd(openingBalance), BRL: zero, USDT: zero });
  } else if (entry.kind === 'booked') {
    const { kind: _, at, ...booked } = entry;
    const before = book.transfers.get(book.order.at(-1) ?? '')?.bookedAt ?? at;
    const transfer = { ...booked, bookedAt: at > before ? at : before };
    book.transfers.set(transfer.request.reference, transfer);
    book.order.push(transfer.request.reference);
    if (transfer.status === 'pending') book.pending.add(transfer.request.reference);
    if (transfer.status === 'done') moveMoney(book, transfer.request);
  } else {
    endPending(book, entry);
  }
}

function endPending(book: Book, { reference, status, reason }: BookEntry & { kind: 'ended' }): void {
  const transfer = book.transfers.get(reference);
  if (!transfer) throw new Error(`the book ends a transfer it never heard of: ${reference}`);
  book.pending.delete(reference);
  book.transfers.set(reference, {
    request: transfer.request,
    bookedAt: transfer.bookedAt,
    status,
    ...(reason && { reason }),
  });
  if (status === 'done') moveMoney(book, transfer.request);
}

function moveMoney(book: Book, request: BrokerageRequest): void {
  const balances = requireBalances(book, request.account);
  if (request.direction === 'to_platform') {
    balances.USD = (balances.USD - usd(request.amount)) as Micros;
  } else {
    balances[request.currency] = (balances[request.currency] + usd(request.settle_amount)) as Micros;
  }
}

export function requireBalances(book: Book, account: string): Balances {
  const balances = book.accounts.get(account);
  if (!balances) throw new Error(`the book moves money of an account that was never opened: ${account}`);
  return balances;
}

export function canPay(book: Book, request: BrokerageRequest): boolean {
  return request.direction === 'to_broker' || requireBalances(book, request.account).USD >= usd(request.amount);
}

/** Amounts are compared by value: `10` and `10.00` are the same. */
export function isSameRequest(a: BrokerageRequest, b: BrokerageRequest): boolean {
  return (
    a.reference === b.reference &&
    a.account === b.account &&
    a.direction === b.direction &&
    a.currency === b.currency &&
    usd(a.amount) === usd(b.amount) &&
    usd(a.settle_amount) === usd(b.settle_amount)
  );
}
