import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';
import { countGuess } from './count-guess.ts';
import { insertAcceptance } from './investment-store.ts';
import { listInvestments } from './list-investments.ts';
import { openInvestment } from './open-investment.ts';
import { quoteInvestment } from './quote-investment.ts';
import { presentPlan } from './present-plan.ts';

export function servePrimevault(http: Http, events: DomainEvents = noSubscribers): void {
  const { mode } = http.config;
  serve(http, contract.listInvestments, listInvestments);
  serve(http, contract.readPlan, (db, { investor }) => presentPlan(db, mode, investor.id));
  serve(http, contract.acceptTerms, (db, { investor }) => insertAcceptance(db, investor.id, investor.now));
  serve(http, contract.openInvestment, (tx, request) => openInvestment(tx, mode, request, events), {
    before: (db, { investor, address, body }) =>
      countGuess(db, { typed: body.promocode, customerId: investor.id, address }),
  });
  serve(http, contract.quoteInvestment, (db, request) => quoteInvestment(db, mode, request), {
    before: (db, { investor, address, query }) =>
      countGuess(db, { typed: query.promocode, customerId: investor.id, address }),
  });
}
