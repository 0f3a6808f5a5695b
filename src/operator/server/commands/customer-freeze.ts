import { randomUUID } from 'node:crypto';
import type { SecurityChange } from '#ledger/server/domain-events.ts';
import { freezeCustomer, keepFrozen, unfreezeCustomer, wasFrozenForHoursLately } from '#ledger/server/freeze.ts';
import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { parkWithdrawals, releaseWithdrawals } from '#wallet/server/park-withdrawals.ts';
import type { Command, Lastro, Outcome } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { requireCustomer } from './customer-show.ts';

/** The longest that one person may freeze a customer alone. */
const mostHours = 24;

/**
 * Freezes a customer's money: once the command has answered, nothing leaves, including queued withdrawals, and nothing opens. The customer
 * is told of the freeze; the reason is only in the journal. With `--hours` it ends automatically; repeating the command without `--hours`
 * while it lasts makes it indefinite.
 */
export const customerFreeze: Command = {
  name: 'customer freeze',
  words: ['EMAIL'],
  required: ['reason'],
  optional: ['hours'],
  summary: `Freeze a customer: no money leaves and nothing opens; they can log in and read, and are notified. "--hours 1" to ${mostHours}: ends automatically`,
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id, email } = await requireCustomer(tx, words[0] as string);
      const hours = readHours(options['hours']);
      return freezeAsOperator(tx, { id, email, reason, hours }, { operator, events });
    }),
};

interface Freezing {
  id: string;
  email: string;
  reason: string;
  /** Null means until somebody ends it. */
  hours: number | null;
  /** The case whose decision this freeze is. */
  caseId?: string;
}

/** Freezes a customer in the caller's transaction. */
export async function freezeAsOperator(
  tx: Tx,
  { id, email, reason, hours, caseId }: Freezing,
  { operator, events }: Pick<Lastro, 'operator' | 'events'>,
): Promise<Outcome> {
  const ofCase = caseId !== undefined && { case: caseId };
  if (hours !== null) await refuseLonger(tx, id, email);
  const isNew = await freezeCustomer(tx, id, hours);
  if (!isNew) {
    const isKept = hours === null && (await keepFrozen(tx, id));
    if (!isKept) throw new CommandRefused('already_frozen', `${email} is already frozen.`);
    const details = { customer: id, reason, prolonged: true, ...ofCase };
    await recordAction(tx, { operator, action: 'customer freeze', details });
    return {
      lines: [`${email} stays frozen until someone unfreezes them.`],
      json: { id, frozen: true, prolonged: true },
    };
  }
  const { parked, sent } = await parkWithdrawals(tx, id);
  await events.onSecurityChange(tx, changed(id, 'account_frozen'));
  const details = { customer: id, reason, parked, sent, ...(hours !== null && { hours }), ...ofCase };
  await recordAction(tx, { operator, action: 'customer freeze', details });
  return {
    lines: [
      `${email} is frozen${hours === null ? '' : ` for ${hours} hours`}: no money leaves and nothing opens.`,
      `${parked} withdrawals are held back; ${sent} had already been sent and end as the brokerage answers.`,
    ],
    json: { id, frozen: true, parked, sent, hours },
  };
}

export const customerUnfreeze: Command = {
  name: 'customer unfreeze',
  words: ['EMAIL'],
  required: ['reason'],
  summary: 'Unfreeze a customer and send the withdrawals held back',
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      const { id, email } = await requireCustomer(tx, words[0] as string);
      if (!(await unfreezeCustomer(tx, id))) throw new CommandRefused('not_frozen', `${email} is not frozen.`);
      const released = await releaseWithdrawals(tx, id);
      await events.onSecurityChange(tx, changed(id, 'account_unfrozen'));
      await recordAction(tx, { operator, action: 'customer unfreeze', details: { customer: id, reason, released } });
      return {
        lines: [`${email} is no longer frozen. ${released} withdrawals that were held back are on their way.`],
        json: { id, frozen: false, released },
      };
    }),
};

function readHours(typed: string | undefined): number | null {
  if (typed === undefined) return null;
  const hours = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  if (hours < 1 || hours > mostHours)
    throw new Mistyped(`--hours takes 1 to ${mostHours}; without it, someone has to end the freeze.`);
  return hours;
}

/** Freezes of hours in a row would amount to one longer than a day, which takes two people. */
async function refuseLonger(tx: Tx, id: string, email: string): Promise<void> {
  if (!(await wasFrozenForHoursLately(tx, id))) return;
  const sentence = `${email} was already frozen for hours in the last two days: freeze them without --hours.`;
  throw new CommandRefused('frozen_lately', sentence);
}

function changed(customerId: string, change: 'account_frozen' | 'account_unfrozen'): SecurityChange {
  return { customerId, change, cause: `${change}:${randomUUID()}`, device: null };
}
