import { post } from '#ledger/server/post.ts';
import { amountOf } from '#money/amount.ts';
import { usd } from '#money/money.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { subscribe as subscribeContract } from '../contract.ts';
import { subscribingJournal } from '../journals.ts';
import { refusePrimezord } from '../refusals.ts';
import { readBotSettings } from './read-bot-settings.ts';
import { insertSubscription, markBotOwner } from './subscription-store.ts';

/**
 * Pays the entry fee and gives the customer the bot for good (Z1). However many ask at once, it is paid once; a fee that is not
 * the one they were shown is not taken.
 */
export async function subscribe(
  tx: Tx,
  { investor, headers }: Pick<CallRequest<typeof subscribeContract>, 'investor' | 'headers'>,
): Promise<{ Hasbot: true }> {
  const settings = await readBotSettings(tx);
  const fee = amountOf(settings.EntryFee);

  const isNew = await insertSubscription(tx, investor.id, fee, investor.now);
  if (!isNew) throw refusePrimezord('already_subscribed');
  const shown = headers['quoted-fee'];
  if (shown !== undefined && usd(shown) !== fee) throw refusePrimezord('fee_changed', { fee: settings.EntryFee });

  await post(tx, subscribingJournal(investor.id, fee), investor.now);
  await markBotOwner(tx, investor.id);

  return { Hasbot: true };
}
