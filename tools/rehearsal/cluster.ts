import { setTimeout as sleep } from 'node:timers/promises';
import type { Investor } from '../crash/investor.ts';
import { describe, faultsOf, makeInvestors } from '../crash/load.ts';
import { verify } from '../crash/verify.ts';
import { Victim } from '../crash/victim.ts';
import { putToWork } from '../shared/load.ts';
import { showProgress } from '../shared/report.ts';
import { countEach, sum } from '../shared/tally.ts';
import { Cluster, type Fault, faults } from './cluster/cluster.ts';
import { missingForCluster } from './cluster/missing.ts';
import { makeUpAnswer, sayWhatIsLost } from './made-up-answer.ts';
import { notPlayed, type RehearsalOptions, type Report } from './report.ts';

/**
 * Lastro on Patroni, etcd and HAProxy with three PostgreSQL 15, each on a machine of its own as far as the network is concerned. Under load
 * the primary's machine is killed, frozen, cut off, and its disk filled, that many times each. Afterwards every answered call must exist,
 * none twice, and the books must balance.
 */
export function run(options: RehearsalOptions): Promise<Report> {
  return setUp(options, () => {});
}

/** A made-up answer must be reported as lost. */
export async function control(): Promise<string | undefined> {
  return sayWhatIsLost(await setUp({ rounds: 1, acknowledged: 0 }, makeUpAnswer));
}

type Tamper = (investors: Investor[]) => void;

async function setUp(options: RehearsalOptions, tamper: Tamper): Promise<Report> {
  const missing = missingForCluster();
  if (missing.length > 0) return notPlayed('The cluster', missing);
  const cluster = new Cluster();
  let victim: Victim | null = null;
  try {
    await cluster.start();
    const { runtime, owner, replica } = cluster.urls;
    victim = new Victim({ runtime, owner }, { DATABASE_REPLICA_URL: replica, CONSOLE_PORT: 'off' });
    await victim.start();
    return await play(cluster, victim, { ...options, tamper });
  } finally {
    await victim?.stop();
    await cluster.stop();
  }
}

/** The result of a round: how long no call was answered, and whether another primary took over. */
interface Round {
  fault: Fault;
  silenceMs: number;
  isAnother: boolean;
}

async function play(
  cluster: Cluster,
  victim: Victim,
  { rounds, acknowledged, tamper }: RehearsalOptions & { tamper: Tamper },
): Promise<Report> {
  const investors = await makeInvestors(victim, false);
  const load = putToWork(investors);
  const reader = startReading(investors);
  const played: Round[] = [];
  const all = rounds * faults.length;
  for (let round = 0; round < all; round += 1) {
    await sleep(500 + Math.random() * 1_500);
    await untilAnswered(investors, (acknowledged * round) / all);
    played.push(await playRound(cluster, investors, faults[round % faults.length] as Fault));
    showProgress('cluster', round + 1, all);
  }
  await untilAnswered(investors, acknowledged);
  await sleep(1_000);
  const readings = await reader.end();
  const seconds = await load.end();
  tamper(investors);
  const replays = await Promise.all(investors.map((investor) => investor.replay(20)));
  const findings = [...(await verify(victim, investors)), ...replays.flat(), ...faultsOf(investors)];
  const recoveries = played.map(({ silenceMs }) => silenceMs);
  const what = 'the primary’s machine killed, frozen, cut off, its disk full';
  const summary = describe({ what, rounds, seconds, recoveries, investors });
  return {
    figures: [summary, ...faults.map((fault) => tell(fault, played)), readings, judge(investors, findings)].join('\n'),
    findings,
  };
}

/** Enough for Patroni's ttl and a promotion. */
const takenOverWithinMs = 90_000;
/** A full disk need not end a server; after this time space is freed, as an operator would. */
const fullForMs = 30_000;

async function playRound(cluster: Cluster, investors: Investor[], fault: Fault): Promise<Round> {
  const before = await cluster.primary();
  const began = Date.now();
  const makeGood = await cluster.befall(fault);
  const isAnother = await untilAnother(cluster, before, fault === 'disk full' ? fullForMs : takenOverWithinMs);
  if (isAnother) await untilAnswered(investors, countAnswered(investors) + 20);
  makeGood();
  await cluster.untilWhole();
  await untilAnswered(investors, countAnswered(investors) + 20);
  return { fault, silenceMs: longestSilence(investors, began), isAnother };
}

async function untilAnother(cluster: Cluster, before: string | null, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(100)) {
    const now = await cluster.primary();
    if (now !== null && now !== before) return true;
  }
  return false;
}

/** The longest period in which no customer's call succeeded. */
function longestSilence(investors: Investor[], since: number): number {
  const answers = investors
    .flatMap(({ acknowledged }) => acknowledged.map(({ answeredAt }) => answeredAt))
    .filter((at) => at >= since)
    .toSorted((one, other) => one - other);
  return answers.reduce((longest, at, n) => Math.max(longest, at - (answers[n - 1] ?? since)), 0);
}

function countAnswered(investors: Investor[]): number {
  return sum(investors.map(({ figures }) => figures.acknowledged));
}

async function untilAnswered(investors: Investor[], wanted: number): Promise<void> {
  for (const deadline = Date.now() + 3_600_000; countAnswered(investors) < wanted; await sleep(50)) {
    if (Date.now() > deadline) throw new Error('the load has stood still for an hour');
  }
}

/** Reads explanations throughout, as customers do, and counts the sources of the answers. */
function startReading(investors: Investor[]): { end(): Promise<string> } {
  let isOver = false;
  const from: string[] = [];
  const reading = (async () => {
    for (let n = 0; !isOver; n += 1) {
      from.push((await investors[n % investors.length]?.readFrom('balance')) ?? '');
      await sleep(100);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await reading;
      const counted = [...countEach(from)].map(([where, times]) => `${times} ${where}`);
      return `  explanations read meanwhile, by where they came from: ${counted.join(', ')}`;
    },
  };
}

function tell(fault: Fault, played: readonly Round[]): string {
  const of = played.filter((round) => round.fault === fault);
  const silences = of.map(({ silenceMs }) => silenceMs / 1_000).toSorted((one, other) => one - other);
  const median = silences[Math.floor(silences.length / 2)] ?? 0;
  const taken = of.filter(({ isAnother }) => isAnother).length;
  return `  ${fault}, ${of.length} times: nobody answered for ${median.toFixed(1)} s (median), ${(silences.at(-1) ?? 0).toFixed(1)} s (longest); another took over ${taken} times`;
}

function judge(investors: Investor[], findings: readonly string[]): string {
  const count = (how: string): number => findings.filter((finding) => finding.startsWith(how)).length;
  return `  acknowledged ${countAnswered(investors)}, lost ${count('lost:')}, twice ${count('twice:')}`;
}
