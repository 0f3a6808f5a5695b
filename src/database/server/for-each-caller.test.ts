import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { gatherFlights } from './flights.ts';
import { forEachCaller, groupCallers, isForEachCaller, readForEach, rowsOfEach } from './for-each-caller.ts';
import { codeOf } from './is-lost.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

const quotients = forEachCaller(
  ['integer', 'integer'],
  `SELECT n, $1 / $2 AS quotient, pg_backend_pid() AS pid, statement_timestamp()::text AS sent FROM generate_series(1, $1) AS n`,
);
interface Quotient {
  n: number;
  quotient: number;
  sent: string;
}

describe('callers of one statement', () => {
  test('are grouped by eight, four, three and two, in their order', () => {
    const sizesFor = (callers: number): number[] =>
      groupCallers(Array.from({ length: callers })).map((one) => one.length);
    expect([1, 2, 3, 4, 5, 7, 8, 13, 48].map((callers) => sizesFor(callers))).toEqual([
      [1],
      [2],
      [3],
      [4],
      [4, 1],
      [4, 3],
      [8],
      [8, 4, 1],
      [8, 8, 8, 8, 8, 8],
    ]);
    const callers = Array.from({ length: 48 }, (_, nth) => nth);
    expect(groupCallers(callers).flat()).toEqual(callers);
  });

  test('get the rows that the statement for one gives, each their own, or none', async () => {
    for (const callers of [2, 3, 4, 8]) {
      const values = Array.from({ length: callers }, (_, nth) => [nth, 2]);
      const rows = await db.query<Quotient>(...(readForEach(quotients, values) as [string, unknown[]]));
      const each = rowsOfEach(rows, callers) as Quotient[][];
      expect(each.map((own) => own.map(({ n, quotient }) => [n, quotient]))).toEqual(
        values.map(([nth = 0]) => Array.from({ length: nth }, (_, at) => [at + 1, Math.trunc(nth / 2)])),
      );
      expect(each.flat().every((row) => !('caller' in row))).toBe(true);
    }
  });

  test('who ask in the same turn share a statement', async () => {
    const flights = gatherFlights(db, 1);
    const answers = await Promise.all([1, 2, 3].map((n) => flights.query<Quotient>(quotients, [n, 1])));
    expect(answers.map((rows) => rows.length)).toEqual([1, 2, 3]);
    expect(new Set(answers.flat().map(({ sent }) => sent)).size).toBe(1);
  });

  test('are answered each for themselves when the values of one cannot be', async () => {
    const flights = gatherFlights(db, 1);
    const [first, wrong, last] = await Promise.allSettled(
      [1, 0, 3].map((divisor) => flights.query<Quotient>(quotients, [1, divisor])),
    );
    expect(first).toMatchObject({ status: 'fulfilled', value: [{ n: 1, quotient: 1 }] });
    expect(codeOf(wrong?.status === 'rejected' && wrong.reason)).toBe('22012');
    expect(last).toMatchObject({ status: 'fulfilled', value: [{ n: 1, quotient: 0 }] });
  });
});

test('a statement that was not declared for several callers is sent for each', async () => {
  const alone = 'SELECT statement_timestamp()::text AS sent, pg_sleep(0.002)';
  expect(isForEachCaller(alone)).toBe(false);
  const flights = gatherFlights(db, 1);
  const answers = await Promise.all([1, 2].map(() => flights.query<{ sent: string }>(alone)));
  expect(new Set(answers.flat().map(({ sent }) => sent)).size).toBe(2);
});

test('a statement is declared with all its parameters', () => {
  expect(() => forEachCaller(['uuid'], 'SELECT $1, $2')).toThrow('the statement has 2 parameters, not 1');
});
