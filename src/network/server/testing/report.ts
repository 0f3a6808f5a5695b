import { subscribers } from '#app/server/subscribers.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';
import type { Award } from '../../contract.ts';
import { carryEverything } from '../carry-awards.ts';

/** Does what the job does: carries members' causes to those above them and pays what is due. */
export function carry(world: World): Promise<number> {
  return carryEverything(world.db, world.now, subscribers);
}

/** Runs the job and returns the customer's network awards as their history shows them in English: 2 for bonuses, 4 for residuals. */
export async function report(world: World, investor: TestInvestor, type: 2 | 4): Promise<Award[]> {
  await carry(world);
  const answer = await investor.get(`/report/${type}`, { 'accept-language': 'en' });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Award[]>();
}

/** Opens a stake of thirty days that returns ten per cent. Returns its id. */
export async function stake(investor: TestInvestor, amount: number, headers?: Record<string, string>): Promise<string> {
  const answer = await investor.post('/api/stake', { amount, time_stake: 30 }, headers);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ Id: string }>().Id;
}
