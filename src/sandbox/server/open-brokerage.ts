import { join } from 'node:path';
import { type Clock } from '#platform/clock.ts';
import { type BrokerageRequest } from '#wallet/brokerage-contract.ts';
import {
  type Balances,
  type Book,
  type BookEntry,
  type BookedTransfer,
  canPay,
  emptyBook,
  enter,
  isSameRequest,
  requireBalances,
} from './book.ts';
import { type Journal, openJournal } from './journal.ts';

/** How to book a new transfer; `done` unless a fault is armed. */
export type Booking = { status: 'done' | 'refused' } | { status: 'pending'; delayMs: number };

/** The brokerage on its durable book. Every answer is on disk before it is given. */
export interface Brokerage {
  /** Books a new transfer, or returns the known one; null when the reference belongs to a different request. */
  transfer(request: BrokerageRequest, booking: Booking): Promise<{ booked: BookedTransfer; isNew: boolean } | null>;
  readTransfer(reference: string): Promise<BookedTransfer | null>;
  readAccount(account: string): Promise<Balances>;
  /** Transfers booked at or after `from` and before `to`, oldest first, starting at position `after`. */
  listTransfers(part: BookPart): Promise<{ transfers: BookedTransfer[]; next: number | null }>;
  close(): Promise<void>;
}

export interface BookPart {
  from: string;
  to: string;
  after: number;
  limit: number;
}

interface BrokerageContext {
  book: Book;
  journal: Journal;
  clock: Clock;
}

export async function openBrokerage(dataDir: string, clock: Clock): Promise<Brokerage> {
  const { journal, entries } = await openJournal(join(dataDir, 'sandbox', 'brokerage.jsonl'));
  const book = emptyBook();
  for (const entry of entries) enter(book, entry as BookEntry);
  const context: BrokerageContext = { book, journal, clock };

  // The decision is made in one synchronous step; only the answer waits for the disk.
  async function answer<Answer>(decide: () => Answer): Promise<Answer> {
    endWhatIsDue(context);
    const answered = decide();
    await journal.flushed();
    return answered;
  }

  return {
    transfer: (request, booking) => answer(() => bookTransfer(context, request, booking)),
    readTransfer: (reference) => answer(() => book.transfers.get(reference) ?? null),
    readAccount: (account) => answer(() => ({ ...openedBalances(context, account) })),
    listTransfers: (part) => answer(() => listPart(book, part)),
    close: () => journal.close(),
  };
}

function bookTransfer(context: BrokerageContext, request: BrokerageRequest, booking: Booking) {
  const known = context.book.transfers.get(request.reference);
  if (known) return isSameRequest(known.request, request) ? { booked: known, isNew: false } : null;
  openedBalances(context, request.account);
  write(context, { kind: 'booked', at: nowText(context), request, ...outcome(context, request, booking) });
  return { booked: requireTransfer(context.book, request.reference), isNew: true };
}

function outcome(
  context: BrokerageContext,
  request: BrokerageRequest,
  booking: Booking,
): Omit<BookedTransfer, 'request' | 'bookedAt'> {
  if (booking.status === 'pending')
    return { status: 'pending', dueMs: context.clock.now().getTime() + booking.delayMs };
  if (booking.status === 'refused') return { status: 'refused', reason: 'refused_by_sandbox' };
  return paid(context.book, request);
}

function paid(book: Book, request: BrokerageRequest): { status: 'done' | 'refused'; reason?: string } {
  return canPay(book, request) ? { status: 'done' } : { status: 'refused', reason: 'insufficient_funds' };
}

function endWhatIsDue(context: BrokerageContext): void {
  const nowMs = context.clock.now().getTime();
  for (const reference of context.book.pending) {
    const { request, dueMs = 0 } = requireTransfer(context.book, reference);
    if (dueMs > nowMs) continue;
    write(context, { kind: 'ended', at: nowText(context), reference, ...paid(context.book, request) });
  }
}

function listPart(book: Book, { from, to, after, limit }: BookPart) {
  const transfers: BookedTransfer[] = [];
  for (let at = Math.max(after, firstFrom(book, from)); at < book.order.length; at += 1) {
    const transfer = requireTransfer(book, book.order[at] ?? '');
    if (transfer.bookedAt >= to) break;
    if (transfers.length === limit) return { transfers, next: at };
    transfers.push(transfer);
  }
  return { transfers, next: null };
}

/** Position of the first transfer booked at or after `from`: the order is that of booking. */
function firstFrom(book: Book, from: string): number {
  let [low, high] = [0, book.order.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (requireTransfer(book, book.order[middle] ?? '').bookedAt < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function openedBalances(context: BrokerageContext, account: string): Balances {
  if (!context.book.accounts.has(account)) write(context, { kind: 'opened', at: nowText(context), account });
  return requireBalances(context.book, account);
}

function requireTransfer(book: Book, reference: string): BookedTransfer {
  const transfer = book.transfers.get(reference);
  if (!transfer) throw new Error(`the book lists a transfer it does not hold: ${reference}`);
  return transfer;
}

function write(context: BrokerageContext, entry: BookEntry): void {
  context.journal.append(entry);
  enter(context.book, entry);
}

function nowText(context: BrokerageContext): string {
  return context.clock.now().toISOString();
}
