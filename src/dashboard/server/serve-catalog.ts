import * as z from 'zod/mini';
import { toJsonNumber } from '#money/money.ts';
import { endpoint } from '#platform/endpoint.ts';
import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import { partName, type Product } from '#positions/registry.ts';
import type { Offer } from '#positions/server/offer.ts';
import { cancelFee } from '#stakes/plans.ts';
import { usdtFeePercent } from '#wallet/quote.ts';

export type Offers = Record<Product, Offer>;

/** What is on offer: what each product publishes of itself, and what holds of all of them. */
export function serveCatalog(http: Http, offers: Offers): void {
  const published = Object.entries(offers).map(([product, offer]) => ({ name: partName(product as Product), offer }));
  const readCatalog = endpoint({
    method: 'GET',
    path: '/api/catalog',
    access: 'investor',
    summary: 'What is on offer: periods, rates, amounts, fees, links',
    answer: z.object({
      ...Object.fromEntries(published.map(({ name, offer }) => [name, offer.terms])),
      Currencies: z.array(z.enum(['brl', 'usdt'])),
      /** Per cent. */
      Fees: z.object({
        StakeCancel: z.number(),
        Deposit: z.number(),
        WithdrawBrl: z.number(),
        WithdrawUsdt: z.number(),
      }),
      Links: z.object({ Broker: z.string(), Support: z.string(), Affiliate: z.string() }),
    }),
  });
  const { mode, brokerSiteUrl, supportUrl, publicUrl } = http.config;
  serve(http, readCatalog, async (db) => {
    const terms = await Promise.all(
      published.map(async ({ name, offer }) => [name, await offer.read(db, mode)] as const),
    );
    return {
      ...Object.fromEntries(terms),
      Currencies: ['brl' as const, 'usdt' as const],
      Fees: {
        StakeCancel: toJsonNumber(cancelFee),
        Deposit: 0,
        WithdrawBrl: 0,
        WithdrawUsdt: toJsonNumber(usdtFeePercent),
      },
      Links: { Broker: brokerSiteUrl, Support: supportUrl, Affiliate: `${publicUrl}/auth/register?ref=` },
    };
  });
}
