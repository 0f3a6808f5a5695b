import { sendPost } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { usd } from '#money/money.ts';
import type { Tx } from '#database/server/database.ts';
import { type GuardMove, refusalOf } from '#database/server/guard-move.ts';
import { datedWithTerms } from '#http/server/investor.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { readSetting, readSettingsMoment } from '#settings/server/settings.ts';
import type { subscribe as subscribeContract } from '../contract.ts';
import { subscribingJournal } from '../journals.ts';
import { refusePrimezord } from '../refusals.ts';
import { entryFee } from './bot-settings.ts';
import { hasSubscription, insertSubscription } from './subscription-store.ts';

/**
 * Pays the entry fee and gives the customer the bot permanently (Z1). Concurrent calls pay it only once; a fee other than the one shown is
 * refused. Like whatever gives money up, it takes the second factor where there is one.
 */
export async function subscribe(
  tx: Tx,
  { investor, headers, token: session }: Pick<CallRequest<typeof subscribeContract>, 'investor' | 'headers' | 'token'>,
  guard: GuardMove,
): Promise<{ Hasbot: true }> {
  const guarded = { customerId: investor.id, session, approval: headers['second-key-approval'] };
  const [price, { at }, isSubscribed, refusal] = await Promise.all([
    readSetting(tx, entryFee, 'production'),
    readSettingsMoment(tx),
    hasSubscription(tx, investor.id),
    refusalOf(guard(tx, { ...guarded, move: { purpose: 'subscribe' } })),
  ]);
  if (isSubscribed) throw refusePrimezord('already_subscribed');
  const fee = amountOf(price);
  const shown = headers['quoted-fee'];
  if (shown !== undefined && usd(shown) !== fee) throw refusePrimezord('fee_changed', { fee: price });
  if (refusal) throw refusal.error;

  const now = datedWithTerms(investor, at);
  sendPost(tx, subscribingJournal(investor.id, fee), now);
  insertSubscription(tx, investor.id, fee, now);

  return { Hasbot: true };
}
