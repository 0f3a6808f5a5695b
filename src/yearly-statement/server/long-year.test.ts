import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillHistory } from '#history/server/testing/fill-history.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { watchStatements } from '#testing/server/watch-statements.ts';
import { readYearCsv } from './testing/read-year-csv.ts';

const events = 12_000;
let world: World;
let ana: TestInvestor;

/** One dollar a minute, from the last days of one year into the next. */
beforeAll(async () => {
  world = await openWorld();
  world.now = new Date('2027-01-07T12:00:00Z');
  ana = await world.investor();
  const member = await world.investor({ broughtBy: ana });
  const { adminUrl } = world.db;
  await fillHistory({ adminUrl, now: world.now, events, positions: 1, customerId: ana.id, memberId: member.id });
}, 120_000);
afterAll(() => world.close());

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

function rowsOf(relation: string, plan: Plan): number {
  const own = plan['Relation Name'] === relation ? plan['Actual Rows'] * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((rows, each) => rows + rowsOf(relation, each), own);
}

test('[G6] [L9] a year of many thousand entries is read in one statement, without other years, and yields a few lines', async () => {
  const inLast = (9 + 6 * 24) * 60;
  for (const [year, entries] of [
    [2026, events - 1 - inLast],
    [2027, inLast + 1],
  ] as const) {
    let body = '';
    const asked = await watchStatements(async () => {
      const answer = await ana.get(`/api/statement/${year}.csv`, { 'accept-language': 'en' });
      expect(answer.statusCode).toBe(200);
      body = answer.body;
    });
    // One for the session, one for the zone, one for the year.
    expect(asked).toHaveLength(3);
    const statement = asked.find(({ text }) => text.includes('ledger.entries'));
    const [explained] = await world.db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${statement?.text}`,
      statement?.values,
    );
    const plan = explained?.['QUERY PLAN'][0].Plan as Plan;
    // Besides the year's own: the first journal ever, the last one before the year, and the year's last.
    const read = rowsOf('journals', plan);
    expect(read).toBeGreaterThan(entries);
    expect(read).toBeLessThanOrEqual(entries + 3);
    const deposits = readYearCsv(body).find(
      ({ what, account }) => what === 'Deposit from the broker' && account === 'Balance',
    );
    expect([deposits?.entries, deposits?.amount]).toEqual([entries, BigInt(entries) * 1_000_000n]);
    expect(body.length).toBeLessThan(5_000);
    const pdf = await ana.get(`/api/statement/${year}.pdf`);
    expect([pdf.statusCode, pdf.rawPayload.length < 150_000]).toEqual([200, true]);
  }
});
