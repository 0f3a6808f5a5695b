import { randomBytes } from 'node:crypto';
import { dayMs } from '#platform/clock.ts';
import { runLastro } from './run-lastro.ts';

/** Creates a code for this test alone, valid from yesterday for a year, and returns it. */
export async function createPromocode(points: number, leastUsd: number): Promise<string> {
  const code = `VERAO-${randomBytes(4).toString('hex').toUpperCase()}`;
  const terms = ['--points', String(points), '--uses', '5', '--each', '1', '--min', String(leastUsd)];
  await runLastro('promocode', 'create', code, ...terms, '--from', dayIn(-1), '--until', dayIn(365));
  return code;
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
}
