import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#testing/server/clone-database.ts';
import { readMoment } from './read-moment.ts';

const readAny = pg.types.getTypeParser(1184, 'text') as (text: string) => Date | number;

test('timestamps are parsed as by node-postgres, in every format PostgreSQL writes', async () => {
  const written = [
    '2026-11-24 17:05:54+00',
    '2026-11-24 17:05:54.1+00',
    '2026-11-24 17:05:54.999999+00',
    '0001-01-01 00:00:00+00',
    '2000-02-29 23:59:59.5+00',
    '9999-12-31 23:59:59.999+00',
    '10000-01-01 00:00:00+00',
    '0044-03-15 12:00:00+00 BC',
    '2026-11-24 14:05:54-03',
    '2026-11-24 22:35:54.25+05:30',
    'infinity',
    '-infinity',
  ];
  for (const text of written) expect([text, readMoment(text)]).toEqual([text, readAny(text)]);
});

test('a database timestamp is read to the millisecond, whatever digits follow', async () => {
  const db = await cloneDatabase();
  const rows = await db.query<{ at: Date; ms: bigint }>(
    `SELECT 'epoch'::timestamptz + n * interval '1 ms' + (n % 1000) * interval '1 microsecond' AS at, n AS ms
     FROM generate_series(1, 2000000000000, 999999937::bigint) AS n`,
  );
  expect(rows.length).toBeGreaterThan(2_000);
  for (const { at, ms } of rows) expect(at.getTime()).toBe(Number(ms));
  await db.close();
});
