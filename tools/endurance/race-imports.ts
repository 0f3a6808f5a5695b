import type { TestInvestor } from '#testing/server/world.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { completeFeeds, importLines, line } from '#testing/server/import-lines.ts';
import { addDays } from '#platform/clock.ts';
import { allAtOnce } from '../shared/load.ts';
import { countdown } from './countdown.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import type { Ground } from './open-ground.ts';
import { openForRegistrations } from './open-for-registrations.ts';

const scale = { full: 40, small: 6 };
const licencesAtOnce = 50;
const importsAtOnce = 3;
/** Groups of licences that end in the same millisecond and are paid together. */
const groups = 10;

/** Licences expire while operations that affect them are imported: each must be paid from exactly those that it records as seen. */
export const raceImports: Kind = {
  name: 'races-imports',
  run: raceAll,
  controls: [
    {
      name: 'a position is paid from one operation more than it says that it has seen',
      finding: 'paid from exactly the operations',
      functions: [{ of: 'settle_these', from: 'f.last_number AS seen', to: 'greatest(f.last_number - 1, 0) AS seen' }],
    },
  ],
};

async function raceAll({ size, open }: Trial): Promise<Outcome> {
  const ground = await open();
  await openForRegistrations(ground);
  const investors = await allAtOnce(licencesAtOnce, () => ground.investor({ balance: '20000' }));
  for (let batch = 0; batch < scale[size]; batch += 1) await raceOnce(ground, investors, batch);
  const [seen] = await ground.db.query<{ licences: bigint; within: bigint }>(
    `SELECT count(*) AS licences, count(*) FILTER (WHERE operations_seen % $1 > 0) AS within
     FROM positions WHERE product = 'copytrade' AND state = 'ended'`,
    [licencesAtOnce],
  );
  const pairs = Number(seen?.licences);
  const findings = pairs === scale[size] * licencesAtOnce ? [] : [`${pairs} licences expired`];
  if (seen?.within === 0n) findings.push('nothing was ever paid between two imports: this was no race');
  return { counts: `${pairs} pairs, ${seen?.within} paid between two imports`, findings };
}

async function raceOnce(ground: Ground, investors: readonly TestInvestor[], batch: number): Promise<void> {
  const during = addDays(ground.now, 15);
  const ends: Date[] = [];
  for (let group = 0; group < groups; group += 1) {
    ground.now = new Date(ground.now.getTime() + 1);
    ends.push(addDays(ground.now, 30));
    const opening = investors.filter((_, n) => n % groups === group);
    await Promise.all(opening.map((investor) => investor.post('/api/copytrade', { amount: 250 })));
  }
  ground.now = ends.at(-1) as Date;
  await completeFeeds(ground.db, ground.now);
  const imported = countdown();
  const expire = async (end: Date, group: number): Promise<void> => {
    await imported.until(((group + Math.random()) / groups) * licencesAtOnce);
    while ((await settlePositions(ground.db, end, subscribers)) > 0);
  };
  const importOne = (n: number): Promise<unknown> => {
    const payout = ((n % 7) - 3.1).toFixed(2);
    const lines = [line(during, payout, `RACE-${batch}-${n}`)];
    return importLines(ground.db, lines, { now: ground.now }).finally(imported.count);
  };
  // A few at a time: payments queue behind the imports that wait already.
  const importEach = async (lane: number): Promise<void> => {
    for (let n = lane; n < licencesAtOnce; n += importsAtOnce) await importOne(n);
  };
  await Promise.all([allAtOnce(importsAtOnce, importEach), ...ends.map(expire)]);
  await ground.settle();
}
