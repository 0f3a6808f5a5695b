import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';
import { readEquity } from './read-equity.ts';
import { readHomeReport } from './read-home-report.ts';
import { type Offers, serveCatalog } from './serve-catalog.ts';

export function serveDashboard(http: Http, offers: Offers): void {
  serve(http, contract.readHomeReport, readHomeReport);
  serve(http, contract.readEquity, readEquity);
  serveCatalog(http, offers);
}
