import { allInvariants } from '#operator/server/all-invariants.ts';
import { auditBooks } from '#ledger/server/audit-books.ts';
import type { Kind, Outcome, Size } from './kind.ts';
import type { Cluster } from './open-cluster.ts';
import { type Ground, openGround } from './open-ground.ts';
import { changeStatements, type Seed, SeedOutdated } from './seed-bug.ts';

export interface Run {
  size: Size;
  /** Minutes after which it should stop. */
  minutes?: number;
  /** A bug that must be found. */
  seed?: Seed;
}

/** Runs a kind, then checks every rule of the books on every ground that it used. */
export async function runKind(
  cluster: Cluster,
  kind: Kind,
  { size, minutes = Infinity, seed }: Run,
): Promise<Outcome & { seconds: number }> {
  const grounds: Ground[] = [];
  const open = async (settings = {}): Promise<Ground> => {
    const ground = await openGround(cluster, settings, seed ?? null);
    grounds.push(ground);
    return ground;
  };
  const healStatements = changeStatements(seed?.statements ?? []);
  const startedAt = performance.now();
  const leftMs = (): number => startedAt + minutes * 60_000 - performance.now();
  try {
    const { counts, findings } = await kind.run({ size, leftMs, open }).catch(brokenOff);
    const seconds = (performance.now() - startedAt) / 1_000;
    const audited = await Promise.all(grounds.map((ground) => auditGround(ground, kind)));
    return { counts, findings: [...findings, ...audited.flat()], seconds };
  } finally {
    healStatements();
    await Promise.all(grounds.map((ground) => ground.close()));
  }
}

function brokenOff(error: unknown): Outcome {
  if (error instanceof SeedOutdated) throw error;
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { counts: 'broken off', findings: [said] };
}

async function auditGround(ground: Ground, { invariants = allInvariants }: Kind): Promise<string[]> {
  await ground.asOwner('VACUUM ANALYZE');
  const findings = await auditBooks({ query: ground.asOwner }, invariants);
  const faults = ground.logLines.map((line) => `logged as an error: ${line.trim().slice(0, 300)}`);
  return [...faults, ...findings.map(({ rule, where }) => `the books: ${rule}: ${where}`)];
}
