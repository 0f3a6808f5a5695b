import { sendPost } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { usd } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import { readSetting } from '#platform/server/settings.ts';
import type { subscribe as subscribeContract } from '../contract.ts';
import { subscribingJournal } from '../journals.ts';
import { refusePrimezord } from '../refusals.ts';
import { entryFee } from './bot-settings.ts';
import { hasSubscription, insertSubscription } from './subscription-store.ts';

/**
 * Pays the entry fee and gives the customer the bot permanently (Z1). Concurrent calls pay it only once; a fee other than the one shown is
 * refused.
 */
export async function subscribe(
  tx: Tx,
  { investor, headers }: Pick<CallRequest<typeof subscribeContract>, 'investor' | 'headers'>,
): Promise<{ Hasbot: true }> {
  const [price, isSubscribed] = await Promise.all([
    readSetting(tx, entryFee, 'production'),
    hasSubscription(tx, investor.id),
  ]);
  if (isSubscribed) throw refusePrimezord('already_subscribed');
  const fee = amountOf(price);
  const shown = headers['quoted-fee'];
  if (shown !== undefined && usd(shown) !== fee) throw refusePrimezord('fee_changed', { fee: price });

  sendPost(tx, subscribingJournal(investor.id, fee), investor.now);
  insertSubscription(tx, investor.id, fee, investor.now);

  return { Hasbot: true };
}
