import type { Sql } from '#database/server/database.ts';
import { whoSeesCases } from '#staff/roles.ts';
import { readStaff } from '#staff/server/staff-store.ts';
import { declareLook } from '#commands/server/declaration.ts';
import { customer, day, number, optional, text } from '#commands/server/params.ts';
import { listActions, type RecordedAction } from '../list-actions.ts';
import type { Operator } from '#commands/server/operator.ts';
import { requireCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './words.ts';

/** The page size; --before continues from there. */
const most = 100;

/** Lists who did what, newest first. Days are in UTC; the last one is included. */
export const actionsList = declareLook({
  name: 'actions list',
  params: {
    by: optional(text(120)),
    action: optional(text(60)),
    customer: optional(customer),
    from: optional(day),
    until: optional(day),
    before: optional(number(Number.MAX_SAFE_INTEGER)),
  },
  roles: ['auditor', 'compliance', 'admin'],
  words: wordsOf('actions list'),
  async show({ sql, operator }, { by, action, customer: email, from, until, before }) {
    const customerId = email === undefined ? undefined : (await requireCustomer(sql, email)).id;
    const filter = { operator: by, action, customerId, from, until, seesCases: await seesCases(sql, operator) };
    const rows = await listActions(sql, { ...filter, before: before === undefined ? before : BigInt(before) }, most);
    const last = rows.at(-1);
    const more = rows.length === most && last ? [`Older actions: --before ${last.number}`] : [];
    const seen = { rows: rows.length, ...(customerId !== undefined && { customer: customerId }) };
    return {
      lines: [...rows.map(formatAction), ...more],
      json: rows.map(({ number: at, ...rest }) => ({ number: Number(at), ...rest })),
      // At the machine it is not recorded: whoever has the machine has the database.
      ...(operator.staffId !== null && { seen }),
    };
  },
});

/** Anyone with access to the machine sees all. */
async function seesCases(sql: Sql, { staffId }: Operator): Promise<boolean> {
  const member = staffId === null ? null : await readStaff(sql, staffId);
  return member === null || whoSeesCases.includes(member.role);
}

function formatAction({ number, happenedAt, operator, action, details, was, isNow }: RecordedAction): string {
  const changed = was || isNow ? `  ${JSON.stringify(was)} -> ${JSON.stringify(isNow)}` : '';
  return `${number}  ${happenedAt.toISOString()}  ${operator}  ${action}  ${JSON.stringify(details)}${changed}`;
}
