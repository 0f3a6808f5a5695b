import type { Sql } from '#database/server/database.ts';
import type { SecondFactorStatus } from '../contract.ts';
import { readApp } from './app-store.ts';
import { readFactorStatus } from './key-store.ts';
import { type PasskeyRecord, readPasskeys } from './passkey-store.ts';
import { countRecoveryCodes } from './recovery-store.ts';
import { readRemoval } from './removal-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

/** The second factor as its owner sees it, without secrets, codes or credentials. */
export async function presentSecondFactor(
  sql: Sql,
  { clock, site }: Pick<SecondFactorParts, 'clock' | 'site'>,
  { id: customerId, isEmailConfirmed }: { id: string; isEmailConfirmed: boolean },
): Promise<SecondFactorStatus> {
  const { since, withdrawalsClosedUntil } = await readFactorStatus(sql, customerId, clock.now());
  // Most customers have none: for them this is a single query.
  const app = since && (await readApp(sql, customerId));
  const passkeys = since ? await readPasskeys(sql, customerId) : [];
  const removal = since && (await readRemoval(sql, customerId));
  return {
    Since: since?.toISOString() ?? null,
    App: app && { Added: app.addedAt.toISOString() },
    Passkeys: passkeys.map(showPasskey),
    RecoveryCodesLeft: since ? await countRecoveryCodes(sql, customerId) : 0,
    PasskeySite: site && { Name: site.name, Address: site.address },
    EmailConfirmed: isEmailConfirmed,
    Removal: removal && { Confirmed: removal.confirmedAt.toISOString(), Removes: removal.removesAt.toISOString() },
    WithdrawalsClosedUntil: withdrawalsClosedUntil?.toISOString() ?? null,
  };
}

function showPasskey(passkey: PasskeyRecord): SecondFactorStatus['Passkeys'][number] {
  return {
    Id: passkey.id,
    Name: passkey.name,
    Synced: passkey.isSynced,
    Added: passkey.addedAt.toISOString(),
    LastUsed: passkey.lastUsedAt?.toISOString() ?? null,
  };
}
