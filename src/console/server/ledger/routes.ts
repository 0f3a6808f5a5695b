import { amountOf } from '#money/amount.ts';
import { dayAfter } from '#platform/clock.ts';
import { dayIn } from '#platform/server/span.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { type ActionDetails, recordAction } from '#operator/server/record-action.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { isUuid } from '#http/server/cursor.ts';
import { type Database, readOne, type Sql } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import * as contract from '#console/ledger-contract.ts';
import { refuseConsole } from '#console/refusals.ts';
import { whoReadsTheBooks } from '#console/who-reads-the-books.ts';
import { operatorOf } from '../acting.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';
import { type JournalPlace, type JournalRow, listJournalRows, presentJournal } from './list-journals.ts';
import { readChainedJournal } from './read-journal.ts';

const pageSize = 50;

/** Searching the books, and reading single journals with their chain. Every read is recorded as an action. */
export function serveStaffLedger(http: Http): void {
  serveStaff(http, contract.searchJournals, whoReadsTheBooks, async (db, { body, member, address }) => {
    const { after, customer, min, max, ...rest } = body;
    const span = customer || rest.key || rest.reference ? {} : boundSpan(rest, await readToday(db));
    const place = readPlace(after);
    return transaction(db, async (tx) => {
      const amounts = { min: min === undefined ? min : amountOf(min), max: max === undefined ? max : amountOf(max) };
      const customerId = customer ? await findCustomer(tx, customer) : undefined;
      const isFound = customerId !== null;
      const rows = isFound
        ? await listJournalRows(tx, { ...rest, ...span, ...amounts, customerId }, place, pageSize + 1)
        : [];
      // Never records the search text itself: it may be an email address.
      const asked = Object.entries({ ...rest, min, max, customer: customerId }).filter(
        ([, value]) => value !== undefined && value !== null,
      );
      const shown = rows.slice(0, pageSize);
      const seen = whomSeen(shown.filter(({ name }) => name !== null).map(({ owner }) => owner));
      const details: ActionDetails = { ...(Object.fromEntries(asked) as ActionDetails), ...seen };
      await recordAction(tx, { operator: operatorOf({ member, address }), action: 'ledger look', details });
      const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
      return { rows: shown.map(presentJournal), next: last ? writePlace(last) : null };
    });
  });
  serveStaff(http, contract.readJournal, whoReadsTheBooks, (db, { params: { owner, number }, member, address }) =>
    transaction(db, async (tx) => {
      const journal = await readChainedJournal(tx, owner, number);
      const details = { journal: journal.Key, ...(journal.Customer && { customer: journal.Customer.Id }) };
      await recordAction(tx, { operator: operatorOf({ member, address }), action: 'ledger look', details });
      return journal;
    }),
  );
}

async function readToday(db: Database): Promise<string> {
  return dayIn(await readHouseZone(db), (await readBusinessClock(db)).now);
}

/**
 * Journals not tied to a customer, reference or key can be found only by day, so the span is limited; defaults to the latest days.
 *
 * @throws Refusal `too_many_days`
 */
function boundSpan({ from, until }: { from?: string | undefined; until?: string | undefined }, today: string) {
  const last = until === undefined || until > today ? today : until;
  const first = dayAfter(last, 1 - contract.mostDaysOfAll);
  if (from !== undefined && from < first) throw refuseConsole('too_many_days');
  return { from: from ?? first };
}

/** By id or email address; null if nobody has it. */
async function findCustomer(sql: Sql, typed: string): Promise<string | null> {
  const row = await readOne<{ id: string }>(
    sql,
    isUuid(typed) ? 'SELECT id FROM customers WHERE id = $1' : 'SELECT id FROM customers WHERE email = $1',
    [typed],
  );
  return row?.id ?? null;
}

const newest: JournalPlace = {
  at: 'infinity',
  owner: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  number: '9223372036854775807',
};

function writePlace({ at, owner, number }: JournalRow): string {
  return Buffer.from(`${at}|${owner}|${number}`).toString('base64url');
}

function readPlace(after: string | undefined): JournalPlace {
  if (after === undefined) return newest;
  const [at = '', owner = '', number = ''] = Buffer.from(after, 'base64url').toString().split('|');
  const isOurs =
    /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}(:\d{2})?$/.test(at) &&
    !Number.isNaN(Date.parse(at.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'))) &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(owner) &&
    /^\d{1,18}$/.test(number);
  if (!isOurs) throw refusePlatform('invalid_field', { field: 'after' });
  return { at, owner, number };
}
