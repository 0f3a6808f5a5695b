import { amountOf } from '#money/amount.ts';
import { isAmongAmounts } from '#payouts/server/payout-amounts.ts';
import { addDays } from '#platform/clock.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { NewPosition } from '#positions/server/open-position.ts';
import type { openLicence as openLicenceContract } from '../contract.ts';
import { licenceDays } from '../licence-days.ts';
import { refuseCopytrade } from '../refusals.ts';

/** What the operator has set. */
export interface CopyTerms {
  isOpen: boolean;
  amounts: readonly number[];
}

/** An amount is invested for thirty days (C3). Refused while registrations are closed (C2), whatever the amount. */
export function openLicence(
  { investor, body }: Pick<CallRequest<typeof openLicenceContract>, 'investor' | 'body'>,
  { isOpen, amounts }: CopyTerms,
): NewPosition {
  if (!isOpen) throw refuseCopytrade('copytrade_closed');
  const amount = amountOf(body.amount);
  if (!isAmongAmounts(amounts, amount)) throw refuseCopytrade('amount_not_allowed');
  const { id: customerId, now: startedAt } = investor;
  return { product: 'copytrade', customerId, amount, startedAt, endsAt: addDays(startedAt, licenceDays) };
}
