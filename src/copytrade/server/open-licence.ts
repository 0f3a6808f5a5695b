import { randomUUID } from 'node:crypto';
import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { zero } from '#money/money.ts';
import { isAmongAmounts } from '#payouts/server/payout-amounts.ts';
import { addDays } from '#platform/clock.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { Licence, openLicence as openLicenceContract } from '../contract.ts';
import { licenceDays } from '../licence-days.ts';
import { openingJournal } from '../journals.ts';
import { refuseCopytrade } from '../refusals.ts';
import { type LicenceRecord, licences } from './licence-store.ts';
import { readCopyOffer } from './read-copy-offer.ts';
import { presentLicence } from './present-licence.ts';

/** Puts an amount to work for thirty days (C3). Refused while registrations are closed (C2), whatever the amount. */
export async function openLicence(
  tx: Tx,
  { investor, body }: Pick<CallRequest<typeof openLicenceContract>, 'investor' | 'body'>,
  events: DomainEvents = noSubscribers,
): Promise<Licence> {
  const offer = await readCopyOffer(tx);
  if (!offer.Open) throw refuseCopytrade('copytrade_closed');
  const amount = amountOf(body.amount);
  if (!isAmongAmounts(offer.Amounts, amount)) throw refuseCopytrade('amount_not_allowed');

  const licence: LicenceRecord = {
    id: randomUUID(),
    customerId: investor.id,
    amount,
    startedAt: investor.now,
    endsAt: addDays(investor.now, licenceDays),
    status: 'active',
    closedAt: null,
    result: zero,
  };

  await licences.insert(tx, licence);
  await post(tx, openingJournal(licence), licence.startedAt);
  const { id: reference, customerId, startedAt: at } = licence;
  await events.onInvested(tx, { customerId, product: 'copytrade', reference, amount, at });

  return presentLicence(licence, investor.now);
}
