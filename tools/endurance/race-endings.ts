import type { Response } from 'light-my-request';
import type { TestInvestor } from '#testing/server/world.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { addDays } from '#platform/clock.ts';
import { type Database, openDatabase } from '#database/server/database.ts';
import type { Stake } from '#stakes/contract.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { allAtOnce } from '../shared/load.ts';
import { countdown } from './countdown.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import type { Ground } from './open-ground.ts';

const scale = { full: 40, small: 3 };
const stakesAtOnce = 50;

/** A stake is cancelled at the very instant it matures: it must end one way or the other, and be paid accordingly. */
export const raceEndings: Kind = {
  name: 'races-endings',
  run: raceAll,
  controls: [
    {
      name: 'a stake is cancelled whether or not it still runs',
      finding: 'was answered 500',
      functions: [
        {
          of: 'cancel_position',
          from: ` AND state = 'running' AND ends_at > p_now`,
          to: '',
        },
      ],
    },
  ],
};

async function raceAll({ size, open }: Trial): Promise<Outcome> {
  const ground = await open();
  const investors: TestInvestor[] = [];
  for (let n = 0; n < stakesAtOnce; n += 1) {
    const broughtBy = n % 5 === 0 ? undefined : investors.at(-1);
    investors.push(await ground.investor({ balance: '10000', ...(broughtBy && { broughtBy }) }));
  }
  const findings: string[] = [];
  const ended = { canceled: 0, finished: 0 };
  // Separate connections, as in another process, so that the clockwork does not queue behind the customers.
  const clockwork = openDatabase({ url: ground.db.url, connections: 2 });
  const race = { ground, clockwork, investors, ended };
  for (let batch = 0; batch < scale[size]; batch += 1) findings.push(...(await raceOnce(race)));
  await clockwork.close();
  if (ended.canceled === 0 || ended.finished === 0) findings.push('one side always won: this was no race');
  const pairs = ended.canceled + ended.finished;
  return { counts: `${pairs} pairs, ${ended.canceled} cancelled and ${ended.finished} matured`, findings };
}

interface Race {
  ground: Ground;
  clockwork: Database;
  investors: readonly TestInvestor[];
  ended: Record<string, number>;
}

async function raceOnce({ ground, clockwork, investors, ended }: Race): Promise<string[]> {
  const stakes = await Promise.all(investors.map((investor) => openStake(investor)));
  const due = addDays(ground.now, 30);
  ground.now = new Date(due.getTime() - 1);
  const answered = countdown();
  const worker = async (): Promise<void> => {
    // Twenty more are in progress when the first is answered: early enough for either side to win.
    if (Math.random() < 0.7) await answered.until(Math.random() * 12);
    while ((await settlePositions(clockwork, due, subscribers)) > 0);
  };
  const cancel = (investor: TestInvestor, at: number): Promise<Response> =>
    investor.post(`/api/stake/${stakes[at]}`).finally(answered.count);
  const [answers] = await Promise.all([Promise.all(investors.map(cancel)), allAtOnce(2, worker)]);
  ground.now = due;
  await ground.settle();
  const findings: string[] = [];
  for (const [at, investor] of investors.entries()) {
    const { Status } = await readNewest(investor);
    ended[Status] = (ended[Status] ?? 0) + 1;
    const answer = answers[at]?.statusCode ?? 0;
    const isGood = answer === (Status === 'canceled' ? 200 : 409);
    if (!isGood) findings.push(`stake ${stakes[at]}: cancelling it was answered ${answer}, and it is ${Status}`);
  }
  return findings;
}

async function openStake(investor: TestInvestor): Promise<string> {
  return (await investor.post('/api/stake', { amount: 100, time_stake: 30 })).json<Stake>().Id;
}

async function readNewest(investor: TestInvestor): Promise<Stake> {
  return (await investor.get('/api/stakes?limit=1')).json<Stake[]>()[0] as Stake;
}
