import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileTexts } from '#testing/hostile-texts.ts';
import { isShownText } from '#platform/typed/read-name.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

/** How text written by one person reaches another; the screens that show it are tested in a browser. */
let world: World;
let ana: TestInvestor;

beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor();
  for (const name of hostileTexts) {
    expect(isShownText(name)).toBe(true);
    await world.investor({ name, broughtBy: ana });
  }
});
afterAll(() => world.close());

test('[W1] a name is returned as it was written, and only ever sent as data', async () => {
  const answer = await ana.get('/api/sponsors?limit=500');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  const names = answer.json<{ Name: string }[]>().map(({ Name }) => Name);
  expect(names.toSorted()).toEqual(hostileTexts.toSorted());
});

test('[W1] searching for a hostile name finds it, and breaks nothing', async () => {
  for (const name of hostileTexts.filter((_, at) => at % 8 === 0)) {
    const answer = await ana.get(`/api/sponsors?limit=500&search=${encodeURIComponent(name.slice(0, 100))}`);
    expect([name, answer.statusCode]).toEqual([name, 200]);
    if (name.length <= 100) expect(answer.json<{ Name: string }[]>().map(({ Name }) => Name)).toContain(name);
  }
});

test('[H4] a name fills exactly one cell in a spreadsheet file, and is never a formula', async () => {
  const formulas = ['=cmd|x', '+1+cmd', '-1+cmd', '@SUM(1)', '＝1+1', '"=1",=2', "'=1", ';=1+1'];
  const written = [...hostileTexts.slice(0, 30), ...formulas];
  // Strips the apostrophes that defuse formulas, at the start and after any possible separator (listed in csv.test.ts).
  const bare = (text: string): string => text.replaceAll("'", '');
  for (const name of written) {
    const member = await world.investor({ name, broughtBy: ana, balance: '10' });
    expect((await member.post('/api/stake', { amount: 10, time_stake: 30 })).statusCode).toBe(201);
  }
  await world.settle();
  for (const decimal of ['point', 'comma'] as const) {
    const answer = await ana.get(`/api/history/bonus.csv?decimal=${decimal}`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    const sources = readCells(answer.body, decimal === 'comma' ? ';' : ',').map((cells) => cells[2] ?? '');
    expect(sources.slice(1).map(bare).toSorted()).toEqual(written.map(bare).toSorted());
    expect(sources.filter((source) => /^[=+\-@＝]/.test(source))).toEqual([]);
  }
  expect(await world.audit()).toEqual([]);
});

/** Parses RFC 4180 as a spreadsheet does. */
function readCells(text: string, separator: string): string[][] {
  const cell = new RegExp(`"((?:[^"]|"")*)"(${separator}|\r\n)|([^"${separator}\r\n]*)(${separator}|\r\n)`, 'gy');
  const lines: string[][] = [[]];
  for (const [, quoted, afterQuoted, bare, afterBare] of text.replace(/^\uFEFF/, '').matchAll(cell)) {
    lines.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if ((afterQuoted ?? afterBare) === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}
