import { toJsonNumber } from '#money/money.ts';
import { readNetworkTerms } from '#network/server/read-network-terms.ts';
import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import { readSetting } from '#platform/server/settings.ts';
import { partName, type Product } from '#positions/registry.ts';
import type { Offer } from '#positions/server/offer.ts';
import { cancelFee } from '#stakes/plans.ts';
import { usdtFeePercent } from '#wallet/quote.ts';
import { minDepositUsd } from '#wallet/server/wallet-settings.ts';
import { catalogOf } from '../contract.ts';

export type Offers = Record<Product, Offer>;

/** What is on offer at this moment. All settings are read in one statement. */
export function serveCatalog(http: Http, offers: Offers): void {
  const published = Object.entries(offers).map(([product, offer]) => ({ name: partName(product as Product), offer }));
  const contract = catalogOf(Object.fromEntries(published.map(({ name, offer }) => [name, offer.terms])));
  const { mode, brokerSiteUrl, supportUrl, publicUrl } = http.config;
  serve(http, contract, async (db) => {
    const [terms, Network, Deposit] = await Promise.all([
      Promise.all(published.map(async ({ name, offer }) => [name, await offer.read(db, mode)] as const)),
      readNetworkTerms(db),
      readSetting(db, minDepositUsd, mode),
    ]);
    return {
      ...Object.fromEntries(terms),
      Currencies: ['brl' as const, 'usdt' as const],
      Fees: {
        StakeCancel: toJsonNumber(cancelFee),
        Deposit: 0,
        WithdrawBrl: 0,
        WithdrawUsdt: toJsonNumber(usdtFeePercent),
      },
      Minimums: { Deposit },
      Network,
      Links: { Broker: brokerSiteUrl, Support: supportUrl, Affiliate: `${publicUrl}/auth/register?ref=` },
    };
  });
}
