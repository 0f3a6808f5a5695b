import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { openedBefore } from '#payouts/server/feed-settings.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { readConfig } from '#settings/server/config.ts';
import { lastAction } from './testing/type-command.ts';

const token = 'a token of tests, long enough!!!'.replaceAll(' ', '_');
let world: World;
beforeAll(async () => void (world = await openWorld({ env: { OPERATOR_TOKEN: token } })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const url = '/operator/operations';
const operation = { date: '2026-01-05T10:00:00Z', asset: 'Forex', pair: 'EUR/USD', payout: 1.25, reference: 'A-1' };
const feed = (...operations: object[]): object => ({ product: 'copytrade', operations });

function send(body: unknown, headers: Record<string, string> = { authorization: `Bearer ${token}` }) {
  return world.ask({ method: 'POST', url, headers, body: body as object });
}

async function count(): Promise<number> {
  return (await world.db.query('SELECT FROM operations')).length;
}

describe('the operator’s import', () => {
  test('[H3] [R2] records operations once, and journals who imported them', async () => {
    const answer = await send(feed(operation, { ...operation, payout: -0.000001, reference: 'A-2' }));
    expect([answer.statusCode, answer.json()]).toEqual([200, { Added: 2, Known: 0, Late: 2, CompleteUntil: null }]);
    expect(await lastAction(world)).toMatchObject({
      operator: 'api',
      action: 'operations import',
      details: { product: 'copytrade', added: 2, known: 0 },
    });
    expect((await send(feed(operation))).json()).toMatchObject({ Added: 0, Known: 1 });
    expect(await count()).toBe(2);
  });

  test('[C3] [H3] an operation that does not say when it opened did so as long before its closing as was set by then', async () => {
    const openings = async (...more: object[]): Promise<string[]> => {
      const before = await count();
      expect((await send(feed(...more))).statusCode).toBe(200);
      const rows = await world.db.query<{ opened_at: Date }>(
        'SELECT opened_at FROM operations ORDER BY number OFFSET $1',
        [before],
      );
      return rows.map(({ opened_at: at }) => at.toISOString());
    };
    expect(
      await openings({ ...operation, reference: 'O-1' }, { ...operation, opened: operation.date, reference: 'O-2' }),
    ).toEqual(['2026-01-05T09:00:00.000Z', '2026-01-05T10:00:00.000Z']);
    const startsAt = new Date('2026-01-06T00:00:00Z');
    await transaction(world.db, (tx) => writeSetting(tx, openedBefore, 5, { startsAt }));
    expect(await openings({ ...operation, reference: 'O-3' })).toEqual(['2026-01-05T09:00:00.000Z']);
    expect(await openings({ ...operation, date: '2026-01-06T10:00:00Z', reference: 'O-4' })).toEqual([
      '2026-01-06T09:55:00.000Z',
    ]);
    const refused = await send(feed({ ...operation, opened: '2026-01-05T10:00:00.001Z', reference: 'O-5' }));
    expect(refused.json()).toMatchObject({ details: { 1: 'opened_after_closing' } });
  });

  test('[C3] [H3] says until when the feed is complete, also where nothing was traded, and never in the future', async () => {
    const until = new Date(Date.now() - 3_600_000).toISOString();
    const answer = await send({ ...feed(), complete_until: until.replace('Z', '+00:00') });
    expect([answer.statusCode, answer.json()]).toEqual([200, { Added: 0, Known: 0, Late: 0, CompleteUntil: until }]);
    expect(await lastAction(world)).toMatchObject({ details: { completeUntil: until } });
    const before = await count();
    const late = { ...operation, date: new Date(Date.parse(until) - 1).toISOString(), reference: 'U-1' };
    expect((await send(feed(late, { ...late, date: until, reference: 'U-2' }))).json()).toMatchObject({
      Added: 2,
      Late: 1,
    });
    const early = await send(
      { ...feed({ ...operation, reference: 'U-3' }), complete_until: '2126-01-01T00:00:00Z' },
      { authorization: token, 'accept-language': 'es' },
    );
    expect([early.statusCode, early.json()]).toEqual([
      422,
      {
        code: 'complete_until_in_future',
        message: 'Un feed no puede estar completo hasta un instante que aún no ha llegado.',
      },
    ]);
    expect((await send({ ...feed(), complete_until: 'tomorrow' })).statusCode).toBe(422);
    expect(await count()).toBe(before + 2);
  });

  test('[H3] lists every bad line by its number and imports nothing', async () => {
    const before = await count();
    const refused = await send(
      feed(
        { ...operation, reference: 'B-1' },
        { ...operation, reference: 'B-2', date: '2226-01-05T10:00:00Z' },
        { ...operation, reference: 'B-3', payout: 0.0000001 },
        { ...operation, payout: 2 },
      ),
      { authorization: token, 'accept-language': 'en' },
    );
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      {
        code: 'operations_refused',
        message: 'Nothing was imported: 3 lines are not as required.',
        details: { count: 3, 2: 'date_in_future', 3: 'invalid_payout', 4: 'reference_differs' },
      },
    ]);
    expect(await count()).toBe(before);
  });

  test('[C3] refuses payouts above the bounds of an operation and a day, with the lines named', async () => {
    const before = await count();
    const many = (payout: number) =>
      Array.from({ length: 5 }, (_, n) => ({
        ...operation,
        date: '2026-01-07T10:00:00Z',
        payout,
        reference: `C-${n}`,
      }));
    expect((await send(feed(...many(1000)))).json()).toMatchObject({
      code: 'operations_refused',
      details: { count: 5, 1: 'payout_above_bound', 5: 'payout_above_bound' },
    });
    expect((await send(feed(...many(100)))).json()).toMatchObject({
      details: { count: 2, 4: 'day_above_bound', 5: 'day_above_bound' },
    });
    expect(await count()).toBe(before);
  });

  test('[H3] lists every line that is not UTF-8, or whose letters were lost before', async () => {
    const before = await count();
    const text = JSON.stringify(
      feed(
        { ...operation, reference: 'L-1' },
        { ...operation, reference: 'L-2', asset: 'Açúcar' },
        { ...operation, reference: 'L-3', pair: 'A\ufffdB' },
      ),
    );
    const refused = await world.http.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: Buffer.from(text.replace('\ufffd', '\\ufffd'), 'latin1'),
    });
    expect([refused.statusCode, refused.json<{ details: object }>().details]).toEqual([
      422,
      { count: 2, 2: 'not_utf8', 3: 'not_utf8' },
    ]);
    expect(await count()).toBe(before);
  });

  test.each([
    ['a product that has no operations', { product: 'stake', operations: [operation] }],
    ['no operation', feed()],
    ['more than five hundred', feed(...Array.from({ length: 501 }, (_, n) => ({ ...operation, reference: `N-${n}` })))],
    ['a payout as text', feed({ ...operation, payout: '1.25' })],
    ['a column missing', feed({ ...operation, pair: undefined })],
    ['a column too many', feed({ ...operation, profit: 5 })],
    ['a list', [operation]],
  ])('[H3] rejects %s', async (_what, body) => {
    const refused = await send(body);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_field']);
  });

  test("[R1] is for the operator only: rejects no token, a wrong one and an investor's", async () => {
    const ana = await world.investor();
    for (const authorization of ['', 'x', token.slice(1), `${token}x`, token.toUpperCase(), ana.token]) {
      const refused = await send(feed(operation), authorization ? { authorization } : {});
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, 'unauthenticated']);
    }
    expect((await ana.get('/api/user', { authorization: token })).statusCode).toBe(401);
  });

  test('[R1] does not exist without OPERATOR_TOKEN, not even for an empty token', async () => {
    const closed = await openWorld();
    for (const authorization of ['', 'Bearer ', token]) {
      const refused = await closed.ask({ method: 'POST', url, headers: { authorization }, body: feed(operation) });
      expect(refused.statusCode).toBe(404);
    }
    await closed.close();
  });

  test('[R1] is documented with its own security scheme', async () => {
    const { paths } = (await world.ask({ method: 'GET', url: '/openapi.json' })).json<{
      paths: Record<string, unknown>;
    }>();
    expect(paths[url]).toMatchObject({ post: { security: [{ operator: [] }] } });
  });
});

test.each(['short', 'x'.repeat(31), 'x'.repeat(201), `${'x'.repeat(40)} y`])(
  '[R1] an OPERATOR_TOKEN that is guessable or mistyped (%s) is rejected at startup',
  (OPERATOR_TOKEN) => {
    expect(() => readConfig({ DATABASE_URL: 'postgresql://x', OPERATOR_TOKEN })).toThrow('OPERATOR_TOKEN');
  },
);
