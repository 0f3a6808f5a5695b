import type { TestInvestor } from '#testing/server/world.ts';
import { subscribeToAll } from '../shared/actors.ts';
import type { Ground } from './open-ground.ts';

/** The term of a position of any product. */
export interface Position {
  name: string;
  id: string;
  begins: Date;
  ends: Date;
  days: number;
}

/** Creates a customer who may open positions of every product, repeatedly. */
export async function makeTraveller(ground: Ground, balance: string): Promise<TestInvestor> {
  const ana = await ground.investor({ balance, isEmailConfirmed: true });
  await subscribeToAll(ana);
  return ana;
}

interface Shown {
  Id: string;
  Start?: string;
  Date?: string;
  End: string;
}

const calls = [
  ...[
    [30, 10],
    [60, 300],
    [90, 20],
    [180, 20],
    [365, 20],
  ].map(([days, amount]) => ({
    url: '/api/stake',
    body: { amount, time_stake: days },
    days: days as number,
  })),
  { url: '/api/vault/deposit', body: { amount: 100 }, days: 180 },
  { url: '/api/copytrade', body: { amount: 50 }, days: 30 },
  { url: '/api/bot/invest', body: { amount: 25 }, days: 30 },
];

/** Opens the five stakes, a vault investment, a licence and a bot investment, all at the present instant. */
export async function openOneOfEach(ana: TestInvestor): Promise<Position[]> {
  await ana.post('/api/bot/deposit', { amount: 25 });
  const positions: Position[] = [];
  for (const { url, body, days } of calls) {
    const answer = await ana.post(url, body);
    if (answer.statusCode !== 201) throw new Error(`${url} was answered ${answer.statusCode}: ${answer.body}`);
    const { Id, Start, Date: date, End } = answer.json<Shown>();
    const begins = new Date(Start ?? date ?? '');
    positions.push({ name: `${url} ${Id}`, id: Id, begins, ends: new Date(End), days });
  }
  return positions;
}

export async function readPositions(
  { db }: Ground,
  positions: readonly Position[],
): Promise<(Position & { isRunning: boolean })[]> {
  const read = positions.map(async (position) => {
    const [row] = await db.query<{ is_running: boolean }>(
      `SELECT state = 'running' AS is_running FROM positions WHERE id = $1`,
      [position.id],
    );
    return { ...position, isRunning: row?.is_running ?? false };
  });
  return Promise.all(read);
}
