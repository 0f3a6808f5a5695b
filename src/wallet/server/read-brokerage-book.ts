import * as z from 'zod/mini';
import { AnswerTooLong } from '#platform/server/fetch-within.ts';
import { brokerageBookPage, type BrokerageBookPage, brokeragePaths } from '../brokerage-contract.ts';
import { type BrokerageAddress, brokerageDeadlineMs } from './brokerage-client.ts';
import { fetchFromBrokerage } from './fetch-json.ts';

export type BookedAtBrokerage = BrokerageBookPage['transfers'][number];

/** From `from` inclusive to `to` exclusive, by the brokerage's clock; null for no bound. */
export interface BookPart {
  from: Date | null;
  to: Date | null;
}

/** Reads a part of the brokerage's own book, oldest first, page by page. Throws `BookUnread` when it cannot be read. */
export type ReadBook = (part: BookPart) => AsyncGenerator<BookedAtBrokerage[]>;

/** Why the brokerage's book could not be read to its end; the message completes a sentence. */
export class BookUnread extends Error {
  override readonly name = 'BookUnread';
}

const pageRows = 200;
/** A page of usual rows has 60 kB. One that is longer is asked for again in halves, down to a single row. */
const mostPageBytes = 2_000_000;

export function readBrokerageBook(brokerage: BrokerageAddress): ReadBook {
  return async function* (part) {
    let rows = pageRows;
    const requireProgress = watchCursors();
    let latest = part.from ?? new Date(0);
    for (let after: string | null | undefined; after !== null;) {
      const page = await readPage(brokerage, part, { after, rows });
      if (!page) {
        if (rows === 1) throw new BookUnread('a single entry of it is too long');
        rows = Math.ceil(rows / 2);
        continue;
      }
      for (const { booked_at } of page.transfers) latest = requireInOrder(new Date(booked_at), latest, part);
      if (page.next !== null) requireProgress(page.next, page.transfers.length);
      yield page.transfers;
      after = page.next;
    }
  };
}

/** Null when so many rows are too long for one answer. */
async function readPage(
  { url, token, deadlineMs = brokerageDeadlineMs }: BrokerageAddress,
  { from, to }: BookPart,
  { after, rows }: { after: string | undefined; rows: number },
): Promise<BrokerageBookPage | null> {
  const query = new URLSearchParams({ limit: String(rows) });
  if (from) query.set('from', from.toISOString());
  if (to) query.set('to', to.toISOString());
  if (after !== undefined) query.set('after', after);
  const headers = { authorization: `Bearer ${token}` };
  const address = `${url}${brokeragePaths.transfers}?${query.toString()}`;
  const reply = await fetchFromBrokerage('book', address, headers, deadlineMs, mostPageBytes).catch(
    (error: unknown) => {
      if (error instanceof AnswerTooLong) return null;
      throw new BookUnread('it did not answer');
    },
  );
  if (!reply) return null;
  if ([404, 405, 501].includes(reply.status)) throw new BookUnread(`it has no listing (${reply.status})`);
  if (reply.status !== 200) throw new BookUnread(`it answered ${reply.status}`);
  const page = z.safeParse(brokerageBookPage, reply.body);
  if (!page.success) throw new BookUnread('its answer is not a page of its book');
  return page.data;
}

/** A brokerage that ignores the requested days would return its whole book for each of them. */
function requireInOrder(bookedAt: Date, latest: Date, { to }: BookPart): Date {
  if (to && bookedAt >= to) throw new BookUnread('its listing goes beyond the days requested');
  if (bookedAt < latest) throw new BookUnread('its listing is out of order, or goes beyond the days requested');
  return bookedAt;
}

/**
 * Refuses a listing that loops: every cursor is compared with one stored after one, two, four … pages, so that only one is stored however
 * long the book is.
 */
function watchCursors(): (next: string, rows: number) => void {
  let [kept, seen, until] = ['', 0, 1];
  return (next, rows) => {
    if (next === kept && seen > 0) throw new BookUnread('it keeps returning the same cursor');
    if (rows === 0) throw new BookUnread('it returns empty pages while reporting more');
    seen += 1;
    if (seen === until) [kept, until] = [next, until * 2];
  };
}
