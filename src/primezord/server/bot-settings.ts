import * as z from 'zod/mini';
import { payoutAmounts } from '#payouts/server/payout-amounts.ts';
import { declareSetting } from '#settings/server/settings.ts';

export const entryFee = declareSetting({
  key: 'primezord.entry_fee',
  unit: 'usd',
  description: 'What a subscription to the bot costs, in USD with at most two decimals',
  schema: z.number().check(
    z.gte(0.01),
    z.lte(1_000_000),
    z.refine((value) => Number(value.toFixed(2)) === value),
  ),
  standard: () => 50,
});

export const botAmounts = declareSetting({
  key: 'primezord.amounts',
  unit: 'amounts',
  description:
    'The amounts of the bot’s deposits, withdrawals and investments, in whole USD, ascending, like [25,50,100]',
  schema: payoutAmounts,
  standard: () => [25, 50, 100, 250, 500, 1000, 2500, 5000],
});

export const primezordSettings = [entryFee, botAmounts];
