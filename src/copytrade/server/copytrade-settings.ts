import * as z from 'zod/mini';
import { payoutAmounts } from '#payouts/server/payout-amounts.ts';
import { declareSetting } from '#settings/server/settings.ts';

export const copytradeOpen = declareSetting({
  key: 'copytrade.open',
  unit: 'open',
  description: 'Whether new copy-trade licences can be opened: true or false',
  schema: z.boolean(),
  standard: () => false,
});

export const copytradeAmounts = declareSetting({
  key: 'copytrade.amounts',
  unit: 'amounts',
  description: 'The amounts of a copy-trade licence, in whole USD, ascending, like [50,100,250]',
  schema: payoutAmounts,
  standard: () => [50, 100, 250, 500, 1000, 2500, 5000, 10_000],
});

export const copytradeSettings = [copytradeOpen, copytradeAmounts];
