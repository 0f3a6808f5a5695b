import { dayIn as dayOf } from '#platform/server/span.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

let world: World;
let lastro: ReturnType<typeof lastroOf>;
beforeAll(async () => {
  world = await openWorld();
  // The operator types real dates here.
  world.now = new Date();
  lastro = lastroOf(world);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const dayIn = (days: number): string => dayOf('America/Sao_Paulo', new Date(Date.now() + days * 86_400_000));
const good = { points: '5', uses: '100', each: '1', min: '500', from: dayIn(0), until: dayIn(30) };

function optionsOf(options: Record<string, string>): string[] {
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

function create(code: string, changes: Partial<typeof good> = {}): ReturnType<typeof lastro> {
  return lastro('promocode create', code, ...optionsOf({ ...good, ...changes }));
}

describe('creating', () => {
  test('[R1] [R2] [V3] a code is valid immediately, and its creator is journalled', async () => {
    const { exit, out } = await create('verao-26');
    expect([exit, out]).toEqual([
      0,
      `VERAO-26 is valid from ${dayIn(0)} to ${dayIn(30)} and promises at most 50000.00 USD.\n`,
    ]);
    expect((await lastro('promocode list')).out).toBe(
      `VERAO-26  +5 points, from 500.00 USD, ${dayIn(0)} to ${dayIn(30)}, used 0 of 100, 1 per customer, promised 0.00 of 50000.00 USD: valid\n`,
    );
    expect(await lastAction(world)).toEqual({
      operator: 'operator-of-tests',
      action: 'promocode create',
      details: {
        code: 'VERAO-26',
        points: '5',
        uses: '100',
        each: '1',
        min: '500.00',
        promise: '50000.00',
        from: dayIn(0),
        until: dayIn(30),
      },
    });
    const ana = await world.investor({ balance: '500' });
    await ana.post('/api/vault/subscribe', { terms: true });
    const answer = await ana.post('/api/vault/deposit', { amount: 500, promocode: 'Verao-26' });
    expect(answer.json()).toMatchObject({ Rate: 35, Promocode: 'VERAO-26' });
  });

  test('[R1] [V3] the last day is included', async () => {
    expect((await create('HOJE', { min: '0', until: dayIn(0) })).out).toContain(`${dayIn(0)} to ${dayIn(0)}`);
    const rows = await world.db.query(
      `SELECT valid_until - valid_from = interval '1 day' AS a_day FROM promocodes WHERE code = 'HOJE'`,
    );
    expect(rows).toEqual([{ a_day: true }]);
  });

  test('[R1] rejects a code that already exists, whatever its case and spacing', async () => {
    await create('DUAS');
    const { exit, err } = await create(' duas ');
    expect([exit, err]).toEqual([1, 'The code DUAS already exists.\n']);
  });

  test('[R1] [V3] --each sets how often one customer may use a code', async () => {
    expect((await create('VEZES', { each: '3' })).exit).toBe(0);
    expect((await lastro('promocode list')).out).toContain(
      'used 0 of 100, 3 per customer, promised 0.00 of 50000.00 USD: valid',
    );
  });

  test('[R1] [V3] rejects points that would make the vault pay more per day than the best stake', async () => {
    const { exit, err } = await create('RICO', { points: '118' });
    expect([exit, err]).toEqual([1, expect.stringContaining('at most 147.94 % in 180 days')]);
    expect((await create('QUASE', { points: '117.9', uses: '10' })).exit).toBe(0);
  });

  test('[R1] [V3] [L14] refuses a code that promises more than one code may, with both figures', async () => {
    const refused = await create('MUITO', { uses: '2001' });
    expect(refused).toMatchObject({
      exit: 1,
      err: expect.stringContaining('MUITO would promise 50025.00 USD or more'),
    });
    expect(refused.err).toContain('One code may promise 50000.00 USD in all (primevault.code_most_promised_usd).');
    // Where any amount will do, the vault's least counts.
    expect((await create('QUALQUER', { uses: '10001', min: '0' })).err).toContain('5 % of 100.00 USD, 10001 times');
    await lastro('settings', 'set', 'primevault.code_most_promised_usd', '50025');
    expect((await create('MUITO', { uses: '2001' })).out).toContain('promises at most 50025.00 USD');
    await lastro('settings', 'set', 'primevault.code_most_promised_usd', '50000');
    expect((await create('MAIS', { uses: '2001' })).exit).toBe(1);
  });

  test('[R1] rejects a period that ends before it begins', async () => {
    const { exit, err } = await create('AVESSO', { until: dayIn(-1) });
    expect([exit, err]).toEqual([1, `${dayIn(-1)} is before ${dayIn(0)}.\n`]);
  });

  test('[R1] rejects a period in the past', async () => {
    const { exit, err } = await create('ONTEM', { from: dayIn(-9), until: dayIn(-2) });
    expect([exit, err]).toEqual([1, `${dayIn(-2)} has already passed.\n`]);
  });

  test.each([
    ['points', '0'],
    ['points', '-5'],
    ['points', '2.555'],
    ['points', '1000.01'],
    ['points', '5%'],
    ['uses', '0'],
    ['uses', '1.5'],
    ['uses', '1000001'],
    ['uses', 'many'],
    ['each', '0'],
    ['each', '1.5'],
    ['min', '-1'],
    ['min', '1.001'],
    ['min', '1,000'],
    ['min', '1000000000.01'],
    ['from', '01/02/2026'],
    ['from', '2026-02-31'],
    ['from', 'tomorrow'],
    ['until', '2099-13-01'],
  ])('[R1] rejects --%s %s as a usage error', async (name, value) => {
    const { exit } = await lastro('promocode create', 'RUIM', ...optionsOf({ ...good, [name]: value }));
    expect(exit).toBe(2);
    expect((await lastro('promocode list')).out).not.toContain('RUIM');
  });

  test.each(['A', 'A'.repeat(33), 'VER AO', 'VERÃO', "X';--", '_X'])('[R1] rejects code %j', async (code) => {
    expect((await create(code)).exit).toBe(2);
  });

  test('[R1] every option is required', async () => {
    const { exit, err } = await lastro('promocode create X1 --points 5');
    expect([exit, err]).toEqual([2, 'Missing: --min, --uses, --each, --from, --until.\n']);
  });
});

describe('listing and ending', () => {
  test('[R1] the list shows the status of each code', async () => {
    await create('FUTURO', { from: dayIn(5), min: '0', points: '2.5', uses: '1' });
    const { out } = await lastro('promocode list --json');
    expect(JSON.parse(out)).toEqual(
      expect.arrayContaining([
        {
          code: 'FUTURO',
          points: 2.5,
          uses: 0,
          usesAllowed: 1,
          usesPerCustomer: 1,
          promised: 0,
          mostPromised: 50_000,
          min: 0,
          from: dayIn(5),
          until: dayIn(30),
          status: 'upcoming',
        },
        expect.objectContaining({ code: 'VERAO-26', uses: 1, usesAllowed: 100, status: 'active' }),
      ]),
    );
    expect((await lastro('promocode list')).out).toContain(
      `FUTURO  +2.5 points, ${dayIn(5)} to ${dayIn(30)}, used 0 of 1, 1 per customer, promised 0.00 of 50000.00 USD: not valid yet`,
    );
  });

  test('[R1] [R2] [V3] ending a code takes effect immediately, and what was opened with it keeps its return', async () => {
    const { exit, out } = await lastro('promocode end verao-26 --reason over');
    expect([exit, out]).toEqual([0, 'VERAO-26 has ended.\n']);
    expect((await lastro('promocode list')).out).toMatch(
      /VERAO-26 .* used 1 of 100, 1 per customer, promised 25\.00 of 50000\.00 USD: expired\n/,
    );
    expect(await lastAction(world)).toMatchObject({ action: 'promocode end', details: { code: 'VERAO-26' } });
    const ana = await world.investor({ balance: '500' });
    await ana.post('/api/vault/subscribe', { terms: true });
    world.now = new Date(Date.now() + 1000);
    const refused = await ana.post('/api/vault/deposit', { amount: 500, promocode: 'VERAO-26' });
    expect(refused.json<{ code: string }>().code).toBe('promocode_expired');
    const rows = await world.db.query(`SELECT rate FROM positions WHERE terms ->> 'promocode' = 'VERAO-26'`);
    expect(rows).toEqual([{ rate: 35_000_000n }]);
  });

  test('[R1] neither an ended code nor an unknown one can be ended', async () => {
    expect(await lastro('promocode end VERAO-26 --reason over')).toMatchObject({
      exit: 1,
      err: 'The code VERAO-26 has already ended.\n',
    });
    expect(await lastro('promocode end NADA --reason over')).toMatchObject({
      exit: 1,
      err: 'There is no code NADA.\n',
    });
    expect((await lastro('promocode end')).exit).toBe(2);
  });
});

test('[R1] the list says when there are no codes', async () => {
  const empty = await openWorld({ treasury: '0' });
  expect((await lastroOf(empty)('promocode list')).out).toBe('There are no promotional codes.\n');
  await empty.close();
});

test.each([
  ['primevault.rate', '12.5', true],
  ['primevault.rate', '12.555', false],
  ['primevault.rate', '0', false],
  ['primevault.days', '90', true],
  ['primevault.days', '0', false],
  ['primevault.amounts', '[50,500]', true],
  ['primevault.amounts', '[500,50]', false],
  ['primevault.amounts', '[]', false],
  ['primevault.amounts', '[10.5]', false],
  ['primevault.code_most_promised_usd', '0', false],
  ['primevault.code_most_promised_usd', '1.5', false],
  ['primevault.code_most_promised_usd', '10000001', false],
])('[R1] [V3] the setting %s accepts %s: %s', async (key, value, isTaken) => {
  expect((await lastro('settings set', key, value)).exit).toBe(isTaken ? 0 : 1);
});
