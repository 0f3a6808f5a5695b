import { realClock } from '#platform/clock.ts';
import { transaction } from '#database/server/transaction.ts';
import { presentSecondFactor } from '#secondfactor/server/present-second-factor.ts';
import type { Command, Outcome } from '../command.ts';
import { recordAction } from '../record-action.ts';
import { requireCustomer } from './customer.ts';

/** Shows a customer's second factor. The look is recorded. */
export const customerSecondKey: Command = {
  name: 'customer second-key',
  words: ['EMAIL'],
  summary: 'Show a customer’s second factor; "customer remove-second-key" removes it',
  run: ({ db, operator }, { words }) =>
    transaction(db, async (tx) => {
      const customer = await requireCustomer(tx, words[0] as string);
      await recordAction(tx, { operator, action: 'customer second-key', details: { customer: customer.id } });
      const parts = { clock: realClock, site: null };
      return show(customer, await presentSecondFactor(tx, parts, { ...customer, isEmailConfirmed: true }));
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
