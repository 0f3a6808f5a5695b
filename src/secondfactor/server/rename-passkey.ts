import { refusePlatform } from '#platform/refusals.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Database } from '#database/server/database.ts';
import type { Proof } from '../contract.ts';
import { type Changing, changeSecondFactor } from './change-second-factor.ts';
import { writePasskeyName } from './passkey-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

interface Renaming extends Changing {
  params: { id: string };
  body: { proof: Proof; name: string };
}

export function renamePasskey(db: Database, parts: SecondFactorParts, renaming: Renaming): Promise<void> {
  const { params, body, investor } = renaming;
  return changeSecondFactor(db, parts, renaming, 'rename_passkey', async (tx) => {
    const isNamed = isUuid(params.id) && (await writePasskeyName(tx, investor.id, params.id, body.name));
    if (!isNamed) throw refusePlatform('not_found');
  });
}
