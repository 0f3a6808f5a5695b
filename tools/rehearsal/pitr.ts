import { setTimeout as sleep } from 'node:timers/promises';
import type { Acknowledged, Investor } from '../crash/investor.ts';
import { makeInvestors } from '../crash/load.ts';
import { verify } from '../crash/verify.ts';
import { Victim } from '../crash/victim.ts';
import { putToWork } from '../shared/load.ts';
import { sum } from '../shared/tally.ts';
import { missingPostgres } from './cluster/missing.ts';
import { ArchivedPostgres } from './archived-postgres.ts';
import { sayWhatIsLost } from './made-up-answer.ts';
import { notPlayed, type RehearsalOptions, type Report } from './report.ts';

/** Calls in progress this close to the instant may be on either side of it. */
const doubtMs = 250;

/**
 * A base backup and a WAL archive, both made by PostgreSQL's own tools, with load before and after an instant; then the machine is lost and
 * the database restored to that instant elsewhere. What was answered before it must exist, what was sent after it must not, the books must
 * balance, and the comparison with the brokerage's book must list what happened since.
 */
export function run(_options: RehearsalOptions): Promise<Report> {
  return setUp(0);
}

/** Restores to an instant two seconds too early, so that calls answered in between must be reported as lost. */
export async function control(): Promise<string | undefined> {
  return sayWhatIsLost(await setUp(2_000));
}

async function setUp(tooEarlyMs: number): Promise<Report> {
  const missing = missingPostgres();
  if (missing.length > 0) return notPlayed('Recovery to an instant', missing);
  const postgres = new ArchivedPostgres();
  let victim: Victim | null = null;
  try {
    await postgres.start();
    victim = new Victim(postgres.urls, { CONSOLE_PORT: 'off' });
    await victim.start();
    return await play(postgres, victim, tooEarlyMs);
  } finally {
    await victim?.stop();
    await postgres.remove();
  }
}

async function play(postgres: ArchivedPostgres, victim: Victim, tooEarlyMs: number): Promise<Report> {
  const investors = await makeInvestors(victim, false);
  const load = putToWork(investors);
  await sleep(2_000);
  const base = await postgres.backUp();
  await sleep(4_000);
  const instant = await postgres.now();
  await sleep(4_000);
  await load.end();
  // The state beforehand, when every transfer has ended at the brokerage.
  const findings = await verify(victim, investors);
  await victim.rest();
  await postgres.lose();
  const began = performance.now();
  await postgres.recover(base, new Date(instant.getTime() - tooEarlyMs));
  const restoredSeconds = (performance.now() - began) / 1_000;
  await victim.start();
  findings.push(...(await lookThrough(victim, investors, instant)));
  const after = investors.flatMap(({ acknowledged }) =>
    acknowledged.filter(({ sentAt }) => sentAt > instant.getTime()),
  );
  const answered = sum(investors.map(({ acknowledged }) => acknowledged.length));
  const listed = await listUnknownTransfers(victim);
  const deposits = countDeposits(investors, instant);
  if (listed < deposits.least || listed > deposits.most)
    findings.push(
      `the brokerage's book lists ${listed} transfers, and ${deposits.least} to ${deposits.most} were made since`,
    );
  return {
    figures: [
      `recovery to an instant, ${answered} calls answered, ${after.length} of them sent after it:`,
      `  restored in ${restoredSeconds.toFixed(1)} s; what was answered before is there, what was sent after is not`,
      `  the brokerage's book lists ${listed} transfers that these books do not know`,
    ].join('\n'),
    findings,
  };
}

interface Row {
  Id: string;
  Status: string;
}

async function lookThrough(victim: Victim, investors: Investor[], instant: Date): Promise<string[]> {
  const findings = (await Promise.all(investors.map((each) => compare(each, instant)))).flat();
  const audit = await victim.operate('books', 'audit', '--whole', '--brokerage', 'no');
  if (audit.code !== 0) findings.push(`the books do not balance: ${JSON.stringify(audit.answer).slice(0, 300)}`);
  return findings;
}

async function compare(investor: Investor, instant: Date): Promise<string[]> {
  const transfers = await investor.list<Row>('/api/transfers');
  const stakes = await investor.list<Row>('/api/stakes');
  const canceled = new Set(stakes.filter(({ Status }) => Status === 'canceled').map(({ Id }) => Id));
  const there = {
    deposit: new Set(transfers.map(({ Id }) => Id)),
    stake: new Set(stakes.map(({ Id }) => Id)),
    cancellation: canceled,
  };
  const isThere = ({ kind, id }: Acknowledged): boolean => there[kind].has(id);
  const before = investor.acknowledged.filter(({ answeredAt }) => answeredAt < instant.getTime() - doubtMs);
  const after = investor.acknowledged.filter(({ sentAt }) => sentAt > instant.getTime() + doubtMs);
  return [
    ...before
      .filter((each) => !isThere(each))
      .map(({ kind, id }) => `lost: ${kind} ${id} was answered before the instant`),
    ...after.filter(isThere).map(({ kind, id }) => `too late: ${kind} ${id} was sent after the instant and is there`),
  ];
}

/** The brokerage was not restored: these books do not know what it has done since, and the audit lists each item. */
async function listUnknownTransfers(victim: Victim): Promise<number> {
  const { answer } = await victim.operate('books', 'audit');
  const { broken = [] } = answer as { broken?: { rule: string; count: number }[] };
  return sum(broken.map(({ count }) => count));
}

/** The number of deposits certainly made after the instant, and the number including uncertain ones. */
function countDeposits(investors: Investor[], instant: Date): { least: number; most: number } {
  const since = (ms: number): number =>
    sum(
      investors.map(
        ({ acknowledged }) =>
          acknowledged.filter(({ kind, sentAt }) => kind === 'deposit' && sentAt > instant.getTime() + ms).length,
      ),
    );
  return { least: since(doubtMs), most: since(-doubtMs) };
}
