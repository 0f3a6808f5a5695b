import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { putToWork } from '../shared/load.ts';
import { showProgress } from '../shared/report.ts';
import type { Acknowledged, Investor } from './investor.ts';
import { describe, faultsOf, makeInvestors } from './load.ts';
import { verify } from './verify.ts';
import { Victim } from './victim.ts';

export interface Restores {
  rounds: number;
  /** A control: restores a backup that is not the latest, as if they had been mixed up. */
  isStale?: boolean;
}

/**
 * Backs up an installation while it works, destroys it with its DATA_DIR and restores it from the backup, that many times. What was
 * answered before a backup began must exist; later calls either exist or have left no trace.
 */
export async function runRestores({
  rounds,
  isStale = false,
}: Restores): Promise<{ figures: string; findings: string[] }> {
  const victim = new Victim();
  const folder = mkdtempSync(join(tmpdir(), 'lastro-backups-'));
  const findings: string[] = [];
  try {
    await victim.start();
    const investors = await makeInvestors(victim, false);
    if (isStale) findings.push(...(await backUp(victim, join(folder, 'stale'))));
    const load = putToWork(investors);
    const recoveries: number[] = [];
    let gone = 0;
    for (let round = 1; round <= rounds; round++) {
      await sleep(500 + Math.random() * 1_000);
      const backup = join(folder, String(round));
      const before = investors.map(({ acknowledged }) => acknowledged.length);
      findings.push(...(await backUp(victim, backup)));
      await sleep(200 + Math.random() * 800);
      await victim.destroy();
      const until = investors.map(({ acknowledged }) => acknowledged.length);
      const burntAt = performance.now();
      findings.push(...(await restore(victim, isStale ? join(folder, 'stale') : backup)));
      await victim.start();
      recoveries.push(performance.now() - burntAt);
      for (const [at, investor] of investors.entries())
        gone += await purgeGone(investor, before[at] ?? 0, until[at] ?? 0);
      findings.push(...(await refuseDamaged(victim, backup)));
      rmSync(backup, { recursive: true });
      showProgress('restore', round, rounds);
    }
    const seconds = await load.end();
    const replays = await Promise.all(investors.map((investor) => investor.replay(20)));
    findings.push(...(await verify(victim, investors)), ...replays.flat(), ...faultsOf(investors));
    const figures = describe({
      what: 'loss of everything, restored from a backup',
      rounds,
      seconds,
      recoveries,
      investors,
    });
    return { figures: `${figures}\n  answered after a backup had begun, and gone with the machine: ${gone}`, findings };
  } finally {
    await victim.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function backUp(victim: Victim, folder: string): Promise<string[]> {
  const { code, answer } = await victim.operate('backup', 'make', folder);
  return code === 0 ? [] : [`no backup: ${JSON.stringify(answer)}`];
}

async function restore(victim: Victim, folder: string): Promise<string[]> {
  const { code, answer } = await victim.operate('backup', 'restore', folder);
  return code === 0 ? [] : [`not restored: ${JSON.stringify(answer)}`];
}

/** A single extra byte anywhere must be detected. */
async function refuseDamaged(victim: Victim, folder: string): Promise<string[]> {
  appendFileSync(join(folder, 'postgres/global/pg_control'), ' ');
  return (await victim.operate('backup', 'check', folder)).code === 1 ? [] : ['a damaged backup was called good'];
}

/**
 * Calls answered between the start of the backup and the destruction may or may not exist. Forgets the missing ones and returns their
 * number.
 */
async function purgeGone(investor: Investor, before: number, until: number): Promise<number> {
  const deposits = await investor.list<{ Id: string }>('/api/transfers');
  const stakes = await investor.list<{ Id: string; Status: string }>('/api/stakes');
  const there = {
    deposit: new Set(deposits.map(({ Id }) => Id)),
    stake: new Set(stakes.map(({ Id }) => Id)),
    cancellation: new Set(stakes.filter(({ Status }) => Status === 'canceled').map(({ Id }) => Id)),
  };
  const isGone = ({ kind, id }: Acknowledged, at: number): boolean =>
    at >= before && at < until && !there[kind].has(id);
  const kept = investor.acknowledged.filter((each, at) => !isGone(each, at));
  const gone = investor.acknowledged.length - kept.length;
  investor.acknowledged.splice(0, investor.acknowledged.length, ...kept);
  return gone;
}
