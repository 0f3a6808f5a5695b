import type { OtherSecrets } from '#auth/server/other-secrets.ts';
import { dropFeed } from '#maturities/server/calendar-store.ts';
import { removeAtOnce } from '#secondfactor/server/end-second-factor.ts';
import { holdSecondFactor } from '#secondfactor/server/key-store.ts';
import { revokeSecondFactorTraces } from '#secondfactor/server/revoke-traces.ts';
import type { SecondFactorParts } from '#secondfactor/server/second-factor-parts.ts';
import { readShown, whileShown } from '#secondfactor/server/while-shown.ts';

/** Whatever else than the password opens something in a customer's name; a test finds the table that is missing here. */
export function composeOtherSecrets(secondFactor: SecondFactorParts): OtherSecrets {
  return {
    whileKeyShown: (db, { customerId, session, shown }, work) =>
      whileShown(db, secondFactor, { customerId, session, purpose: 'change_password', shown: readShown(shown) }, work),
    hold: holdSecondFactor,
    revoke: async (tx, customerId) => {
      await revokeSecondFactorTraces(tx, customerId);
      await dropFeed(tx, customerId);
    },
    clear: async (tx, customerId) => void (await removeAtOnce(tx, secondFactor, customerId, 'reset')),
  };
}
