import { setTimeout as sleep } from 'node:timers/promises';
import { sum } from '../shared/tally.ts';
import { putToWork } from '../shared/load.ts';
import { showProgress } from '../shared/report.ts';
import type { Investor } from './investor.ts';
import { describe, faultsOf, makeInvestors } from './load.ts';
import { Pair, type PairOptions } from './pair.ts';
import { verify } from './verify.ts';
import { Victim } from './victim.ts';

export interface Failovers extends PairOptions {
  rounds: number;
  /** The total number of calls to be answered before the last primary dies; no minimum by default. */
  acknowledged?: number;
}

/**
 * Runs a server on a primary and its standby, behind one address that moves. In each round, under load, the primary dies for good,
 * the standby takes over, and a new one is created. In every fourth round somebody first cancels the sessions waiting for the standby.
 */
export async function runFailovers(run: Failovers): Promise<{ figures: string; findings: string[] }> {
  const pair = new Pair(run);
  await pair.start();
  const victim = new Victim(pair.urls);
  try {
    await victim.start();
    const investors = await makeInvestors(victim, false);
    const load = putToWork(investors);
    const recoveries: number[] = [];
    for (let round = 1; round <= run.rounds; round++) {
      await sleep(300 + Math.random() * 1_200);
      await untilAnswered(investors, ((run.acknowledged ?? 0) * round) / run.rounds);
      const cutsWaitsShort = round % 4 === 0;
      await pair.failOver({ stalledMs: cutsWaitsShort ? 1_500 : Math.random() * 400, cutsWaitsShort });
      recoveries.push(await victim.untilReady());
      await pair.addStandby();
      showProgress('failover', round, run.rounds);
    }
    await sleep(500);
    const seconds = await load.end();
    const replays = await Promise.all(investors.map((investor) => investor.replay(20)));
    const findings = [...(await verify(victim, investors)), ...replays.flat(), ...faultsOf(investors)];
    const what = 'death of the primary, with its standby taking over';
    return { figures: describe({ what, rounds: run.rounds, seconds, recoveries, investors }), findings };
  } finally {
    await victim.stop();
    await pair.stop();
  }
}

async function untilAnswered(investors: Investor[], wanted: number): Promise<void> {
  const answered = (): number => sum(investors.map(({ figures }) => figures.acknowledged));
  while (answered() < wanted) await sleep(20);
}
