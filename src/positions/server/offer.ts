import type { $ZodType } from 'zod/v4/core';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';

/** What a product publishes about itself in the catalog: terms, rates, amounts. */
export interface Offer<Terms = unknown> {
  terms: $ZodType<Terms>;
  read(sql: Sql, mode: Config['mode']): Promise<Terms>;
}

export function declareOffer<Terms>(offer: Offer<Terms>): Offer<Terms> {
  return offer;
}
