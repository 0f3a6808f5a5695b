import { addDays } from '#platform/clock.ts';
import type { Tx } from '#database/server/database.ts';
import { datedWithTerms } from '#http/server/investor.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { readSetting, readSettingsMoment } from '#settings/server/settings.ts';
import { openPosition } from '#positions/server/open-position.ts';
import type { Investment, investWithBot } from '../contract.ts';
import { investmentDays } from '../investment-days.ts';
import { botAmounts } from './bot-settings.ts';
import { presentInvestment } from './present-investment.ts';
import { requireAmount } from './require-amount.ts';
import { requireBot } from './require-bot.ts';

/** Locks part of the wallet for thirty days, in which it takes part in the bot's operations (Z4). */
export async function invest(
  tx: Tx,
  { investor, body }: Pick<CallRequest<typeof investWithBot>, 'investor' | 'body'>,
): Promise<Investment> {
  const [amounts, { at }] = await Promise.all([
    readSetting(tx, botAmounts, 'production'),
    readSettingsMoment(tx),
    requireBot(tx, investor.id),
  ]);
  const startedAt = datedWithTerms(investor, at);
  const position = openPosition(tx, {
    product: 'primezord',
    customerId: investor.id,
    amount: requireAmount(body.amount, amounts),
    startedAt,
    endsAt: addDays(startedAt, investmentDays),
  });
  return presentInvestment(position, startedAt);
}
