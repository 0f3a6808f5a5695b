import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lineProblems } from '#payouts/line-problems.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { lastAction, lastroOf } from '#operator/server/testing/type-command.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'lastro-feed-'));
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

const heading = 'date,asset,pair,payout,reference';

function fileOf(...lines: string[]): string {
  const file = join(folder, 'feed.csv');
  writeFileSync(file, `${[heading, ...lines].join('\n')}\n`);
  return file;
}

const imports = (file: string, ...more: string[]) => lastroOf(world)('operations import', file, ...more);
const previews = (file: string, ...more: string[]) => lastroOf(world)('operations preview', file, ...more);

test('[H3] [R2] a file is imported and journalled, and importing it again changes nothing', async () => {
  const file = fileOf(
    '2026-01-05T10:00:00Z,Forex,EUR/USD,1.25,A-1',
    '2026-01-05T11:00:00-03:00,Metals,XAU/USD,-0.5,A-2',
  );
  const first = await imports(file, '--product', 'copytrade');
  const late = '2 of them came too late for the positions that have been paid: those receive nothing of them.';
  expect(first).toEqual({
    exit: 0,
    out: `2 operations of CopyTrade were imported, 0 were already known. ${late}\n`,
    err: '',
  });
  expect(await lastAction(world)).toMatchObject({
    operator: 'operator-of-tests',
    action: 'operations import',
    details: { product: 'copytrade', added: '2', known: '0' },
  });
  const again = await imports(file, '--product', 'copytrade', '--json');
  expect([again.exit, JSON.parse(again.out)]).toMatchObject([0, { added: '0', known: '2', late: '0' }]);
});

test('[C3] [H3] a file, even one without operations, may be complete until an instant', async () => {
  const complete = (until: string) => imports(fileOf(), '--product', 'primezord', '--complete-until', until);
  expect(await complete('2026-01-07T00:00:00-03:00')).toMatchObject({
    exit: 0,
    out: '0 operations of Primezord were imported, 0 were already known. The feed is complete until 2026-01-07T03:00:00.000Z: what ended by then is paid.\n',
  });
  expect(await complete('2126-01-07T00:00:00Z')).toMatchObject({
    exit: 1,
    err: 'A feed cannot be complete until an instant that has not come.\n',
  });
  expect((await complete('07/01/2026')).exit).toBe(2);
});

test('[H3] lists every bad line with its line number, and imports nothing', async () => {
  const before = await world.db.query('SELECT FROM operations');
  const file = fileOf(
    '2026-01-06T10:00:00Z,Forex,EUR/USD,1,B-1',
    'yesterday,Forex,EUR/USD,1,B-2',
    '',
    '2026-01-06T10:00:00Z,Forex,EUR/USD,1;5,B-3',
    '2026-01-06T10:00:00Z,Forex,EUR/USD,9,A-1',
    '2026-01-06T10:00:00Z,Forex',
  );
  const { exit, err } = await imports(file, '--product', 'copytrade');
  expect([exit, err]).toEqual([
    1,
    [
      'Nothing was imported.',
      `  line 3: ${lineProblems.invalid_date}`,
      '  line 5: the payout is not a percentage from -100 to 1000 with at most six decimals',
      '  line 6: an operation with this reference already exists with other content',
      '  line 7: it does not have as many cells as the heading',
      '',
    ].join('\n'),
  ]);
  expect(await world.db.query('SELECT FROM operations')).toHaveLength(before.length);
});

test('[H3] rejects a file with broken characters, listing its lines', async () => {
  const before = await world.db.query('SELECT FROM operations');
  const file = fileOf();
  const rows = [
    '2026-01-06T10:00:00Z,Forex,EUR/USD,1,U-1',
    '2026-01-06T10:00:00Z,Açúcar,EUR/USD,1,U-2',
    '2026-01-06T10:00:00Z,Forex,EUR/USD,1,Ú-3',
    'ontem,Açúcar,EUR/USD,1,U-4',
  ];
  const named = [3, 4, 5].map(
    (line) => `  line ${line}: it contains characters that are not UTF-8, or were lost when it was saved`,
  );
  const sentence = ['Nothing was imported.', ...named, ''].join('\n');
  // Saved again by a program that misread it as UTF-8: valid, but the letters are lost.
  writeFileSync(file, Buffer.from([heading, ...rows, ''].join('\n'), 'latin1').toString('utf8'));
  expect((await imports(file, '--product', 'copytrade')).err).toBe(sentence);
  for (const damage of ['c3', 'c0af', 'eda080', 'f4908080', 'fffe']) {
    writeFileSync(
      file,
      Buffer.concat([
        Buffer.from(`${heading}\n2026-01-06T10:00:00Z,Fo`),
        Buffer.from(damage, 'hex'),
        Buffer.from('rex,EUR/USD,1,U-5\n'),
      ]),
    );
    expect([damage, (await imports(file, '--product', 'copytrade')).err]).toEqual([
      damage,
      expect.stringContaining('line 2: it contains characters'),
    ]);
  }
  expect(await world.db.query('SELECT FROM operations')).toHaveLength(before.length);
});

