import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { gatherFlights } from './flights.ts';
import { codeOf } from './is-lost.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

const whose = `SELECT pg_backend_pid() AS pid, $1::int AS n`;
type Whose = { pid: number; n: number };

describe('queries sent in the same turn', () => {
  test('share one connection, and each gets the answer to its own', async () => {
    const flights = gatherFlights(db, 4);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => flights.query<Whose>(whose, [n])));
    expect(new Set(answers.map(([row]) => row?.pid)).size).toBe(1);
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  test('fail one by one: a query behind a failed one is still answered, and the connection is used again', async () => {
    const flights = gatherFlights(db, 1);
    const [before, wrong, after] = await Promise.allSettled([
      flights.query<Whose>(whose, [1]),
      flights.query('SELECT 1 / $1::int', [0]),
      flights.query<Whose>(whose, [2]),
    ]);
    expect(before).toMatchObject({ status: 'fulfilled', value: [{ n: 1 }] });
    expect(codeOf(wrong.status === 'rejected' && wrong.reason)).toBe('22012');
    expect(after).toMatchObject({ status: 'fulfilled', value: [{ n: 2 }] });
    const pids = [before, after].map((each) => each.status === 'fulfilled' && (each.value[0] as Whose).pid);
    expect(pids[0]).toBe(pids[1]);
    const [later] = await flights.query<Whose>(whose, [3]);
    expect(later?.pid).toBe(pids[0]);
  });

  test('that belong together are one transaction, whatever else shares the connection', async () => {
    const flights = gatherFlights(db, 1);
    const moment = 'SELECT now()::text AS now, clock_timestamp()::text AS clock';
    const [, first, , , second] = await Promise.all([
      flights.query(whose, [0]),
      flights.board<{ now: string }>(
        ['BEGIN', []],
        [moment, []],
        ['SELECT pg_sleep(0.005)', []],
        [moment, []],
        ['COMMIT', []],
      ),
      flights.query(whose, [1]),
      flights.query(whose, [2]),
      flights.query<{ now: string }>(moment),
    ]);
    expect(first[1]?.[0]?.now).toBe(first[3]?.[0]?.now);
    expect(second[0]?.now).not.toBe(first[1]?.[0]?.now);
  });
});

test('no more connections are used than allowed, and queries meanwhile are gathered', async () => {
  const flights = gatherFlights(db, 2);
  const slow = 'SELECT pg_backend_pid() AS pid FROM pg_sleep(0.05)';
  const asked: Promise<{ pid: number }[]>[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    asked.push(flights.query<{ pid: number }>(slow));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const pids = (await Promise.all(asked)).map(([row]) => row?.pid);
  expect(new Set(pids).size).toBeLessThanOrEqual(2);
});

test('when no connection is available, everybody who waits gets an error', async () => {
  const gone = await cloneDatabase();
  const flights = gatherFlights(gone, 2);
  await gone.close();
  const answers = await Promise.allSettled([flights.query(whose, [1]), flights.query(whose, [2])]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
