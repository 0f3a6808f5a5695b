import * as z from 'zod/mini';
import { copyOffer } from '#copytrade/contract.ts';
import { botSettings } from '#primezord/contract.ts';
import { endpoint } from '#platform/endpoint.ts';

/** What is on offer. Apart from the dashboard's own calls, whose page is fetched first and needs none of this. */
const stakePlan = z.object({ Days: z.int(), Rate: z.number(), Amounts: z.array(z.number()), Offered: z.boolean() });

export const catalog = z.object({
  Stake: z.object({ Periods: z.array(stakePlan), CancelFee: z.number() }),
  Vault: z.object({ Days: z.int(), Rate: z.number(), Amounts: z.array(z.number()) }),
  Copytrade: copyOffer,
  Primezord: botSettings,
  Currencies: z.array(z.enum(['brl', 'usdt'])),
  /** Per cent. */
  Fees: z.object({
    StakeCancel: z.number(),
    Deposit: z.number(),
    WithdrawBrl: z.number(),
    WithdrawUsdt: z.number(),
  }),
  Links: z.object({ Broker: z.string(), Support: z.string(), Affiliate: z.string() }),
});

export type Catalog = z.output<typeof catalog>;

export const readCatalog = endpoint({
  method: 'GET',
  path: '/api/catalog',
  access: 'investor',
  summary: 'What is on offer: periods, rates, amounts, fees, links',
  answer: catalog,
});