test.each([
  ['little', (bytes: Buffer) => bytes],
  ['big', (bytes: Buffer) => bytes.swap16()],
])('[C3] a file in UTF-16, %s end first, is read by its mark', async (which, order) => {
  const file = join(folder, 'unicode.txt');
  const row = `2026-01-08T10:00:00Z,Açúcar,EUR/USD,1§25,W-${which}`;
  const text = `\uFEFF${heading}\r\n${row}\r\n`.replaceAll(',', '\t').replace('§', ',');
  writeFileSync(file, order(Buffer.from(text, 'utf16le')));
  expect(await imports(file, '--product', 'copytrade')).toMatchObject({ exit: 0, err: '' });
  expect(await world.db.query('SELECT asset, payout FROM operations WHERE reference = $1', [`W-${which}`])).toEqual([
    { asset: 'Açúcar', payout: 1_250_000n },
  ]);
});

test('[C3] a file as Excel saves it in Brazil is previewed with its sums, and booked as it was previewed', async () => {
  const file = join(folder, 'mesa.csv');
  const rows = ['25/01/2026 14:30;Açúcar;EUR/USD;1,25;X-1', '26/01/2026 09:00;Ouro;XAU/USD;-0,5;X-2'];
  writeFileSync(file, Buffer.from(['sep=;', heading.replaceAll(',', ';'), ...rows, ''].join('\r\n'), 'latin1'));
  const before = await world.db.query('SELECT FROM operations');
  const seen = await previews(file, '--product', 'copytrade');
  expect(seen).toMatchObject({
    exit: 0,
    out: expect.stringContaining('In the file: 2 lines, payouts adding up to 0.75 %.'),
  });
  expect(seen.out).toContain('2026-01-25T17:30:00.000Z  Açúcar  EUR/USD  1.25 %  X-1');
  expect(seen.out).toContain('Nothing was imported.');
  expect(await world.db.query('SELECT FROM operations')).toHaveLength(before.length);
  const json = await previews(file, '--product', 'copytrade', '--json');
  expect(JSON.parse(json.out)).toMatchObject({
    file: { lines: 2, payout: 0.75 },
    new: 2,
    known: 0,
    payout: 0.75,
    bad: [],
  });
  expect((await imports(file, '--product', 'copytrade')).exit).toBe(0);
  expect(await world.db.query(`SELECT happened_at, asset, payout FROM operations WHERE reference = 'X-1'`)).toEqual([
    { happened_at: new Date('2026-01-25T17:30:00Z'), asset: 'Açúcar', payout: 1_250_000n },
  ]);
  const again = await previews(file, '--product', 'copytrade');
  expect(again.out).toMatch(/In the file: 2 lines, payouts adding up to 0\.75 %\.\nNew: 0/);
});

describe('[H3] [C3] a file that says until when it is complete', () => {
  const complete = async (): Promise<Date | null | undefined> =>
    (
      await world.db.query<{ at: Date | null }>(
        `SELECT complete_until AS at FROM payout_feeds WHERE product = 'primezord'`,
      )
    )[0]?.at;
  const bring = (file: string, ...more: string[]) => imports(file, '--product', 'primezord', ...more);

  test('completes the feed as the option does, in the zone of the house, and the preview says so first', async () => {
    const file = fileOf('2026-01-08T10:00:00Z,Forex,EUR/USD,1,Z-1', 'complete until,2026-01-08 12:00');
    const seen = await previews(file, '--product', 'primezord');
    expect(seen).toMatchObject({
      exit: 0,
      out: expect.stringContaining('The file says that the feed is complete until 2026-01-08T15:00:00.000Z.'),
    });
    expect(JSON.parse((await previews(file, '--product', 'primezord', '--json')).out)).toMatchObject({
      new: 1,
      completeUntil: '2026-01-08T15:00:00.000Z',
    });
    const before = await complete();
    expect(before).not.toEqual(new Date('2026-01-08T15:00:00Z'));
    expect((await bring(file, '--complete-until', '2026-01-08T15:00:00Z')).exit).toBe(0);
    expect(await complete()).toEqual(new Date('2026-01-08T15:00:00Z'));
    expect((await bring(fileOf('complete until,2026-01-09T15:00:00Z'))).exit).toBe(0);
    expect(await complete()).toEqual(new Date('2026-01-09T15:00:00Z'));
  });

  test.each([
    ['no instant', 'complete until,soon', [], 'Line 3: the date is neither an instant'],
    ['nothing', 'complete until,', [], 'Line 3: the date is neither an instant'],
    ['a day that may be read either way', 'complete until,03/02/2026 10:00', [], 'may be swapped'],
    ['an instant to come', 'complete until,2099-01-01T00:00:00Z', [], 'an instant that has not come'],
    [
      'something else than the option',
      'complete until,2026-01-09T16:00:00Z',
      ['--complete-until', '2026-01-09T17:00:00Z'],
      'the file says 2026-01-09T16:00:00.000Z, --complete-until 2026-01-09T17:00:00.000Z',
    ],
  ])('with %s is refused, previewed or not, and books nothing', async (_what, last, options, words) => {
    const [before, file] = [await complete(), fileOf('2026-01-09T10:00:00Z,Forex,EUR/USD,1,Z-9', last)];
    for (const type of [previews, imports]) {
      const { exit, err } = await type(file, '--product', 'primezord', ...options);
      expect([exit, err]).toEqual([1, expect.stringContaining(words)]);
    }
    expect(await complete()).toEqual(before);
    expect(await world.db.query(`SELECT FROM operations WHERE reference = 'Z-9'`)).toEqual([]);
  });
});

