import { randomUUID } from 'node:crypto';
import { type Happenings, nobodyListens } from '#ledger/server/happenings.ts';
import { post } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { type Micros, zero } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Asked } from '#platform/server/serve.ts';
import type { openWithdrawal as openWithdrawalContract } from '../contract.ts';
import { holdingMovement } from '../movements.ts';
import { type ExchangeRate, quoteWithdrawal } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import { tellOfTransfer } from './tell-of-transfer.ts';
import { insertTransfer, type TransferRecord } from './transfer-store.ts';

const rateRetrySeconds = 30;

/** What a withdrawal is judged by at the moment it is asked for. */
export interface WithdrawalConditions {
  /** Reais for a dollar; null when there is no rate. */
  low: ExchangeRate | null;
  /** More than this waits for an operator (F6). */
  limit: Micros;
  guard: GuardWithdrawal;
}

/** Refuses a withdrawal that its owner has more to show for than their session; in its own transaction. */
export type GuardWithdrawal = (tx: Tx, asked: GuardedWithdrawal) => Promise<void>;

export interface GuardedWithdrawal {
  withdrawalId: string;
  customerId: string;
  /** The session's token. */
  session: string;
  amount: Micros;
  currency: string;
  /** What was sent along to show it. */
  approval: string | undefined;
}

export const nobodyGuards: GuardWithdrawal = async () => {};

/**
 * Holds the amount and writes down that it goes to the brokerage (F4), both or neither: what is held can be spent by nothing
 * else, and nothing is sent here.
 */
export async function openWithdrawal(
  tx: Tx,
  {
    investor,
    body,
    headers,
    token,
  }: Pick<Asked<typeof openWithdrawalContract>, 'investor' | 'body' | 'headers' | 'token'>,
  { low, limit, guard }: WithdrawalConditions,
  happenings: Happenings = nobodyListens,
): Promise<TransferRecord> {
  if (body.user.toLowerCase() !== investor.id) throw refuseWallet('not_your_account');
  if (!investor.isEmailConfirmed) throw refuseWallet('email_unconfirmed');

  const amount = amountOf(body.amount);
  const quote = quoteWithdrawal(amount, body.currency, low);
  if (!quote) throw refuseWallet('no_rate', {}, rateRetrySeconds);
  // So little that not a cent of the currency would arrive.
  if (quote.net <= zero) throw refusePlatform('invalid_amount');

  const withdrawal: TransferRecord = {
    id: randomUUID(),
    customerId: investor.id,
    direction: 'withdrawal',
    amount,
    currency: body.currency,
    ...quote,
    state: amount > limit ? 'awaiting_approval' : 'held',
    decision: null,
    reason: null,
    createdAt: investor.now,
  };
  const { id: withdrawalId, customerId, currency } = withdrawal;
  const approval = headers['second-key-approval'];
  await guard(tx, { withdrawalId, customerId, session: token, amount, currency, approval });

  await insertTransfer(tx, withdrawal);
  await post(tx, holdingMovement(withdrawal), withdrawal.createdAt);
  await tellOfTransfer(tx, withdrawal, withdrawal.createdAt, happenings);
  return withdrawal;
}
