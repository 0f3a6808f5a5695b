import * as z from 'zod/mini';
import { brokerageBookPage, type BrokerageBookPage, brokeragePaths } from '../brokerage-contract.ts';
import { type BrokerageAddress, brokerageDeadlineMs } from './brokerage-client.ts';
import { fetchJson } from './fetch-json.ts';

export type BookedAtBrokerage = BrokerageBookPage['transfers'][number];

/** The brokerage's own book, oldest first, a page at a time. For audits; throws when it cannot be read. */
export async function* readBrokerageBook({
  url,
  token,
  deadlineMs = brokerageDeadlineMs,
}: BrokerageAddress): AsyncGenerator<BookedAtBrokerage[]> {
  for (let after: string | null = '0'; after !== null;) {
    const path = `${brokeragePaths.transfers}?limit=200&after=${encodeURIComponent(after)}`;
    const reply = await fetchJson(url + path, { headers: { authorization: `Bearer ${token}` } }, deadlineMs);
    if (reply.status !== 200) throw new Error(`the brokerage's book could not be read: it answered ${reply.status}`);
    const page: BrokerageBookPage = z.parse(brokerageBookPage, reply.body);
    yield page.transfers;
    after = page.next;
  }
}
