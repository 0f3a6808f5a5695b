import * as z from 'zod/mini';
import { copyOffer } from '#copytrade/contract.ts';
import { networkTerms } from '#network/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { vaultOffer } from '#primevault/contract.ts';
import { botSettings } from '#primezord/contract.ts';
import { stakeOffer } from '#stakes/contract.ts';

/**
 * The catalog in one answer: the terms that each product publishes under its own name, and those common to all. Every figure shown to a
 * newcomer comes from here; none is hard-coded in the page or its texts (G1).
 *
 * @param offers the terms of each product
 */
export function catalogOf<Terms extends Record<string, z.core.$ZodType>>(offers: Terms) {
  return endpoint({
    method: 'GET',
    path: '/api/catalog',
    access: 'investor',
    summary: 'The current offers: periods, rates, amounts, fees, network awards, links',
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
      /** The smallest amount per deposit, in USD. */
      Minimums: z.object({ Deposit: z.number() }),
      Network: networkTerms,
      Links: z.object({ Broker: z.string(), Support: z.string(), Affiliate: z.string() }),
    }),
  });
}

/** The catalog as the page reads it, limited to the products that it has texts for. */
export const readCatalog = catalogOf({
  Stake: stakeOffer,
  Copytrade: copyOffer,
  Vault: vaultOffer,
  Primezord: botSettings,
});
export type Catalog = z.output<typeof readCatalog.answer>;
