import type { TestInvestor } from '#testing/server/world.ts';
import type { Award } from '../../contract.ts';

/** What somebody earned by their network, as their history shows it in English: 2 are the bonuses, 4 the residuals. */
export async function report(investor: TestInvestor, type: 2 | 4): Promise<Award[]> {
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
