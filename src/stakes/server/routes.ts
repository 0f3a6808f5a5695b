import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { GuardMove } from '#database/server/guard-move.ts';
import type { Http } from '#http/server/http.ts';
import { guessSettings } from '#settings/server/guess-settings.ts';
import { serve, type UseCase } from '#http/server/serve.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import { withheldPercent } from '#positions/server/tax-settings.ts';
import * as contract from '../contract.ts';
import { cancelStake } from './cancel-stake.ts';
import { openStake } from './open-stake.ts';
import { presentStake } from './present-stake.ts';
import { stakeOffer } from './stake-offer.ts';
import { cancelFeePercent, stakePlansSetting } from './stake-settings.ts';

export function serveStakes(http: Http, events: DomainEvents, guard: GuardMove): void {
  serve(http, contract.listStakes, (sql, request) => listPositions(sql, 'stake', request, presentStake));
  const readTerms = guessSettings(
    { plans: stakePlansSetting, cancelFee: cancelFeePercent, taxRate: withheldPercent },
    http.config.mode,
  );
  serve(http, contract.readStakeOffer, (db) => stakeOffer.read(db, http.config.mode));
  const open: UseCase<typeof contract.openStake> = async (tx, request) =>
    openStake(tx, request, await readTerms(tx), events);
  serve(http, contract.openStake, open, { asksByItself: true, mayShareCommit: true });
  serve(http, contract.cancelStake, (tx, request) => cancelStake(tx, request, guard, events), { asksByItself: true });
}
