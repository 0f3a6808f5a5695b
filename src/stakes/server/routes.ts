import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { GuardMove } from '#database/server/guard-move.ts';
import type { Http } from '#http/server/http.ts';
import { knownSettings } from '#settings/server/known-settings.ts';
import { serve, serveRow } from '#http/server/serve.ts';
import { openingRow } from '#positions/server/open-position.ts';
import { withheldPercent } from '#positions/server/tax-settings.ts';
import * as contract from '../contract.ts';
import { cancelStake } from './cancel-stake.ts';
import { listStakes } from './list-stakes.ts';
import { openStake } from './open-stake.ts';
import { presentStake } from './present-stake.ts';
import { stakeOffer } from './stake-offer.ts';
import { cancelFeePercent, stakePlansSetting } from './stake-settings.ts';

export function serveStakes(http: Http, events: DomainEvents, guard: GuardMove): void {
  serve(http, contract.listStakes, listStakes);
  const terms = knownSettings(
    { plans: stakePlansSetting, cancelFee: cancelFeePercent, taxRate: withheldPercent },
    http.config.mode,
  );
  serve(http, contract.readStakeOffer, (db) => stakeOffer.read(db, http.config.mode));
  serveRow(http, contract.openStake, terms, (call, now) =>
    openingRow(openStake(call, now), (stake) => presentStake(stake, stake.startedAt)),
  );
  serve(http, contract.cancelStake, (tx, request) => cancelStake(tx, request, guard, events), { asksByItself: true });
}
