import type { Database } from '#platform/server/database.ts';
import type { NewRecoveryCodes } from '../contract.ts';
import { refuseSecondKey } from '../refusals.ts';
import { type Changing, changeSecondKey } from './change-second-key.ts';
import { drawRecoveryCodes } from './recovery-store.ts';
import type { SecondKeyParts } from './second-key-parts.ts';

/** Codes in place of those of before, used or not. */
export function renewRecoveryCodes(db: Database, parts: SecondKeyParts, changing: Changing): Promise<NewRecoveryCodes> {
  const { id } = changing.investor;
  return changeSecondKey(db, parts, changing, 'recovery_codes', async (tx, { since }) => {
    if (!since) throw refuseSecondKey('no_second_key');
    const RecoveryCodes = await drawRecoveryCodes(tx, id);
    await parts.onSecurityChange(tx, { customerId: id, what: 'recovery_codes_renewed' });
    return { RecoveryCodes };
  });
}
