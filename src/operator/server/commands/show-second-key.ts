import { realClock } from '#platform/clock.ts';
import { declareLook } from '#commands/server/declaration.ts';
import { customer, word } from '#commands/server/params.ts';
import { presentSecondFactor } from '#secondfactor/server/present-second-factor.ts';
import { readCustomer, requireCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

/** Shows a customer's second factor. */
export const customerSecondKey = declareLook({
  name: 'customer second-key',
  params: { customer: word(customer) },
  roles: ['support', 'compliance'],
  words: wordsOf('customer second-key'),
  read: readCustomer,
  async show({ sql }, { customer: typed }) {
    const who = await requireCustomer(sql, typed);
    const parts = { clock: realClock, site: null };
    const key = await presentSecondFactor(sql, parts, { ...who, isEmailConfirmed: true });
    const { Since, App, Passkeys, RecoveryCodesLeft, Removal, WithdrawalsClosedUntil } = key;
    const what = [App && 'authenticator app', Passkeys.length > 0 && `${Passkeys.length} passkeys`].filter(Boolean);
    return {
      lines: [
        Since
          ? `${who.email}: ${what.join(', ')}, ${RecoveryCodesLeft} recovery codes left, since ${Since}`
          : `${who.email} has no second factor.`,
        ...(Removal ? [`Removal requested: it takes effect at ${Removal.Removes}.`] : []),
        ...(WithdrawalsClosedUntil ? [`Withdrawals are closed until ${WithdrawalsClosedUntil}.`] : []),
      ],
      json: {
        id: who.id,
        since: Since,
        app: App !== null,
        passkeys: Passkeys.length,
        recoveryCodesLeft: RecoveryCodesLeft,
        removal: Removal?.Removes ?? null,
        withdrawalsClosedUntil: WithdrawalsClosedUntil,
      },
      seen: { customer: who.id },
    };
  },
});
