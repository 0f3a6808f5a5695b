import { declaredCalled } from '#operator/server/all-commands.ts';
import { type ActionFilter, listActions, type RecordedAction } from '#operator/server/list-actions.ts';
import { readDay } from '#operator/server/read-day.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { byteOrderMark, writeCsvLine } from '#history/csv.ts';
import { dayIn } from '#platform/server/span.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import type { Http } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import { type Role, whoSeesCases } from '#staff/roles.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import type { StaffMember } from '#staff/server/staff-member.ts';
import * as contract from '../actions-contract.ts';
import { rolesOf } from './policy.ts';
import { operatorOf } from './acting.ts';
import { sayActions } from './say-command.ts';

const pageSize = 50;
/** The roles that may list the actions by command. */
const readers: readonly Role[] = rolesOf('actions list');

interface Asked {
  who?: string | undefined;
  action?: string | undefined;
  customer?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** The action log, in pages or exported as a file. */
export function serveAccount(http: Http): void {
  serveStaff(http, contract.listActions, readers, (db, { query: { after, ...asked }, member, address, language }) =>
    transaction(db, async (tx) => {
      const before = after === undefined ? undefined : BigInt(after);
      const found = await listActions(tx, { ...readFilter(asked, member), before }, pageSize + 1);
      const rows = found.slice(0, pageSize);
      // Recorded, because these rows contain text about customers.
      const details = { ...wordsOf(asked), rows: rows.length };
      await recordAction(tx, { operator: operatorOf({ member, address }), action: 'actions look', details });
      const said = await sayActions(tx, rows, language);
      return {
        rows: rows.map((row, at) => ({
          ...present(row),
          Title: declaredCalled(row.action)?.words(language).title ?? null,
          Sentence: said[at] ?? null,
        })),
        next: found.length > pageSize ? String(rows.at(-1)?.number) : null,
      };
    }),
  );
  serveStaff(http, contract.exportActions, readers, async (db, { body, member, address }) => {
    const found = await listActions(db, readFilter(body, member), contract.mostExported + 1);
    const rows = found.slice(0, contract.mostExported);
    const details = { ...wordsOf(body), rows: rows.length };
    await transaction(db, (tx) =>
      recordAction(tx, { operator: operatorOf({ member, address }), action: 'actions export', details }),
    );
    return {
      Name: `actions-${dayIn(await readHouseZone(db), new Date())}.csv`,
      Csv:
        byteOrderMark +
        [writeCsvLine(titles, 'point'), ...rows.map((row) => writeCsvLine(cellsOf(row), 'point'))].join(''),
      Rows: rows.length,
      IsWhole: found.length === rows.length,
    };
  });
}

/** The filters that were set, without the empty ones. */
function wordsOf(asked: Asked): Record<string, string> {
  return Object.fromEntries(Object.entries(asked).filter((pair): pair is [string, string] => Boolean(pair[1])));
}

function readFilter({ who, action, customer, from, until }: Asked, { role }: StaffMember): ActionFilter {
  return {
    seesCases: whoSeesCases.includes(role),
    operator: who || undefined,
    action: action || undefined,
    customerId: customer,
    from: from === undefined ? undefined : readDay(from),
    until: until === undefined ? undefined : readDay(until),
  };
}

function present(row: RecordedAction) {
  return {
    Number: String(row.number),
    Happened: row.happenedAt.toISOString(),
    Who: row.operator,
    StaffId: row.staffId,
    From: row.address,
    Request: row.requestId,
    Action: row.action,
    Details: row.details,
    Was: row.was,
    IsNow: row.isNow,
    Hash: row.hash,
  };
}

const titles = ['number', 'happened', 'who', 'from', 'request', 'action', 'details', 'was', 'is_now', 'hash'];

function cellsOf(row: RecordedAction): string[] {
  return [
    String(row.number),
    row.happenedAt.toISOString(),
    row.operator,
    row.address ?? '',
    row.requestId ?? '',
    row.action,
    JSON.stringify(row.details),
    row.was ? JSON.stringify(row.was) : '',
    row.isNow ? JSON.stringify(row.isNow) : '',
    row.hash,
  ];
}
