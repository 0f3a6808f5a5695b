import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import type { Investment } from '../contract.ts';
import { listed, opened, vaultInvestor } from './testing/vault-world.ts';

let world: World;
let ana: TestInvestor;

/** Nine investments over a year, two pairs of them with the same start; the first four are over. */
beforeAll(async () => {
  world = await openWorld();
  ana = await vaultInvestor(world, '20000');
  for (const amount of [100, 250, 500, 1000, 2500, 5000]) {
    await opened(ana, amount);
    world.forward(40);
  }
  await opened(ana, 100);
  await opened(ana, 250);
  world.forward(3);
  await opened(ana, 500);
  await world.settle();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

async function readPages(query: string, between: () => void = () => {}): Promise<Investment[]> {
  const seen: Investment[] = [];
  let url: string | undefined = `/api/vault/investments?${query}`;
  for (let pages = 0; url; pages += 1) {
    expect(pages).toBeLessThan(20);
    const answer = await ana.get(url);
    expect(answer.statusCode).toBe(200);
    seen.push(...answer.json<Investment[]>());
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    between();
  }
  return seen;
}

const ids = (investments: Investment[]): string[] => investments.map((each) => each.Id);

test('[V1] lists newest first by default', async () => {
  const starts = (await listed(ana)).map((each) => each.Start);
  expect(starts).toHaveLength(9);
  expect(starts).toEqual(starts.toSorted().toReversed());
});

describe('ordered by progress', () => {
  test.each(['highest', 'lowest'])('[V1] %s first, ties newest first', async (order) => {
    const sign = order === 'highest' ? -1 : 1;
    const expected = (await listed(ana)).toSorted((a, b) => sign * (a.Progress - b.Progress));
    const ordered = await listed(ana, `order=${order}`);
    expect(ids(ordered)).toEqual(ids(expected));
    expect(new Set(ordered.map((each) => each.Progress)).size).toBeGreaterThan(4);
  });

  test.each(['none', 'highest', 'lowest'])(
    '[V1] %s: pages of any size return each investment once, in order',
    async (order) => {
      const whole = ids(await listed(ana, `order=${order}`));
      for (const limit of [1, 2, 3, 4, 8, 9]) {
        expect([limit, ids(await readPages(`order=${order}&limit=${limit}`))]).toEqual([limit, whole]);
      }
    },
  );

  test('[V1] time passing between pages neither skips nor repeats an investment', async () => {
    const before = world.now;
    const whole = ids(await listed(ana, 'order=highest'));
    const seen = await readPages('order=highest&limit=2', () => world.forward(20));
    world.now = before;
    expect(ids(seen)).toEqual(whole);
  });

  test('[V1] the progress shown matches the order at any instant', async () => {
    const before = world.now;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -100 * 86_400_000, max: 200 * 86_400_000 }), async (ms) => {
        world.now = new Date(before.getTime() + ms);
        const progress = (await listed(ana, 'order=lowest')).map((each) => each.Progress);
        expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      }),
      { numRuns: 40 },
    );
    world.now = before;
  });

  test('[V1] rejects a cursor from another order', async () => {
    const cursorOf = async (order: string): Promise<string> => {
      const link = String((await ana.get(`/api/vault/investments?limit=1&order=${order}`)).headers.link);
      return new URL(/<([^>]+)>/.exec(link)?.[1] ?? '', 'http://x').searchParams.get('after') ?? '';
    };
    for (const [of, order] of [
      ['none', 'highest'],
      ['none', 'lowest'],
      ['highest', 'lowest'],
      ['lowest', 'none'],
    ] as const) {
      const refused = await ana.get(`/api/vault/investments?order=${order}&after=${await cursorOf(of)}`);
      expect([of, order, refused.statusCode, refused.json()]).toMatchObject([
        of,
        order,
        422,
        { code: 'invalid_field' },
      ]);
    }
  });
});

describe('filtered', () => {
  const amounts = async (query: string): Promise<number[]> =>
    (await listed(ana, query)).map((each) => each.Amount).toSorted((a, b) => a - b);

  test('[V1] by amount, both bounds inclusive', async () => {
    expect(await amounts('min=500&max=1000')).toEqual([500, 500, 1000]);
    expect(await amounts('min=500.01&max=999.99')).toEqual([]);
    expect(await amounts('min=2500')).toEqual([2500, 5000]);
    expect(await amounts('max=100')).toEqual([100, 100]);
    expect(await amounts('min=1000&max=500')).toEqual([]);
  });

  test('[V1] by status', async () => {
    expect(await amounts('status=expired')).toEqual([100, 250]);
    expect(await amounts('status=active')).toEqual([100, 250, 500, 500, 1000, 2500, 5000]);
    expect(await amounts('status=all')).toHaveLength(9);
  });

  test('[V1] by start date in the customer’s zone, start inclusive, end exclusive', async () => {
    expect(await amounts('start=2026-03-02&end=2026-03-03')).toEqual([100]);
    expect(await amounts('end=2026-03-02')).toEqual([]);
    expect(await amounts('start=2026-03-02T12:00:00Z&end=2026-03-02T12:00:00.001Z')).toEqual([100]);
    expect(await amounts('end=2026-03-02T12:00:00Z')).toEqual([]);
    expect(await amounts('start=2026-03-02T12:00:00.001Z&end=2026-03-03')).toEqual([]);
    expect(await amounts('start=2026-03-03&end=2026-03-04&tz=Pacific/Kiritimati')).toEqual([100]);
  });

  test('[V1] by several filters at once, ordered and paged', async () => {
    const query = 'min=250&max=2500&status=active&start=2026-05-01&order=lowest';
    const whole = await listed(ana, query);
    expect(whole.map((each) => each.Amount)).toEqual([500, 250, 2500, 1000, 500]);
    expect(ids(await readPages(`${query}&limit=1`))).toEqual(ids(whole));
  });
});

test('[V1] shows only the customer’s own', async () => {
  const bia = await world.investor();
  for (const order of ['none', 'highest', 'lowest']) expect(await listed(bia, `order=${order}`)).toEqual([]);
});

test.each([
  ['limit=0', 'invalid_field'],
  ['limit=501', 'invalid_field'],
  ['start=yesterday', 'invalid_field'],
  ['tz=Mars', 'invalid_field'],
  ['after=!', 'invalid_field'],
  ['after=eA', 'invalid_field'],
  ['order=highest&after=eA', 'invalid_field'],
  [`order=highest&after=${Buffer.from('highest|x|1|y|z').toString('base64url')}`, 'invalid_field'],
  ['order=best', 'invalid_field'],
  ['status=finished', 'invalid_field'],
  ['min=abc', 'invalid_amount'],
  ['max=-1', 'invalid_amount'],
  ['min=1.001', 'invalid_amount'],
  ['max=1e9', 'invalid_amount'],
])('[V1] rejects %s', async (query, code) => {
  const refused = await ana.get(`/api/vault/investments?${query}`);
  expect([query, refused.statusCode, refused.json<{ code: string }>().code]).toEqual([query, 422, code]);
});
