import type { Tx } from '#database/server/database.ts';
import { drawToken, hashOfToken } from '#platform/server/secret-token.ts';
import type { SecondFactorWay } from '../contract.ts';
import { type SecondFactorRequest, ticketAttempts, ticketMinutes } from '../use-contract.ts';
import { questionFor } from './ask-passkey.ts';
import { readFactorStatus } from './key-store.ts';
import { countRecoveryCodes } from './recovery-store.ts';
import type { LoginEntry, SecondFactorParts } from './second-factor-parts.ts';
import { insertTicket } from './ticket-store.ts';

/** Returns what a login with the right password still has to show; null where there is no second factor. */
export async function askSecondFactor(
  tx: Tx,
  parts: SecondFactorParts,
  { customerId, mark, keep }: Pick<LoginEntry, 'customerId' | 'mark' | 'keep'>,
): Promise<SecondFactorRequest | null> {
  const now = parts.clock.now();
  const { since, hasApp } = await readFactorStatus(tx, customerId, now);
  if (!since) return null;

  const ticket = drawToken(customerId);
  const expiresAt = new Date(now.getTime() + ticketMinutes * 60_000);
  await insertTicket(tx, { token: ticket, customerId, mark, keep, attempts: ticketAttempts, expiresAt });

  const asking = { customerId, holderHash: hashOfToken(ticket), purpose: loginPurpose };
  const passkey = await questionFor(tx, parts, asking);
  const methods: SecondFactorWay[] = [
    ...(hasApp ? (['app'] as const) : []),
    ...(passkey ? (['passkey'] as const) : []),
    ...((await countRecoveryCodes(tx, customerId)) > 0 ? (['recovery'] as const) : []),
  ];
  return { ticket, methods, ...(passkey && { passkey }) };
}

export const loginPurpose = 'log_in';
