import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import { catalogOf } from '../contract.ts';
import { type Offers, publishedOffers, readCatalog } from './read-catalog.ts';

/** Serves the current offers. */
export function serveCatalog(http: Http, offers: Offers): void {
  const published = publishedOffers(offers).map(({ name, offer }) => [name, offer.terms]);
  const contract = catalogOf(Object.fromEntries(published));
  serve(http, contract, (db) => readCatalog(db, http.config, offers));
}
