import type {
  AwardsPaid,
  Corrected,
  DomainEvents,
  ProfitPaid,
  RegistrationsOpened,
  SecurityChange,
  TransferEvent,
} from '#ledger/server/domain-events.ts';
import { micros, sum, zero } from '#money/money.ts';
import type { Tx } from '#database/server/database.ts';
import { registry } from '#positions/registry.ts';
import type { NoticeKind } from '../contract.ts';
import { growNotices, type GrowingNotice, type NewNotice, sendNotices } from './notice-store.ts';

/** Turns domain events into notices to the customer, in the transaction in which they happen. */
export const noticeSubscriber = {
  onProfitPaid: notifyOfEnds,
  onAwardsPaid: notifyOfAwards,
  onTransfer: notifyOfTransfer,
  onCorrected: notifyOfCorrection,
  onSecurityChange: notifyOfSecurity,
  onRegistrationsOpened: notifyOfOpening,
} satisfies Partial<DomainEvents>;

async function notifyOfEnds(tx: Tx, paid: readonly ProfitPaid[]): Promise<void> {
  const notices = paid.map(({ customerId, product, reference, amount, profit, withheld, at }): NewNotice => {
    const kind = registry[product].notice;
    const ended = { customerId, kind, cause: `${product}:${reference}:ended`, at, amount, profit, reference };
    return withheld > 0n ? { ...ended, withheld } : ended;
  });
  sendNotices(tx, notices);
}

/** The tenth award of a day is not news: one notice per day and reason, which grows by the amount that the list shows for each award. */
async function notifyOfAwards(tx: Tx, paid: readonly AwardsPaid[]): Promise<void> {
  const growing = new Map<string, GrowingNotice>();
  for (const { customerId, kind, count, amount, at } of paid) {
    const cause = `${kind}:${customerId}:${at.toISOString().slice(0, 10)}`;
    const before = growing.get(cause) ?? { amount: zero, count: 0 };
    growing.set(cause, {
      customerId,
      kind: `${kind}_received`,
      cause,
      at,
      amount: sum([before.amount, amount]),
      count: before.count + count,
    });
  }
  growNotices(tx, [...growing.values()]);
}

async function notifyOfTransfer(tx: Tx, event: TransferEvent): Promise<void> {
  const { customerId, reference, direction, status, amount, why, reason, at } = event;
  if (direction === 'deposit' && status === 'waiting') return;
  const kind = `${direction}_${status}` as NoticeKind;
  sendNotices(tx, [{ customerId, kind, cause: `${kind}:${reference}`, at, amount, why, reason, reference }]);
}

async function notifyOfCorrection(tx: Tx, { customerId, change, reason, cause, at }: Corrected): Promise<void> {
  const kind = change < 0n ? 'correction_debited' : 'correction_credited';
  const amount = micros(change < 0n ? -change : change);
  sendNotices(tx, [{ customerId, kind, cause: `corrected:${cause}`, at, amount, why: 'corrected', reason }]);
}

async function notifyOfSecurity(tx: Tx, { customerId, change: kind, cause, device }: SecurityChange): Promise<void> {
  sendNotices(tx, [{ customerId, kind, cause, device }]);
}

async function notifyOfOpening(tx: Tx, opened: readonly RegistrationsOpened[]): Promise<void> {
  const notices = opened.map(({ customerId, product, cause }): NewNotice => {
    const kind = registry[product].openingNotice;
    return { customerId, kind, cause: `${kind}:${cause}` };
  });
  sendNotices(tx, notices);
}
