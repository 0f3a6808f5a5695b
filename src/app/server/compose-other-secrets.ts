import type { OtherSecrets } from '#auth/server/other-secrets.ts';
import { dropFeed } from '#promises/server/calendar-store.ts';
import { removeAtOnce } from '#secondkey/server/end-second-key.ts';
import { holdSecondKey } from '#secondkey/server/key-store.ts';
import { revokeSecondKeyTraces } from '#secondkey/server/revoke-traces.ts';
import type { SecondKeyParts } from '#secondkey/server/second-key-parts.ts';
import { readShown, whileShown } from '#secondkey/server/while-shown.ts';

/** Whatever else than the password opens something in a customer's name; a test finds the table that is missing here. */
export function composeOtherSecrets(secondKey: SecondKeyParts): OtherSecrets {
  return {
    whileKeyShown: (db, { customerId, session, shown }, work) =>
      whileShown(db, secondKey, { customerId, session, purpose: 'change_password', shown: readShown(shown) }, work),
    hold: holdSecondKey,
    revoke: async (tx, customerId) => {
      await revokeSecondKeyTraces(tx, customerId);
      await dropFeed(tx, customerId);
    },
    clear: async (tx, customerId) => void (await removeAtOnce(tx, secondKey, customerId, 'reset')),
  };
}
