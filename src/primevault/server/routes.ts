import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';
import { insertAcceptance } from './acceptance-store.ts';
import { listInvestments } from './list-investments.ts';
import { openInvestment } from './open-investment.ts';
import { quoteInvestment } from './quote-investment.ts';
import { type PreparedInvestment, prepareInvestment } from './prepare-investment.ts';
import { settlePromocode } from './prepare-promocode.ts';
import { presentPlan } from './present-plan.ts';

export function servePrimevault(http: Http, events: DomainEvents = noSubscribers): void {
  const { mode } = http.config;
  serve(http, contract.listInvestments, listInvestments);
  serve(http, contract.readPlan, (db, { investor }) => presentPlan(db, mode, investor.id));
  serve(http, contract.acceptTerms, (db, { investor }) => insertAcceptance(db, investor.id, investor.now));
  serve(
    http,
    contract.openInvestment,
    (tx, request, prepared: PreparedInvestment) => openInvestment(tx, request, prepared, events),
    { before: (db, call) => prepareInvestment(db, mode, call), after: settlePromocode },
  );
  serve(http, contract.quoteInvestment, (db, request) => quoteInvestment(db, mode, request));
}
