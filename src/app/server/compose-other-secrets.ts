import type { OtherSecrets } from '#auth/server/other-secrets.ts';
import { wasAddressCorrected } from '#operator/server/customer-corrections.ts';
import { endPlanted } from '#operator/server/end-planted.ts';
import { removeAtOnce } from '#secondfactor/server/end-second-factor.ts';
import { holdSecondFactor } from '#secondfactor/server/key-store.ts';
import type { SecondFactorParts } from '#secondfactor/server/second-factor-parts.ts';
import { moveBegun } from '#secondfactor/server/move-begun.ts';
import { readShown, whileShown } from '#secondfactor/server/while-shown.ts';

/** Everything other than the password that opens something in a customer's name; a test detects a table missing here. */
export function composeOtherSecrets(secondFactor: SecondFactorParts): OtherSecrets {
  return {
    whileKeyShown: (db, { shown, ...asking }, work) =>
      whileShown(db, secondFactor, { ...asking, shown: readShown(shown) }, (tx, { since }) => work(tx, since !== null)),
    hold: holdSecondFactor,
    revoke: endPlanted,
    moveSession: moveBegun,
    clear: async (tx, customerId) => {
      // Before a correction another address was confirmed: what was added then is the owner's, and a mailbox alone must not remove it.
      if (!(await wasAddressCorrected(tx, customerId))) await removeAtOnce(tx, secondFactor, customerId, 'reset');
    },
  };
}
