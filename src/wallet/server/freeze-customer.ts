import { randomUUID } from 'node:crypto';
import type { CustomerRow } from '#commands/server/customer.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import type { DomainEvents, SecurityChange } from '#ledger/server/domain-events.ts';
import { freezeCustomer, keepFrozen, wasFrozenForHoursLately } from '#ledger/server/freeze.ts';
import type { Tx } from '#database/server/database.ts';
import { parkWithdrawals } from './park-withdrawals.ts';

/** Freezes a customer in the caller's transaction, for hours or, with null, until somebody ends it. */
export async function freeze(
  tx: Tx,
  { id, email }: Pick<CustomerRow, 'id' | 'email'>,
  hours: number | null,
  events: DomainEvents,
) {
  if (hours !== null) await refuseLonger(tx, id, email);
  if (await freezeCustomer(tx, id, hours)) {
    const { parked, sent } = await parkWithdrawals(tx, id);
    await events.onSecurityChange(tx, freezing(id, 'account_frozen'));
    const outcome = hours === null ? 'frozen' : 'frozen_for_hours';
    return { outcome, facts: { customer: id, parked: String(parked), sent: String(sent) } };
  }
  const isKept = hours === null && (await keepFrozen(tx, id));
  if (!isKept) throw new CommandRefused('already_frozen', `${email} is already frozen.`);
  return { outcome: 'prolonged', facts: { customer: id, prolonged: 'true' } };
}

/** Freezes of hours in a row would amount to one longer than a day, which takes two people. */
async function refuseLonger(tx: Tx, id: string, email: string): Promise<void> {
  if (!(await wasFrozenForHoursLately(tx, id))) return;
  const sentence = `${email} was already frozen for hours in the last two days: freeze them without --hours.`;
  throw new CommandRefused('frozen_lately', sentence);
}

/** What the customer is told of it. */
export function freezing(customerId: string, change: 'account_frozen' | 'account_unfrozen'): SecurityChange {
  return { customerId, change, cause: `${change}:${randomUUID()}`, device: null };
}
