import { setTimeout as pause } from 'node:timers/promises';
import { subscribers } from '#app/server/subscribers.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';
import type { Award } from '../../contract.ts';
import { carryEverything } from '../carry-awards.ts';

/** What the job does: whatever members did is carried to those above them, and what is due is paid. */
export function carry(world: World): Promise<number> {
  return carryEverything(world.db, world.now, subscribers);
}

/**
 * Causes are carried once every transaction that began before them has ended, of whatever database of the cluster: tests that run beside
 * this one have theirs, and a test that counts what one round of the job does waits for them.
 */
export async function untilCertain({ db }: World): Promise<void> {
  const uncertain = `SELECT FROM network_causes WHERE done_at IS NULL AND recorded_xid >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1`;
  while ((await db.query(uncertain)).length > 0) await pause(20);
}

/** What somebody earned by their network, as their history shows it in English once the job has run: 2 are the bonuses, 4 the residuals. */
export async function report(world: World, investor: TestInvestor, type: 2 | 4): Promise<Award[]> {
  await carry(world);
  const answer = await investor.get(`/report/${type}`, { 'accept-language': 'en' });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Award[]>();
}

/** A stake of thirty days, which returns ten per cent; its id. */
export async function stake(investor: TestInvestor, amount: number, headers?: Record<string, string>): Promise<string> {
  const answer = await investor.post('/api/stake', { amount, time_stake: 30 }, headers);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ Id: string }>().Id;
}
