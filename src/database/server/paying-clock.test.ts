import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { fixedClock } from '#platform/clock.ts';
import { moveBusinessClock, readPayingClock } from './business-clock.ts';
import { requireOne } from './database.ts';
import { transaction } from './transaction.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

const minuteMs = 60_000;
const machineBehindBy = async (ms: number) => {
  const { now } = await requireOne<{ now: Date }>(db, 'SELECT now() AS now');
  return fixedClock(new Date(now.getTime() - ms));
};

test('[S7] nothing is paid by a database’s clock that is far ahead of the machine’s', async () => {
  await expect(readPayingClock(db, await machineBehindBy(60 * minuteMs))).rejects.toThrow(
    /^the database's clock is 36\d\d s ahead of this machine's: nothing is posted by it until they agree$/,
  );
});

test('[S7] a small difference, and a database that is behind, stop nothing', async () => {
  for (const minutes of [1, -60]) await readPayingClock(db, await machineBehindBy(minutes * minuteMs));
});

test('[S7] business time that was moved ahead in a sandbox is no difference', async () => {
  await transaction(db, (tx) => moveBusinessClock(tx, 400 * 1440 * minuteMs));
  const now = await readPayingClock(db, await machineBehindBy(0));
  expect(now.getTime()).toBeGreaterThan(Date.now() + 399 * 1440 * minuteMs);
});