test('[C3] [L14] operations that come too late for what is paid are said in the preview, with examples, and counted alike by the import', async () => {
  const paidUntil = new Date(Date.now() - 86_400_000);
  const complete = paidUntil.toISOString();
  expect((await imports(fileOf(), '--product', 'primezord', '--complete-until', complete)).exit).toBe(0);
  const at = (seconds: number): string => new Date(paidUntil.getTime() + seconds * 1000).toISOString();
  const rows = Array.from({ length: 7 }, (_, n) => `${at(n - 6)},Forex,EUR/USD,0.1,L-${n}`);
  const file = fileOf(...rows);
  const seen = await previews(file, '--product', 'primezord');
  expect(seen.out).toContain(
    `Too late: 6 of the new ones closed before ${complete}. Positions that ended by then are paid`,
  );
  expect(seen.out).toMatch(/receive nothing of them:\n(?: {2}\S.*L-[0-4]\n){5} {2}and 1 more\nAlready known: 0/);
  const json = JSON.parse((await previews(file, '--product', 'primezord', '--json')).out);
  expect(json).toMatchObject({ new: 7, late: 6, paidUntil: complete });
  const imported = await imports(file, '--product', 'primezord', '--json');
  expect(JSON.parse(imported.out)).toMatchObject({ added: '7', late: '6' });
  expect((await previews(file, '--product', 'primezord')).out).not.toContain('Too late');
});

test('[C3] dates that may be read either way are asked about; formulas are refused by name', async () => {
  const file = fileOf(
    '03/02/2026 10:00,Forex,EUR/USD,1,Y-1',
    '2026-01-06T10:00:00Z,=1+1,EUR/USD,1,Y-2',
    '2026-01-06T10:00:00Z,Forex,EUR/USD,+1,Y-3',
  );
  const seen = await previews(file, '--product', 'copytrade');
  expect([seen.exit, seen.out]).toEqual([1, expect.stringContaining(`line 2: ${lineProblems.ambiguous_date}`)]);
  const { err } = await imports(file, '--product', 'copytrade');
  for (const line of [3, 4]) expect(err).toContain(`line ${line}: ${lineProblems.formula}`);
  expect((await imports(file, '--product', 'copytrade', '--dates', 'either')).exit).toBe(2);
  const asked = fileOf('03/02/2026 10:00,Forex,EUR/USD,1,Y-1');
  expect((await imports(asked, '--product', 'copytrade', '--dates', 'day-first')).exit).toBe(0);
  expect(await world.db.query(`SELECT happened_at FROM operations WHERE reference = 'Y-1'`)).toEqual([
    { happened_at: new Date('2026-02-03T13:00:00Z') },
  ]);
});

test('[H3] rejects a missing file and one that is not a feed in one sentence', async () => {
  expect(await imports(join(folder, 'none.csv'), '--product', 'copytrade')).toMatchObject({
    exit: 1,
    err: expect.stringContaining('none.csv cannot be read'),
  });
  const file = join(folder, 'other.csv');
  writeFileSync(file, 'a;b;c\n1;2;3\n');
  expect(await imports(file, '--product', 'primezord')).toMatchObject({
    exit: 1,
    err: 'The first line must name the columns: date,asset,pair,payout,reference; opened may be added.\n',
  });
});

test('[R1] a missing product, or one without operations, is a usage error', async () => {
  const file = fileOf();
  expect(await imports(file)).toMatchObject({ exit: 2, err: 'Missing: --product.\n' });
  expect(await imports(file, '--product', 'stake')).toMatchObject({
    exit: 2,
    err: 'product: Choose one of copytrade, primezord.\n',
  });
});

test('[C2] [R1] [R2] copytrade opens and closes for everybody immediately, and is journalled', async () => {
  const ana = await world.investor({ balance: '200' });
  const open = async (): Promise<number> => (await ana.post('/api/copytrade', { amount: 50 })).statusCode;
  expect(await open()).toBe(409);
  expect((await lastroOf(world)('copytrade open')).out).toBe('New copy-trade licences are now accepted.\n');
  expect(await lastAction(world)).toMatchObject({ operator: 'operator-of-tests', action: 'copytrade open' });
  expect(await open()).toBe(201);
  expect(JSON.parse((await lastroOf(world)('copytrade close --reason full --json')).out)).toMatchObject({
    outcome: 'set',
    open: 'false',
  });
  expect([await open(), await lastAction(world)]).toMatchObject([409, { action: 'copytrade close' }]);
});
