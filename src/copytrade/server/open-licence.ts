import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { amountOf } from '#money/amount.ts';
import { isAmongAmounts } from '#payouts/server/payout-amounts.ts';
import { addDays } from '#platform/clock.ts';
import type { Tx } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { openPosition } from '#positions/server/open-position.ts';
import type { Licence, openLicence as openLicenceContract } from '../contract.ts';
import { licenceDays } from '../licence-days.ts';
import { refuseCopytrade } from '../refusals.ts';
import { presentLicence } from './present-licence.ts';

/** What the operator has set. */
export interface CopyTerms {
  isOpen: boolean;
  amounts: readonly number[];
}

/** Invests an amount for thirty days (C3). Refused while registrations are closed (C2), whatever the amount. */
export async function openLicence(
  tx: Tx,
  { investor, body }: Pick<CallRequest<typeof openLicenceContract>, 'investor' | 'body'>,
  { isOpen, amounts }: CopyTerms,
  events: DomainEvents = noSubscribers,
): Promise<Licence> {
  if (!isOpen) throw refuseCopytrade('copytrade_closed');
  const amount = amountOf(body.amount);
  if (!isAmongAmounts(amounts, amount)) throw refuseCopytrade('amount_not_allowed');
  const { id: customerId, now: startedAt } = investor;
  const endsAt = addDays(startedAt, licenceDays);
  const licence = await openPosition(tx, { product: 'copytrade', customerId, amount, startedAt, endsAt }, events);
  return presentLicence(licence, startedAt);
}
