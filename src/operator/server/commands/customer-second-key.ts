import { endSessionsOf } from '#auth/server/session-store.ts';
import { realClock } from '#platform/clock.ts';
import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { removeAtOnce } from '#secondfactor/server/end-second-factor.ts';
import { presentSecondFactor } from '#secondfactor/server/present-second-factor.ts';
import type { Command, Outcome } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { endPlanted } from '../end-planted.ts';
import { recordAction } from '../record-action.ts';
import { requireCustomer } from './customer-show.ts';

const longestReason = 200;
const parts = {
  clock: realClock,
  login: {
    endSessions: async (tx: Tx, customerId: string): Promise<void> => {
      await endSessionsOf(tx, customerId);
      await endPlanted(tx, customerId);
    },
  },
};

/** Shows a customer's second factor, and removes it for one who was identified by other means. Both are recorded. */
export const customerSecondKey: Command = {
  name: 'customer second-key',
  words: ['EMAIL'],
  optional: ['remove'],
  summary:
    'Show a customer’s second factor; "--remove REASON" removes it immediately: sessions end, withdrawals stay closed for a day',
  run: ({ db, operator, onSecurityChange }, { words, options }) =>
    transaction(db, async (tx) => {
      const customer = await requireCustomer(tx, words[0] as string);
      const action = { operator, action: 'customer second-key' };
      if (options['remove'] === undefined) {
        await recordAction(tx, { ...action, details: { customer: customer.id } });
        return show(
          customer,
          await presentSecondFactor(tx, { ...parts, site: null }, { ...customer, isEmailConfirmed: true }),
        );
      }
      const reason = readReason(options['remove']);
      if (!(await removeAtOnce(tx, { ...parts, onSecurityChange }, customer.id, 'operator'))) {
        throw new CommandRefused('no_second_key', `${customer.email} has no second factor.`);
      }
      await recordAction(tx, { ...action, details: { customer: customer.id, removed: true, reason } });
      return {
        lines: [`${customer.email} no longer has a second factor; withdrawals stay closed for 24 hours.`],
        json: { id: customer.id, removed: true },
      };
    }),
};

function show(
  { id, email }: { id: string; email: string },
  key: Awaited<ReturnType<typeof presentSecondFactor>>,
): Outcome {
  const { Since, App, Passkeys, RecoveryCodesLeft, Removal, WithdrawalsClosedUntil } = key;
  const what = [App && 'authenticator app', Passkeys.length > 0 && `${Passkeys.length} passkeys`].filter(Boolean);
  const lines = [
    Since
      ? `${email}: ${what.join(', ')}, ${RecoveryCodesLeft} recovery codes left, since ${Since}`
      : `${email} has no second factor.`,
    ...(Removal ? [`Removal requested: it takes effect at ${Removal.Removes}.`] : []),
    ...(WithdrawalsClosedUntil ? [`Withdrawals are closed until ${WithdrawalsClosedUntil}.`] : []),
  ];
  const json = {
    id,
    since: Since,
    app: App !== null,
    passkeys: Passkeys.length,
    recoveryCodesLeft: RecoveryCodesLeft,
    removal: Removal?.Removes ?? null,
    withdrawalsClosedUntil: WithdrawalsClosedUntil,
  };
  return { lines, json };
}

function readReason(typed: string): string {
  const reason = typed.trim();
  if (reason === '' || reason.length > longestReason) {
    throw new Mistyped(`--remove takes a reason of 1 to ${longestReason} characters, for the action log.`);
  }
  return reason;
}
