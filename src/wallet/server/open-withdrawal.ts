import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { sendPost } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { micros, percent, percentFromJsonNumber, zero } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Config } from '#settings/server/config.ts';
import type { Tx } from '#database/server/database.ts';
import { type GuardMove, refusalOf } from '#database/server/guard-move.ts';
import { datedWithTerms } from '#http/server/investor.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { readSetting, readSettingsMoment } from '#settings/server/settings.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { openWithdrawal as openWithdrawalContract } from '../contract.ts';
import { holdingJournal } from '../journals.ts';
import { quoteWithdrawal } from '../quote.ts';
import { refuseWallet } from '../refusals.ts';
import { readAgreement } from './agree-on-rate.ts';
import { readHouseFigures } from './house-limits.ts';
import { judgeWithdrawal, readCustomerFigures } from './judge-withdrawal.ts';
import { publishTransfer } from './publish-transfer.ts';
import type { HoldSession, ReadDeviceKnownSince } from './recent-changes.ts';
import { sendTransferRow, type TransferRecord } from './transfer-store.ts';
import { usdtFeePercent } from './wallet-settings.ts';
import { sendCount } from './withdrawal-counters.ts';

/** Checks between a session and money leaving; injected, because they belong to other folders. */
export interface WalletGuards {
  guard: GuardMove;
  readDeviceKnownSince: ReadDeviceKnownSince;
  holdSession: HoldSession;
}

type Request = Pick<CallRequest<typeof openWithdrawalContract>, 'investor' | 'body' | 'headers' | 'token'>;

/**
 * Holds the amount and records that it goes to the brokerage (F4), both or neither: the held amount can be spent on nothing else, and
 * nothing is sent here. All data for the decision is read in one round trip, under the lock on the customer's accounts taken at the start
 * of the call, so concurrent requests see those before them. The session is held as well: one that has ended moves no money.
 *
 * @throws Refusal `unauthenticated` if the session has ended since the call was let in
 */
export async function openWithdrawal(
  tx: Tx,
  mode: Config['mode'],
  { investor, body, headers, token }: Request,
  { guard, holdSession }: Omit<WalletGuards, 'readDeviceKnownSince'>,
  events: DomainEvents = noSubscribers,
): Promise<TransferRecord> {
  const { id: customerId, now } = investor;
  const { currency } = body;
  const [id, amount] = [uuidv7(), amountOf(body.amount)];
  const approval = headers['second-key-approval'];
  const move = { purpose: 'withdrawal', amount, currency, withdrawalId: id } as const;
  const [agree, customer, house, refusal, feePercent, { at }] = await Promise.all([
    readAgreement(tx, mode, { body, headers, token }, 'low'),
    readCustomerFigures(tx, mode, () => holdSession(tx, token), { customerId, session: token, now }),
    readHouseFigures(tx, now),
    refusalOf(guard(tx, { customerId, session: token, approval, move })),
    readSetting(tx, usdtFeePercent, mode),
    readSettingsMoment(tx),
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
  // Too small for even a cent of the currency to arrive.
  if (!quote || quote.net <= zero) throw refusePlatform('invalid_amount');
  if (refusal) throw refusal.error;

  const agreedAt = datedWithTerms(investor, at);
  const agreed = {
    id,
    customerId,
    direction: 'withdrawal',
    amount,
    currency,
    ...quote,
    feeRate: currency === 'usdt' ? usdtFee : null,
    createdAt: agreedAt,
    countedAt: agreedAt,
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
  sendPost(tx, holdingJournal(withdrawal), agreedAt);
  sendTransferRow(tx, withdrawal);
  if (!waitsBecause) sendCount(tx, withdrawal);
  await events.onCapitalMoved(tx, { customerId, change: micros(-amount) });
  await publishTransfer(tx, withdrawal, agreedAt, events);
  return withdrawal;
}
