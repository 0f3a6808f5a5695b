import { toJsonNumber } from '#money/money.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { type CallRequest, type Page, serve } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import * as contract from '../contract.ts';
import { readChoiceOf, writeChoiceOf } from './mail-choice-store.ts';
import { countUnreadOf, type NoticeRecord, readNoticePage } from './notice-store.ts';
import type { ReadAlive } from './open-streams.ts';
import { readNotices } from './read-notices.ts';
import { serveEvents } from './serve-events.ts';
import { serveUnsubscribing } from './serve-unsubscribing.ts';
import type { Unsubscribing } from './unsubscribing.ts';

/** @param readAlive returns which sessions are still valid: logging in belongs to another folder */
export function serveNotices(http: Http, readAlive: ReadAlive, unsubscribing: Unsubscribing): void {
  serve(http, contract.listNotices, listNoticesOf);
  serve(http, contract.countUnread, async (db, { investor }) => ({ Count: await countUnreadOf(db, investor.id) }));
  serve(http, contract.readNotices, readNotices);
  serve(http, contract.readMailChoice, (db, { investor }) => readChoiceOf(db, investor.id));
  serve(http, contract.chooseMails, (db, { investor, body }) => writeChoiceOf(db, investor.id, body));
  serveEvents(http, readAlive);
  serveUnsubscribing(http, unsubscribing);
}

/** Lists a customer's notices, newest first. */
export async function listNoticesOf(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof contract.listNotices>, 'investor' | 'query'>,
): Promise<Page<contract.Notice>> {
  const rows = await readNoticePage(sql, investor.id, readSpan(query), readCursor(query.after), query.limit);
  return makePage(rows, query.limit, ({ at, id }) => ({ at, id }), presentNotice);
}

function presentNotice(record: NoticeRecord): contract.Notice {
  return {
    Id: record.id,
    Date: record.at.toISOString(),
    Kind: record.kind,
    Read: record.isRead,
    Amount: record.amount === null ? null : toJsonNumber(record.amount),
    Profit: record.profit === null ? null : toJsonNumber(record.profit),
    ...(record.withheld === null ? {} : { Withheld: toJsonNumber(record.withheld) }),
    Count: record.count,
    Why: record.why,
    Reason: record.reason,
    Device: record.device,
    Reference: record.reference,
    ...(record.days === null ? {} : { Days: record.days }),
    ...(record.texts && { Announcement: { Subjects: record.subjects ?? {}, Texts: record.texts, Link: record.link } }),
  };
}
