import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { readOutcome as readOutcomeContract } from '../outcome-contract.ts';
import { readEquity } from './read-equity.ts';
import { readHomeReport } from './read-home-report.ts';
import { readOutcome } from './read-outcome.ts';

export function serveDashboard(http: Http): void {
  serve(http, contract.readHomeReport, readHomeReport);
  serve(http, contract.readEquity, readEquity);
  serve(http, readOutcomeContract, readOutcome);
}
