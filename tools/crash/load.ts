import { countEach, sum } from '../shared/tally.ts';
import { Investor, type Figures } from './investor.ts';
import type { Victim } from './victim.ts';

const customers = 12;

/** The installation under load: its address, and a way to run operator commands. */
export type Installation = Pick<Victim, 'address' | 'operate'>;
const password = 'a-lantern-for-42-storms';

/** Creates customers with money, in an installation whose treasury can cover what is promised to them. */
export async function makeInvestors(victim: Installation, losesKeys: boolean, count = customers): Promise<Investor[]> {
  await victim.operate('treasury', 'fund', '100000000');
  const investors: Investor[] = [];
  for (let number = 1; number <= count; number++) {
    const email = `crash-${number}@example.com`;
    const person = ['--name', `Crash ${number}`, '--phone', `+55119876500${10 + number}`, '--birth', '1990-05-17'];
    const made = await victim.operate('customer', 'create', '--email', email, ...person, '--password', password);
    if (made.code !== 0) throw new Error(`no customer: ${JSON.stringify(made.answer)}`);
    const investor = new Investor(victim.address, losesKeys);
    await investor.logIn(email, password);
    await investor.acceptTerms();
    await investor.deposit(2_000);
    investors.push(investor);
  }
  return investors;
}

/** An answer that reports a bug is a finding, whatever was killed. */
export function faultsOf(investors: Investor[]): string[] {
  const kinds = countEach(investors.flatMap(({ figures }) => figures.faults));
  return [...kinds].map(([kind, times]) => `answered as a bug, ${times} times: ${kind}`);
}

export interface Ran {
  /** The fault inflicted on the installation. */
  what: string;
  rounds: number;
  seconds: number;
  /** In milliseconds. */
  recoveries: number[];
  investors: Investor[];
}

export function describe({ what, rounds, seconds, recoveries, investors }: Ran): string {
  const all = (of: (figures: Figures) => number): number => sum(investors.map(({ figures }) => of(figures)));
  const answered = countEach(investors.flatMap(({ acknowledged }) => acknowledged.map(({ kind }) => kind)));
  const kinds = (['deposit', 'stake', 'cancellation'] as const).map((kind) => `${answered.get(kind) ?? 0} ${kind}s`);
  const sorted = recoveries.toSorted((one, other) => one - other).map((ms) => (ms / 1_000).toFixed(2));
  return [
    `${what}, ${rounds} times in ${seconds.toFixed(0)} s under the load of ${customers} customers:`,
    `  answered: ${kinds.join(', ')}`,
    `  cut off: ${all((each) => each.interrupted)} requests, told to wait: ${all((each) => each.unavailable)}, sent again with success: ${all((each) => each.repeated)}`,
    `  serving again after ${sorted[Math.floor(sorted.length / 2)]} s (median), ${sorted.at(-1)} s (slowest)`,
  ].join('\n');
}
