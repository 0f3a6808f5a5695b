import { setTimeout as pause } from 'node:timers/promises';
import { faultsOf, makeInvestors } from '../crash/load.ts';
import type { Investor } from '../crash/investor.ts';
import { verify } from '../crash/verify.ts';
import { putToWork } from '../shared/load.ts';
import { showProgress } from '../shared/report.ts';
import { countEach, sum } from '../shared/tally.ts';
import { Fleet, type Running } from './fleet.ts';
import type { RehearsalOptions, Report } from './report.ts';
import { SmallProxy } from './small-proxy.ts';
import { Watcher } from './watcher.ts';

const servers = 3;
const workers = 2;
/** A change that a page is not notified of within this time counts as lost: on its own a server checks only every half minute. */
const toldWithinMs = 20_000;

interface Rolling {
  rounds: number;
  /** A seeded fault: a server that is killed instead of asked to stop loses calls and does not notify its streams. */
  signal?: NodeJS.Signals;
}

/**
 * Three servers behind a small proxy, and two workers, each replaced again and again under load from customers who move money and keep a
 * page open. No call may be lost or retried, no stream cut without notice, no event remain unseen.
 */
export function run({ rounds }: RehearsalOptions): Promise<Report> {
  return roll({ rounds: rounds * servers });
}

/** When killed instead of asked to stop, a server must lose something and not end in order; returns the findings, or undefined. */
export async function control(): Promise<string | undefined> {
  const { findings } = await roll({ rounds: 2, signal: 'SIGKILL' });
  const found = ['cut', 'in order'].map((word) => findings.find((finding) => finding.includes(word)));
  return found.includes(undefined) ? undefined : found.join('; ');
}

async function roll({ rounds, signal = 'SIGTERM' }: Rolling): Promise<Report> {
  const fleet = new Fleet();
  const ports: Running[] = [];
  try {
    await fleet.begin();
    for (let n = 0; n < servers; n += 1) ports.push(await fleet.start('serve'));
    const working: Running[] = [];
    for (let n = 0; n < workers; n += 1) working.push(await fleet.start('work'));
    const proxy = new SmallProxy(ports.map(({ port }) => port));
    await proxy.start();
    await proxy.untilReady(servers);
    fleet.address = proxy.address;
    const investors = await makeInvestors(fleet, false);
    const watchers = investors.map((investor) => new Watcher(investor, proxy.address));
    const watching = watchers.map((watcher) => watcher.watch());
    const findings: string[] = [];
    const took: number[] = [];
    let seconds = 0;
    for (let round = 0; round < rounds; round += 1) {
      const load = putToWork(investors);
      await pause(1_000 + Math.random() * 1_000);
      const startedAt = performance.now();
      await replace(fleet, ports, round % servers, signal, findings);
      await proxy.untilReady(servers);
      if (round % servers === 0) await replace(fleet, working, (round / servers) % workers, signal, findings);
      took.push(performance.now() - startedAt);
      await pause(500);
      seconds += await load.end();
      findings.push(...(await findUntold(investors, watchers)));
      showProgress('rolling restart', round + 1, rounds);
    }
    for (const watcher of watchers) watcher.leave();
    await Promise.all(watching);
    findings.push(...findLost(investors, watchers), ...(await verify(fleet, investors)), ...faultsOf(investors));
    await proxy.stop();
    return { figures: describe(rounds, seconds, took, investors, watchers), findings };
  } finally {
    await fleet.stop();
  }
}

async function replace(
  fleet: Fleet,
  among: Running[],
  at: number,
  signal: NodeJS.Signals,
  findings: string[],
): Promise<void> {
  const old = among[at] as Running;
  const code = await fleet.end(old, signal);
  if (code !== 0) findings.push(`${old.name} did not exit in order: ${code}`);
  among[at] = await fleet.start(old.name as 'serve' | 'work', old.port);
}

/** While nothing happens, each page must show the actual balance. Deposits may still arrive. */
async function findUntold(investors: readonly Investor[], watchers: readonly Watcher[]): Promise<string[]> {
  let stale: number[] = [];
  for (const deadline = Date.now() + toldWithinMs; Date.now() < deadline; await pause(250)) {
    const balances = await Promise.all(
      investors.map(async (investor) => ((await investor.get('/api/user')) as { Balance: number }).Balance),
    );
    stale = balances.flatMap((balance, at) => (watchers[at]?.shown === balance ? [] : [at]));
    if (stale.length === 0) return [];
  }
  return stale.map((at) => `a page was not notified: customer ${at + 1} sees ${watchers[at]?.shown}`);
}

function findLost(investors: readonly Investor[], watchers: readonly Watcher[]): string[] {
  const figures = [
    [sum(investors.map(({ figures }) => figures.interrupted)), 'calls were cut off'],
    [sum(investors.map(({ figures }) => figures.unavailable)), `calls were answered 5xx: ${reasonsOf(investors)}`],
    [sum(watchers.map(({ figures }) => figures.cut)), 'streams were cut without notice'],
  ] as const;
  return figures.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
}

function reasonsOf(investors: readonly Investor[]): string {
  const kinds = countEach(investors.flatMap(({ figures }) => figures.whyUnavailable));
  return [...kinds].map(([kind, times]) => `${kind} × ${times}`).join(', ');
}

function describe(rounds: number, seconds: number, took: number[], investors: Investor[], watchers: Watcher[]): string {
  const calls = sum(investors.map(({ figures }) => figures.acknowledged));
  const moved = sum(watchers.map(({ figures }) => figures.moved));
  const events = sum(watchers.map(({ figures }) => figures.events));
  const slowest = Math.max(...investors.map(({ figures }) => figures.slowestMs));
  const median = took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)] ?? 0;
  return [
    `rolling restart, ${rounds} replacements of ${servers} servers and of ${workers} workers in turn, ${seconds.toFixed(0)} s of load:`,
    `  answered: ${calls} calls that move money, the slowest after ${(slowest / 1_000).toFixed(2)} s; none was retried unless listed below`,
    `  streams: ${moved} sent elsewhere, ${events} events`,
    `  a replacement took ${(median / 1_000).toFixed(1)} s (median)`,
  ].join('\n');
}
