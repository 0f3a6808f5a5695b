import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import * as contract from '../contract.ts';
import { cancelStake } from './cancel-stake.ts';
import { openStake } from './open-stake.ts';
import { presentStake } from './present-stake.ts';

export function serveStakes(http: Http, events: DomainEvents = noSubscribers): void {
  serve(http, contract.listStakes, (sql, request) => listPositions(sql, 'stake', request, presentStake));
  serve(http, contract.openStake, (tx, request) => openStake(tx, request, events));
  serve(http, contract.cancelStake, (tx, request) => cancelStake(tx, request, events));
}
