import type { Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { whoSeesCases } from '#staff/roles.ts';
import { readStaff } from '#staff/server/staff-store.ts';
import type { Command } from '../command.ts';
import { Mistyped } from '#commands/server/refused.ts';
import { type ActionFilter, listActions, type RecordedAction } from '../list-actions.ts';
import { readDay } from '../read-day.ts';
import type { Operator } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';
import { requireCustomer } from './customer.ts';

/** The page size; --before continues from there. */
const most = 100;

/** Lists who did what, newest first. Days are in UTC; the last one is included. */
export const actionsList: Command = {
  name: 'actions list',
  optional: ['by', 'action', 'customer', 'from', 'until', 'before'],
  summary: `List the action log, newest first, at most ${most}: filter by operator, command, customer (EMAIL) and days, or before a number`,
  async run({ db, operator }, { options }) {
    const filter = { ...(await readFilter(db, options)), seesCases: await seesCases(db, operator) };
    const found = await transaction(db, async (tx) => {
      const rows = await listActions(tx, filter, most);
      // Not recorded from the shell: whoever has the machine has the database.
      const details = { rows: rows.length, ...(filter.customerId !== undefined && { customer: filter.customerId }) };
      if (operator.staffId !== null) await recordAction(tx, { operator, action: 'actions look', details });
      return rows;
    });
    const last = found.at(-1);
    const more = found.length === most && last ? [`Older actions: --before ${last.number}`] : [];
    return {
      lines: [...found.map(formatAction), ...more],
      json: found.map(({ number, ...rest }) => ({ number: Number(number), ...rest })),
    };
  },
};

/** Anyone with access to the machine sees all. */
async function seesCases(sql: Sql, { staffId }: Operator): Promise<boolean> {
  const member = staffId === null ? null : await readStaff(sql, staffId);
  return member === null || whoSeesCases.includes(member.role);
}

async function readFilter(sql: Sql, options: Record<string, string>): Promise<Omit<ActionFilter, 'seesCases'>> {
  const { by, action, customer, from, until, before } = options;
  if (before !== undefined && !/^[1-9]\d{0,17}$/.test(before)) throw new Mistyped(`Not an action number: ${before}.`);
  return {
    operator: by,
    action,
    customerId: customer === undefined ? undefined : (await requireCustomer(sql, customer)).id,
    from: from === undefined ? undefined : readDay(from),
    until: until === undefined ? undefined : readDay(until),
    before: before === undefined ? undefined : BigInt(before),
  };
}

function formatAction({ number, happenedAt, operator, action, details, was, isNow }: RecordedAction): string {
  const changed = was || isNow ? `  ${JSON.stringify(was)} -> ${JSON.stringify(isNow)}` : '';
  return `${number}  ${happenedAt.toISOString()}  ${operator}  ${action}  ${JSON.stringify(details)}${changed}`;
}
