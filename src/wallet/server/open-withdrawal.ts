import { randomUUID } from 'node:crypto';
import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { type Micros, micros, zero } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { openWithdrawal as openWithdrawalContract } from '../contract.ts';
import { holdingJournal } from '../journals.ts';
import { type ExchangeRate, quoteWithdrawal } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import type { WaitsBecause } from '../transfer-state.ts';
import type { JudgedWithdrawal } from './judge-withdrawal.ts';
import { publishTransfer } from './publish-transfer.ts';
import { insertTransfer, type TransferRecord } from './transfer-store.ts';

/** What a withdrawal is judged by at the moment it is asked for. */
export interface WithdrawalConditions {
  /** Reais for a dollar; null where none are asked for. */
  low: ExchangeRate | null;
  guard: GuardWithdrawal;
  /** Why it waits for an operator (F6), asked once its amount is held; null when it leaves by itself. */
  judge: JudgeWithdrawal;
}

export type JudgeWithdrawal = (tx: Tx, withdrawal: JudgedWithdrawal) => Promise<WaitsBecause | null>;

/** Refuses a withdrawal that its owner has more to show for than their session; in its own transaction. */
export type GuardWithdrawal = (tx: Tx, request: GuardedWithdrawal) => Promise<void>;

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
  }: Pick<CallRequest<typeof openWithdrawalContract>, 'investor' | 'body' | 'headers' | 'token'>,
  { low, guard, judge }: WithdrawalConditions,
  events: DomainEvents = noSubscribers,
): Promise<TransferRecord> {
  if (body.user.toLowerCase() !== investor.id) throw refuseWallet('not_your_account');
  if (!investor.isEmailConfirmed) throw refuseWallet('email_unconfirmed');

  const amount = amountOf(body.amount);
  const quote = quoteWithdrawal(amount, body.currency, low);
  // So little that not a cent of the currency would arrive.
  if (!quote || quote.net <= zero) throw refusePlatform('invalid_amount');

  const agreed = {
    id: randomUUID(),
    customerId: investor.id,
    direction: 'withdrawal',
    amount,
    currency: body.currency,
    ...quote,
    createdAt: investor.now,
  } as const;
  const { id: withdrawalId, customerId, currency } = agreed;
  const approval = headers['second-key-approval'];
  await guard(tx, { withdrawalId, customerId, session: token, amount, currency, approval });

  await post(tx, holdingJournal(agreed), agreed.createdAt);
  const waitsBecause = await judge(tx, { ...agreed, session: token });
  const withdrawal: TransferRecord = {
    ...agreed,
    state: waitsBecause ? 'awaiting_approval' : 'held',
    waitsBecause,
    isParked: false,
    decision: null,
    reason: null,
  };
  await insertTransfer(tx, withdrawal);
  await events.onCapitalMoved(tx, { customerId, change: micros(-amount) });
  await publishTransfer(tx, withdrawal, withdrawal.createdAt, events);
  return withdrawal;
}
