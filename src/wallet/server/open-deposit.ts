import { amountOf } from '#money/amount.ts';
import { toJsonNumber } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Config } from '#settings/server/config.ts';
import type { Tx } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { openDeposit as openDepositContract } from '../contract.ts';
import { quoteDeposit } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import { readAgreement } from './agree-on-rate.ts';
import { refuseBeyondHour } from './brl-deposits.ts';
import { sendTransferRow, type TransferRecord } from './transfer-store.ts';
import { minDepositUsd, readLimit } from './wallet-settings.ts';

/**
 * Records that the customer brings money from the brokerage (F4). Nothing is sent to it and nothing is credited here. Rate and minimum are
 * read in one round trip.
 *
 * @throws Refusal `brl_hour_full` if more reais would come in this hour than may
 */
export async function openDeposit(
  tx: Tx,
  mode: Config['mode'],
  request: Pick<CallRequest<typeof openDepositContract>, 'investor' | 'body' | 'headers' | 'token'>,
): Promise<TransferRecord> {
  const { investor, body } = request;
  const [agree, minimum] = await Promise.all([
    readAgreement(tx, mode, request, 'high'),
    readLimit(tx, minDepositUsd, mode),
  ]);
  const high = agree();
  if (body.user.toLowerCase() !== investor.id) throw refuseWallet('not_your_account');

  const amount = amountOf(body.amount);
  // A smaller amount is not worth the brokerage's effort.
  if (amount < minimum) throw refuseWallet('below_minimum', { minimum: toJsonNumber(minimum) });
  const quote = quoteDeposit(amount, body.currency, high);
  if (!quote) throw refusePlatform('invalid_amount');

  const deposit: TransferRecord = {
    id: uuidv7(),
    customerId: investor.id,
    direction: 'deposit',
    amount,
    currency: body.currency,
    ...quote,
    state: 'created',
    waitsBecause: null,
    isParked: false,
    decision: null,
    reason: null,
    createdAt: investor.now,
    countedAt: investor.now,
  };
  sendTransferRow(tx, deposit);
  if (deposit.currency === 'brl') await refuseBeyondHour(tx, mode, deposit);
  noteChange(tx, deposit.customerId, 'money');
  return deposit;
}
