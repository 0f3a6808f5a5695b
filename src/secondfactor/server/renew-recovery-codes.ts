import type { Database } from '#database/server/database.ts';
import type { NewRecoveryCodes } from '../contract.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { type Changing, changeSecondFactor } from './change-second-factor.ts';
import { drawRecoveryCodes } from './recovery-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

/** Replaces all earlier codes, used or not. */
export function renewRecoveryCodes(
  db: Database,
  parts: SecondFactorParts,
  changing: Changing,
): Promise<NewRecoveryCodes> {
  const { id } = changing.investor;
  return changeSecondFactor(db, parts, changing, 'recovery_codes', async (tx, { since }) => {
    if (!since) throw refuseSecondFactor('no_second_key');
    const RecoveryCodes = await drawRecoveryCodes(tx, id);
    await parts.onSecurityChange(tx, { customerId: id, what: 'recovery_codes_renewed' });
    return { RecoveryCodes };
  });
}
