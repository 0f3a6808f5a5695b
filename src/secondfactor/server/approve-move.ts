import type { Database } from '#database/server/database.ts';
import { drawToken, hashOfToken } from '#platform/server/secret-token.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { approvalMinutes, type approveMove as contract } from '../use-contract.ts';
import { insertApproval } from './approval-store.ts';
import { asAttempt } from './count-attempts.ts';
import { readFactorStatus } from './key-store.ts';
import { purposeOf } from './move-purpose.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

type Asking = Pick<CallRequest<typeof contract>, 'body' | 'investor' | 'token'>;

/** Approves exactly one move, by this session and within minutes, after the second factor was shown. */
export function approveMove(
  db: Database,
  parts: SecondFactorParts,
  { body, investor, token: session }: Asking,
): Promise<{ Token: string; Expires: string }> {
  const { code, passkey, ...move } = body;
  const customerId = investor.id;
  const purpose = purposeOf(move);
  const shown = { code, passkey };

  return asAttempt(db, { customerId, shown, place: { at: 'move', session } }, () =>
    transaction(db, async (tx) => {
      const now = parts.clock.now();
      if (!(await readFactorStatus(tx, customerId, now)).since) throw refuseSecondFactor('no_second_key');
      const showing = { customerId, holderHash: hashOfToken(session), purpose, shown };
      await requireSecondFactor(tx, parts, showing);

      const token = drawToken(customerId);
      const expiresAt = new Date(now.getTime() + approvalMinutes * 60_000);
      await insertApproval(tx, token, { customerId, session, purpose }, expiresAt);
      return { Token: token, Expires: expiresAt.toISOString() };
    }),
  );
}
