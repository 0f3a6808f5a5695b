import { readNetworkTerms } from '#network/server/read-network-terms.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { type PartName, partName, type Product } from '#positions/registry.ts';
import type { Offer } from '#positions/server/offer.ts';
import { cancelFeePercent } from '#stakes/server/stake-settings.ts';
import { minDepositUsd, usdtFeePercent } from '#wallet/server/wallet-settings.ts';
import type { Catalog } from '../contract.ts';

export type Offers = Record<Product, Offer>;

export function publishedOffers(offers: Offers): { name: string; offer: Offer }[] {
  return Object.entries(offers).map(([product, offer]) => ({ name: partName(product as Product), offer }));
}

/** Returns the current offers. All settings are read in one statement. */
export async function readCatalog(
  sql: Sql,
  { mode, brokerSiteUrl, supportUrl, publicUrl }: Config,
  offers: Offers,
): Promise<Catalog> {
  const [terms, Network, Deposit, StakeCancel, WithdrawUsdt] = await Promise.all([
    Promise.all(publishedOffers(offers).map(async ({ name, offer }) => [name, await offer.read(sql, mode)] as const)),
    readNetworkTerms(sql),
    readSetting(sql, minDepositUsd, mode),
    readSetting(sql, cancelFeePercent, mode),
    readSetting(sql, usdtFeePercent, mode),
  ]);
  return {
    ...(Object.fromEntries(terms) as Pick<Catalog, PartName>),
    Currencies: ['brl' as const, 'usdt' as const],
    Fees: { StakeCancel, Deposit: 0, WithdrawBrl: 0, WithdrawUsdt },
    Minimums: { Deposit },
    Network,
    Links: { Broker: brokerSiteUrl, Support: supportUrl, Affiliate: `${publicUrl}/auth/register?ref=` },
  };
}
