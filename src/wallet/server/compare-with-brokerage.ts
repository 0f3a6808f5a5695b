import { type Broken, mostPlacesShown } from '#ledger/server/audit-books.ts';
import { dayMs } from '#platform/clock.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import { classifyBreak } from './classify-break.ts';
import type { BookedAtBrokerage, BookPart, ReadBook } from './read-brokerage-book.ts';
import {
  readFirstSettled,
  readMoment,
  readSettledBefore,
  readTakenBack,
  type SettledTransfer,
  walkSettled,
} from './settled-transfers.ts';
import { readTransfersById, type TransferRecord } from './transfer-store.ts';

const rule = 'the brokerage’s own book equals our clearing account, item by item';

/** The brokerage's clock and the database's agree within a day; a larger gap would have been noticed. */
const skewMs = dayMs;

/**
 * Compares the brokerage's book with ours in both directions: what it did and we do not know of, where it differs, what we have settled
 * that it never did, and what it did twice. Run while transfers are under way, it still reports only real breaks.
 *
 * It proceeds day by day and page by page. In memory are only transfers settled here that may still appear there: those requested on two
 * days and any that took longer.
 *
 * @throws BookUnread when the brokerage's book cannot be read to its end: then nothing is known
 */
export async function compareWithBrokerage(sql: Sql, readBook: ReadBook): Promise<Broken[]> {
  // Ours first: what is settled here was already done there, so their book, read later, contains it.
  const asOf = await readMoment(sql);
  const ours = walkSettled(sql, asOf);
  const expected = new Map<string, SettledTransfer>();
  const found: Broken = { rule, count: 0, places: [] };
  const complain = (reference: string, complaint: string): void => {
    found.count += 1;
    if (found.places.length < mostPlacesShown) found.places.push(`transfer ${reference}: ${complaint}`);
  };

  for (const part of partsOf(await readFirstSettled(sql), asOf)) {
    const end = part.to?.getTime() ?? Number.POSITIVE_INFINITY;
    for await (const each of ours.until(end + skewMs)) expected.set(each.id, each);
    for await (const page of readBook(part)) {
      const again: string[] = [];
      for (const { booked, complaint } of await comparePage(sql, page)) {
        if (complaint) complain(booked.reference, complaint);
        if (booked.status === 'done' && !expected.delete(booked.reference)) again.push(booked.reference);
      }
      // What was settled here before has one entry there, which was found already.
      for (const reference of await readSettledBefore(sql, again.filter(isUuid), asOf))
        complain(reference, 'carried out there twice, or long after it was settled here');
    }
    for (const [id, { settledAt }] of expected) {
      if (settledAt.getTime() + skewMs >= end) continue;
      expected.delete(id);
      complain(id, 'settled here, not completed there');
    }
  }
  return found.count > 0 ? [found] : [];
}

/** From the beginning to the first day, then each day, then from the last one to the end. */
function* partsOf(first: Date | null, asOf: Date): Generator<BookPart> {
  let from: Date | null = null;
  if (first) {
    for (let at = Math.floor(first.getTime() / dayMs) * dayMs; at <= asOf.getTime(); at += dayMs) {
      const to = new Date(at);
      yield { from, to };
      from = to;
    }
  }
  yield { from, to: null };
}

async function comparePage(sql: Sql, page: readonly BookedAtBrokerage[]) {
  const ids = page.map(({ reference }) => reference).filter(isUuid);
  const takenBack = await readTakenBack(sql, ids);
  const asItStands = (transfer: TransferRecord): TransferRecord =>
    takenBack.has(transfer.id) ? { ...transfer, state: 'returned' } : transfer;
  const known = new Map((await readTransfersById(sql, ids)).map((transfer) => [transfer.id, asItStands(transfer)]));
  return page.map((booked) => ({ booked, complaint: compare(booked, known.get(booked.reference) ?? null) }));
}

function compare(booked: BookedAtBrokerage, transfer: TransferRecord | null): string | null {
  const kind = classifyBreak(booked, transfer);
  if (kind === null) return null;
  if (!transfer) return 'in the brokerage’s book only';
  return kind === 'other_state'
    ? `${transfer.state} here, ${booked.status} there`
    : 'the brokerage’s book has different figures';
}
