import { mostSessions, readCustomerSessions } from '#auth/server/session-store.ts';
import { declaredCalled } from '#operator/server/all-commands.ts';
import { listActions } from '#operator/server/list-actions.ts';
import type { ListQuery } from '#platform/pages.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import { whoSeesCases } from '#staff/roles.ts';
import type { StaffMember } from '#staff/server/staff-member.ts';
import type { StaffPage } from '#staff/server/serve-staff.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import type * as contract from '#console/customer-lists-contract.ts';
import type { FoundCustomer } from '#console/customers-contract.ts';
import type { Language } from '#platform/languages.ts';
import { sayActions } from '../say-command.ts';
import type { LookedAt } from './looked-at.ts';
import { foundColumns, type FoundRow, presentFound, readPlace, withBalances, writePlace } from './search-customers.ts';

type PageQuery = Pick<ListQuery, 'limit' | 'after'>;

const own = 'customer_id = $1';
/** Limit of the lists without pages. */
const most = 100;

/** The customers whom this one referred. */
export async function listMembers(
  sql: Sql,
  { investor }: LookedAt,
  { limit, after }: PageQuery,
): Promise<StaffPage<FoundCustomer>> {
  const rows = await sql.query<FoundRow>(
    `WITH page AS MATERIALIZED (
       SELECT ${foundColumns} FROM customers c WHERE c.referrer_id = $1
         AND ($2::uuid IS NULL OR (c.created_at, c.id) < ((SELECT created_at FROM customers WHERE id = $2), $2))
       ORDER BY c.created_at DESC, c.id DESC LIMIT $3
     ) ${withBalances}`,
    [investor.id, readPlace(after), limit + 1],
  );
  const shown = rows.slice(0, limit);
  return { rows: shown.map(presentFound), next: rows.length > limit ? writePlace(shown) : null };
}

interface DeviceRow {
  id: string;
  browser: string;
  system: string;
  first_seen_at: Date;
  last_seen_at: Date;
  forgotten_at: Date | null;
}

export async function listSessions(sql: Sql, { investor }: LookedAt): Promise<AnswerOf<typeof contract.listSessions>> {
  const [sessions, devices] = await Promise.all([
    // No session token of the customer is known here, so no session is marked as the current one.
    readCustomerSessions(sql, investor.id, ''),
    sql.query<DeviceRow>(
      `SELECT id, browser, system, first_seen_at, last_seen_at, forgotten_at FROM known_devices WHERE ${own}
       ORDER BY last_seen_at DESC, id LIMIT ${mostSessions}`,
      [investor.id],
    ),
  ]);
  return {
    Sessions: sessions.map((each) => ({
      Id: each.id,
      Browser: each.browser,
      System: each.system,
      Created: each.created_at.toISOString(),
      LastUsed: each.last_used_at.toISOString(),
      Expires: each.expires_at.toISOString(),
    })),
    Devices: devices.map((each) => ({
      Id: each.id,
      Browser: each.browser,
      System: each.system,
      FirstSeen: each.first_seen_at.toISOString(),
      LastSeen: each.last_seen_at.toISOString(),
      Forgotten: each.forgotten_at?.toISOString() ?? null,
    })),
  };
}

export async function listFreezes(sql: Sql, { investor }: LookedAt): Promise<AnswerOf<typeof contract.listFreezes>> {
  const rows = await sql.query<{ frozen_at: Date; until: Date | null; ended_at: Date | null }>(
    `SELECT frozen_at, until, ended_at FROM customer_freezes WHERE ${own} ORDER BY frozen_at DESC LIMIT ${most}`,
    [investor.id],
  );
  return rows.map((row) => ({
    From: row.frozen_at.toISOString(),
    Until: row.until?.toISOString() ?? null,
    Ended: row.ended_at?.toISOString() ?? null,
  }));
}

interface NoteRow {
  id: string;
  author: string;
  text: string;
  written_at: Date;
}

export async function listNotes(
  sql: Sql,
  { investor }: LookedAt,
  { limit, after }: PageQuery,
): Promise<StaffPage<AnswerOf<typeof contract.listNotes>[number]>> {
  const cursor = readCursor(after);
  const rows = await sql.query<NoteRow>(
    `SELECT id, author, text, written_at FROM customer_notes
     WHERE ${own} AND (written_at, id) < ($2, $3) ORDER BY written_at DESC, id DESC LIMIT $4`,
    [investor.id, cursor.at, cursor.id, limit + 1],
  );
  return makePage(
    rows,
    limit,
    ({ written_at: at, id }) => ({ at, id }),
    (row) => ({ Id: row.id, Author: row.author, Text: row.text, Written: row.written_at.toISOString() }),
  );
}

export async function listActionsAbout(
  sql: Sql,
  { investor }: LookedAt,
  { limit, after }: PageQuery,
  { role }: StaffMember,
  language: Language,
): Promise<StaffPage<AnswerOf<typeof contract.listActionsAbout>[number]>> {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw refusePlatform('invalid_field', { field: 'after' });
  const before = after === undefined ? undefined : BigInt(after);
  const rows = await listActions(
    sql,
    { customerId: investor.id, before, seesCases: whoSeesCases.includes(role) },
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const said = await sayActions(sql, shown, language);
  return {
    rows: shown.map((row, at) => ({
      Number: Number(row.number),
      Date: row.happenedAt.toISOString(),
      Operator: row.operator,
      Action: row.action,
      Title: titleOf(row.action, language),
      Details: row.details,
      Was: row.was,
      IsNow: row.isNow,
      Sentence: said[at] ?? null,
    })),
    next: rows.length > limit ? String(shown.at(-1)?.number ?? '') : null,
  };
}

const titleOf = (command: string, language: Language): string | null =>
  declaredCalled(command)?.words(language).title ?? null;

interface RequestRow {
  id: string;
  command: string;
  reason: string;
  state: AnswerOf<typeof contract.listRequestsAbout>[number]['State'];
  maker: string;
  made_at: Date;
  decider: string | null;
  decided_at: Date | null;
}

/** Requests with text stored under this customer. The reason of one about a case is shown only to roles that see cases. */
export async function listRequestsAbout(
  sql: Sql,
  { investor }: LookedAt,
  { role }: StaffMember,
  language: Language,
): Promise<AnswerOf<typeof contract.listRequestsAbout>> {
  const rows = await sql.query<RequestRow>(
    `SELECT r.id, r.command, CASE WHEN $2 OR r.command NOT LIKE 'case %' THEN said(r.reason) ELSE '—' END AS reason,
       CASE WHEN r.state = 'waiting' AND r.expires_at <= now() THEN 'expired' ELSE r.state END AS state, m.name AS maker, r.made_at,
       d.name AS decider, r.decided_at
     FROM staff_requests r JOIN staff m ON m.id = r.maker_id LEFT JOIN staff d ON d.id = r.decider_id
     WHERE r.id IN (
       SELECT substr(place, 9)::uuid FROM kept_words WHERE customer_id = $1 AND place LIKE 'request:%')
     ORDER BY r.made_at DESC LIMIT ${most}`,
    [investor.id, whoSeesCases.includes(role)],
  );
  return rows.map((row) => ({
    Id: row.id,
    Command: row.command,
    Title: titleOf(row.command, language) ?? row.command,
    Reason: row.reason,
    State: row.state,
    Maker: row.maker,
    Made: row.made_at.toISOString(),
    Decider: row.decider,
    Decided: row.decided_at?.toISOString() ?? null,
  }));
}
