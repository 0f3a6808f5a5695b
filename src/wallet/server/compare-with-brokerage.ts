import type { Finding } from '#ledger/server/audit-books.ts';
import { isUuid } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import { answersRequest } from '../brokerage-contract.ts';
import type { TransferState } from '../transfer-state.ts';
import { requestOf } from './request-of.ts';
import type { BookedAtBrokerage } from './read-brokerage-book.ts';
import { readTransfersById, readSettledIds, type TransferRecord } from './transfer-store.ts';

const rule = 'the brokerage’s own book equals our clearing account, item by item';

/** What may stand here beside each word of the brokerage: our side may lag behind it, and never runs ahead. */
const statesBeside: Record<BookedAtBrokerage['status'], readonly TransferState[]> = {
  pending: ['sending', 'unknown'],
  done: ['sending', 'unknown', 'done', 'settled'],
  refused: ['sending', 'unknown', 'refused', 'returned'],
};

/**
 * Holds the brokerage's book against ours, both ways: what it did for us and we do not know of, what it says differently,
 * and what we have settled that it never did. Run while transfers are under way it still finds only what is wrong.
 */
export async function compareWithBrokerage(sql: Sql, book: AsyncIterable<BookedAtBrokerage[]>): Promise<Finding[]> {
  // Ours first: what is settled here was done there before, so their book, read later, has it.
  const settled = await readSettledIds(sql);
  const findings: Finding[] = [];
  for await (const page of book) {
    const ids = page.map(({ reference }) => reference).filter(isUuid);
    const known = new Map((await readTransfersById(sql, ids)).map((transfer) => [transfer.id, transfer]));
    for (const booked of page) {
      const complaint = compare(booked, known.get(booked.reference));
      if (complaint) findings.push({ rule, where: `transfer ${booked.reference}: ${complaint}` });
      if (booked.status === 'done') settled.delete(booked.reference);
    }
  }
  return [...findings, ...[...settled].map((id) => ({ rule, where: `transfer ${id}: settled here, not done there` }))];
}

function compare(booked: BookedAtBrokerage, transfer: TransferRecord | undefined): string | null {
  if (!transfer) return 'in the brokerage’s book only';
  if (!answersRequest(booked, requestOf(transfer))) return 'the brokerage’s book has other figures';
  if (statesBeside[booked.status].includes(transfer.state)) return null;
  return `${transfer.state} here, ${booked.status} there`;
}
