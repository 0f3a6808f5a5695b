import { setTimeout as sleep } from 'node:timers/promises';
import { putToWork } from '../shared/load.ts';
import { showProgress } from '../shared/report.ts';
import { describe, faultsOf, makeInvestors } from './load.ts';
import { verify } from './verify.ts';
import { Victim, type Target } from './victim.ts';

export interface Rounds {
  target: Target;
  rounds: number;
  /** Seeded faults that must be found: before the load, in the clients, and after it. */
  prepare?: (victim: Victim) => Promise<void>;
  losesKeys?: boolean;
  spoil?: (victim: Victim) => Promise<void>;
}

/** Puts a fresh installation under load, kills it that many times, then verifies it. */
export async function runRounds(run: Rounds): Promise<{ figures: string; findings: string[] }> {
  const { target, rounds, losesKeys = false } = run;
  const victim = new Victim();
  try {
    await victim.start();
    const investors = await makeInvestors(victim, losesKeys);
    await run.prepare?.(victim);
    const load = putToWork(investors);
    const recoveries: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      await sleep(300 + Math.random() * 1_200);
      recoveries.push(await victim.kill(target));
      showProgress(target, round, rounds);
    }
    await sleep(500);
    const seconds = await load.end();
    await run.spoil?.(victim);
    const findings = [...(await verify(victim, investors)), ...faultsOf(investors)];
    const what = `kill -9 of ${target}`;
    return { figures: describe({ what, rounds, seconds, recoveries, investors }), findings };
  } finally {
    await victim.stop();
  }
}
