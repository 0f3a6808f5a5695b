import { randomUUID } from 'node:crypto';
import type { SecurityChange as PublishedChange } from '#ledger/server/domain-events.ts';
import type { OnSecurityChange } from '#secondfactor/server/second-factor-parts.ts';
import type { SecurityChangeKind } from '#secondfactor/security-change.ts';
import { subscribers } from './subscribers.ts';

/** Every change to the second factor is told to its owner (L11): as domain events known to subscribers. */
const publishedAs: Record<SecurityChangeKind, PublishedChange['change']> = {
  app_added: 'second_key_added',
  passkey_added: 'second_key_added',
  app_removed: 'second_key_way_removed',
  passkey_removed: 'second_key_way_removed',
  recovery_codes_renewed: 'recovery_codes_renewed',
  second_key_removed: 'second_key_removed',
  removal_confirmed: 'second_key_leaving',
  removal_canceled: 'second_key_stays',
  recovery_code_used: 'recovery_code_used',
  second_key_removed_after_waiting: 'second_key_removed',
  second_key_removed_by_operator: 'second_key_removed',
  second_key_removed_by_reset: 'second_key_removed',
};

export const publishSecurityChange: OnSecurityChange = async (tx, { customerId, what }) => {
  const change = publishedAs[what];
  await subscribers.onSecurityChange(tx, { customerId, change, cause: `${what}:${randomUUID()}`, device: null });
};
