import { randomUUID } from 'node:crypto';
import type { SecurityChange as ToldChange } from '#ledger/server/happenings.ts';
import type { OnSecurityChange } from '#secondkey/server/second-key-parts.ts';
import type { SecurityChangeKind } from '#secondkey/security-change.ts';
import { everybodyListens } from './everybody-listens.ts';

/** What of a second key's changes its owner is told, in the words that everybody listens to. */
const toldAs: Partial<Record<SecurityChangeKind, ToldChange['change']>> = {
  app_added: 'second_key_added',
  passkey_added: 'second_key_added',
  second_key_removed: 'second_key_removed',
  removal_confirmed: 'second_key_leaving',
  removal_canceled: 'second_key_stays',
  recovery_code_used: 'recovery_code_used',
  second_key_removed_after_waiting: 'second_key_removed',
  second_key_removed_by_operator: 'second_key_removed',
  second_key_removed_by_reset: 'second_key_removed',
};

export const tellSecurityChange: OnSecurityChange = async (tx, { customerId, what }) => {
  const change = toldAs[what];
  if (!change) return;
  await everybodyListens.onSecurityChange(tx, { customerId, change, cause: `${what}:${randomUUID()}`, device: null });
};
