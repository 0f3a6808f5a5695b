import { setTimeout as sleep } from 'node:timers/promises';
import { describe, faultsOf, makeInvestors } from './load.ts';
import { verify } from './verify.ts';
import { Victim, type Target } from './victim.ts';

export interface Rounds {
  target: Target;
  rounds: number;
  /** Seeded faults, to see that they are found: before the load, in the clients, and after it. */
  prepare?: (victim: Victim) => Promise<void>;
  forgetsKeys?: boolean;
  spoil?: (victim: Victim) => Promise<void>;
}

/** A fresh installation under load, killed so many times, then looked through. */
export async function runRounds(run: Rounds): Promise<{ figures: string; findings: string[] }> {
  const { target, rounds, forgetsKeys = false } = run;
  const victim = new Victim();
  try {
    await victim.start();
    const investors = await makeInvestors(victim, forgetsKeys);
    await run.prepare?.(victim);
    const working = investors.map((investor) => investor.work());
    const recoveries: number[] = [];
    const startedAt = performance.now();
    for (let round = 1; round <= rounds; round++) {
      await sleep(300 + Math.random() * 1_200);
      recoveries.push(await victim.kill(target));
      if (process.stderr.isTTY) process.stderr.write(`\r${target}: ${round} of ${rounds}`);
    }
    await sleep(500);
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const investor of investors) investor.rest();
    await Promise.all(working);
    await run.spoil?.(victim);
    const findings = [...(await verify(victim, investors)), ...faultsOf(investors)];
    const what = `kill -9 of ${target}`;
    return { figures: describe({ what, rounds, seconds, recoveries, investors }), findings };
  } finally {
    await victim.stop();
  }
}
