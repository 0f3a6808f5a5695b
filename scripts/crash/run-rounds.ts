import { setTimeout as sleep } from 'node:timers/promises';
import { Investor, type Figures } from './investor.ts';
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

const customers = 12;
const password = 'a-lantern-for-42-crashes';

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
    return { figures: describe(target, rounds, seconds, recoveries, investors), findings };
  } finally {
    await victim.stop();
  }
}

async function makeInvestors(victim: Victim, forgetsKeys: boolean): Promise<Investor[]> {
  victim.operate('treasury', 'fund', '100000000');
  const investors: Investor[] = [];
  for (let number = 1; number <= customers; number++) {
    const email = `crash-${number}@example.com`;
    const person = ['--name', `Crash ${number}`, '--phone', `+55119876500${10 + number}`, '--birth', '1990-05-17'];
    const made = victim.operate('customer', 'create', '--email', email, ...person, '--password', password);
    if (made.code !== 0) throw new Error(`no customer: ${JSON.stringify(made.answer)}`);
    const investor = new Investor(victim.address, forgetsKeys);
    await investor.logIn(email, password);
    await investor.deposit(2_000);
    investors.push(investor);
  }
  return investors;
}

function faultsOf(investors: Investor[]): string[] {
  const kinds = new Map<string, number>();
  for (const fault of investors.flatMap(({ figures }) => figures.faults)) kinds.set(fault, (kinds.get(fault) ?? 0) + 1);
  return [...kinds].map(([kind, times]) => `answered as a bug, ${times} times: ${kind}`);
}

function describe(
  target: Target,
  rounds: number,
  seconds: number,
  recoveries: number[],
  investors: Investor[],
): string {
  const sum = (of: (figures: Figures) => number): number =>
    investors.reduce((total, { figures }) => total + of(figures), 0);
  const kinds = (['deposit', 'stake', 'cancellation'] as const).map((kind) => {
    const count = investors.reduce(
      (total, { acknowledged }) => total + acknowledged.filter((each) => each.kind === kind).length,
      0,
    );
    return `${count} ${kind}s`;
  });
  const sorted = recoveries.toSorted((one, other) => one - other).map((ms) => (ms / 1_000).toFixed(2));
  return [
    `kill -9 of ${target}, ${rounds} times in ${seconds.toFixed(0)} s under the load of ${customers} customers:`,
    `  answered: ${kinds.join(', ')}`,
    `  cut off: ${sum((each) => each.interrupted)} requests, told to wait: ${sum((each) => each.unavailable)}, sent again with success: ${sum((each) => each.repeated)}`,
    `  serving again after ${sorted[Math.floor(sorted.length / 2)]} s (median), ${sorted.at(-1)} s (slowest)`,
  ].join('\n');
}
