import * as z from 'zod/mini';
import { copyOffer } from '#copytrade/contract.ts';
import { networkTerms } from '#network/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { vaultOffer } from '#primevault/contract.ts';
import { botSettings } from '#primezord/contract.ts';
import { stakeOffer } from '#stakes/contract.ts';

/**
 * What is on offer, in one answer: what each product publishes of itself under its own name, and what holds of all of them. Every figure
 * that a newcomer is shown comes from here, and none stands in the page's code or words (G1).
 *
 * @param offers the terms of each product
 */
export function catalogOf<Terms extends Record<string, z.core.$ZodType>>(offers: Terms) {
  return endpoint({
    method: 'GET',
    path: '/api/catalog',
    access: 'investor',
    summary: 'What is on offer: periods, rates, amounts, fees, what the network pays, links',
    answer: z.object({
      ...offers,
      Currencies: z.array(z.enum(['brl', 'usdt'])),
      /** Per cent. */
      Fees: z.object({
        StakeCancel: z.number(),
        Deposit: z.number(),
        WithdrawBrl: z.number(),
        WithdrawUsdt: z.number(),
      }),
      /** The least that is taken at once; USD. */
      Minimums: z.object({ Deposit: z.number() }),
      Network: networkTerms,
      Links: z.object({ Broker: z.string(), Support: z.string(), Affiliate: z.string() }),
    }),
  });
}

/** The same as the page reads it, which has words for these products. */
export const readCatalog = catalogOf({
  Stake: stakeOffer,
  Copytrade: copyOffer,
  Vault: vaultOffer,
  Primezord: botSettings,
});
export type Catalog = z.output<typeof readCatalog.answer>;
