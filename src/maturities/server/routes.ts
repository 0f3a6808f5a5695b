import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { makeCalendarLink, readCalendarLink, revokeCalendarLink } from './calendar-link.ts';
import { listMaturities } from './list-maturities.ts';
import { serveCalendar } from './serve-calendar.ts';
import { sumMaturityMonths } from './sum-maturity-months.ts';
import { watchLiabilities } from './watch-liabilities.ts';

export function serveMaturities(http: Http, events: DomainEvents = noSubscribers): void {
  serve(http, contract.listMaturities, listMaturities);
  serve(http, contract.sumMaturityMonths, sumMaturityMonths);
  serve(http, contract.readCalendarLink, readCalendarLink);
  serve(http, contract.makeCalendarLink, (db, request) => makeCalendarLink(db, request, http.config, events));
  serve(http, contract.revokeCalendarLink, revokeCalendarLink);
  serveCalendar(http);
  watchLiabilities(http.db);
}
