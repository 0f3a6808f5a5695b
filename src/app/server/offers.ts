import { copyOffer } from '#copytrade/contract.ts';
import { readCopyOffer } from '#copytrade/server/read-copy-offer.ts';
import type { Product } from '#positions/registry.ts';
import type { Offer } from '#positions/server/offer.ts';
import { vaultOffer } from '#primevault/server/vault-offer.ts';
import { botSettings } from '#primezord/contract.ts';
import { readBotSettings } from '#primezord/server/read-bot-settings.ts';
import { stakeOffer } from '#stakes/server/stake-offer.ts';

/** Each product's entry in the catalog. */
export const offers: Record<Product, Offer> = {
  stake: stakeOffer,
  copytrade: { terms: copyOffer, read: readCopyOffer },
  primevault: vaultOffer,
  primezord: { terms: botSettings, read: readBotSettings },
};
