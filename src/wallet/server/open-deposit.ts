import { randomUUID } from 'node:crypto';
import { amountOf } from '#money/amount.ts';
import { type Micros, toJsonNumber } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { noteChange } from '#platform/server/changes.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { openDeposit as openDepositContract } from '../contract.ts';
import { type ExchangeRate, quoteDeposit } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import { insertTransfer, type TransferRecord } from './transfer-store.ts';

/** What a deposit is judged by at the moment it is asked for. */
export interface DepositConditions {
  /** Reais for a dollar; null where none are paid. */
  high: ExchangeRate | null;
  /** Less than this is not worth the brokerage's while. */
  minimum: Micros;
}

/** Writes down that the customer brings money from the brokerage (F4). Nothing is sent and nothing is credited here. */
export async function openDeposit(
  tx: Tx,
  { investor, body }: Pick<CallRequest<typeof openDepositContract>, 'investor' | 'body'>,
  { high, minimum }: DepositConditions,
): Promise<TransferRecord> {
  if (body.user.toLowerCase() !== investor.id) throw refuseWallet('not_your_account');

  const amount = amountOf(body.amount);
  if (amount < minimum) throw refuseWallet('below_minimum', { minimum: toJsonNumber(minimum) });
  const quote = quoteDeposit(amount, body.currency, high);
  if (!quote) throw refusePlatform('invalid_amount');

  const deposit: TransferRecord = {
    id: randomUUID(),
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
  };
  await insertTransfer(tx, deposit);
  noteChange(tx, deposit.customerId, 'money');
  return deposit;
}
