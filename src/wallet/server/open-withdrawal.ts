import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { sendPost } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { type Micros, micros, percent, percentFromJsonNumber, zero } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Config } from '#platform/server/config.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import { readSetting } from '#platform/server/settings.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { openWithdrawal as openWithdrawalContract } from '../contract.ts';
import { holdingJournal } from '../journals.ts';
import { quoteWithdrawal } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import { readAgreement } from './agree-on-rate.ts';
import { readHouseFigures } from './house-limits.ts';
import { judgeWithdrawal, readCustomerFigures } from './judge-withdrawal.ts';
import { publishTransfer } from './publish-transfer.ts';
import type { ReadDeviceKnownSince } from './recent-changes.ts';
import { sendTransferRow, type TransferRecord } from './transfer-store.ts';
import { usdtFeePercent } from './wallet-settings.ts';
import { sendCount } from './withdrawal-counters.ts';

/** What stands between a session and money that leaves; handed in, because it belongs to others. */
export interface WalletGuards {
  guard: GuardWithdrawal;
  readDeviceKnownSince: ReadDeviceKnownSince;
}

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

type Request = Pick<CallRequest<typeof openWithdrawalContract>, 'investor' | 'body' | 'headers' | 'token'>;

/**
 * Holds the amount and writes down that it goes to the brokerage (F4), both or neither: what is held can be spent by nothing
 * else, and nothing is sent here. Everything it is judged by is read in one round trip, under the lock on the customer's accounts that
 * the call begins with: whoever asks many times at once is judged by those before.
 */
export async function openWithdrawal(
  tx: Tx,
  mode: Config['mode'],
  { investor, body, headers, token }: Request,
  { guard, readDeviceKnownSince }: WalletGuards,
  events: DomainEvents = noSubscribers,
): Promise<TransferRecord> {
  const { id: customerId, now } = investor;
  const { currency } = body;
  const [id, amount] = [uuidv7(), amountOf(body.amount)];
  const approval = headers['second-key-approval'];
  const [agree, customer, house, refusal, feePercent] = await Promise.all([
    readAgreement(tx, mode, { body, headers }, 'low'),
    readCustomerFigures(tx, mode, readDeviceKnownSince, { customerId, session: token, now }),
    readHouseFigures(tx, now),
    refusalOf(guard(tx, { withdrawalId: id, customerId, session: token, amount, currency, approval })),
    readSetting(tx, usdtFeePercent, mode),
  ]);

  const low = agree();
  if (body.user.toLowerCase() !== customerId) throw refuseWallet('not_your_account');
  if (!investor.isEmailConfirmed) throw refuseWallet('email_unconfirmed');
  const usdtFee = percentFromJsonNumber(feePercent);
  const shownFee = headers['quoted-fee'];
  if (currency === 'usdt' && shownFee !== undefined && percent(shownFee) !== usdtFee) {
    throw refuseWallet('terms_changed', { fee: feePercent });
  }
  const quote = quoteWithdrawal(amount, currency, { low, usdtFee });
  // So little that not a cent of the currency would arrive.
  if (!quote || quote.net <= zero) throw refusePlatform('invalid_amount');
  if (refusal) throw refusal.error;

  const agreed = {
    id,
    customerId,
    direction: 'withdrawal',
    amount,
    currency,
    ...quote,
    feeRate: currency === 'usdt' ? usdtFee : null,
    createdAt: now,
  } as const;
  const waitsBecause = judgeWithdrawal(customer, house, agreed);
  const withdrawal: TransferRecord = {
    ...agreed,
    state: waitsBecause ? 'awaiting_approval' : 'held',
    waitsBecause,
    isParked: false,
    decision: null,
    reason: null,
  };
  sendPost(tx, holdingJournal(withdrawal), now);
  sendTransferRow(tx, withdrawal);
  if (!waitsBecause) sendCount(tx, withdrawal);
  await events.onCapitalMoved(tx, { customerId, change: micros(-amount) });
  await publishTransfer(tx, withdrawal, now, events);
  return withdrawal;
}

/** Kept until its turn: what is refused first is told, not what is answered first. */
function refusalOf(guarding: Promise<void>): Promise<{ error: unknown } | null> {
  return guarding.then(
    () => null,
    (error: unknown) => ({ error }),
  );
}
