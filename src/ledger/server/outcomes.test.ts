import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { at } from './testing/build-ledger.ts';
import { ledgerCommand } from './testing/ledger-model.ts';
import { type LedgerWorld, openLedger } from './testing/ledger-world.ts';

/** The same customers in two databases: one posts everything one by one, the other in batches. */
let alone: LedgerWorld;
let together: LedgerWorld;
beforeAll(async () => void ([alone, together] = await Promise.all([openLedger(), openLedger()])));
afterEach(async () => expect([await alone.audit(), await together.audit()]).toEqual([[], []]));
afterAll(async () => void (await Promise.all([alone.db.close(), together.db.close()])));

type Leg = [from: string, to: string, amount: bigint];
interface Draft {
  key: string;
  kind: string;
  owner: string | null;
  at: Date;
  legs: Leg[];
  movable?: boolean;
}
interface Outcome {
  outcome: string | null;
  account: string | null;
  number: bigint | null;
}

const someone = (): string => randomUUID();
const draft = (owner: string | null, legs: Leg[], more: Partial<Draft> = {}): Draft => ({
  key: `test:${randomUUID()}`,
  kind: owner ? 'test' : 'test_house',
  owner,
  at,
  legs,
  ...more,
});
const brought = (owner: string, amount = '10'): Draft => draft(owner, [['brokerage', 'balance', usd(amount)]]);

/** The events as `ledger.new_journal[]`, with an amount for each leg of their kind. */
const journals = `ARRAY(SELECT ROW(j ->> 'key', j ->> 'kind', (j ->> 'owner')::uuid, NULL, (j ->> 'at')::timestamptz,
    ARRAY(SELECT coalesce((j -> 'amounts' ->> leg)::bigint, 0) FROM ledger.kinds k, unnest(k.legs) WITH ORDINALITY AS l (leg, n)
      WHERE k.kind = j ->> 'kind' ORDER BY l.n), (j ->> 'movable')::boolean)::ledger.new_journal
  FROM jsonb_array_elements($1) WITH ORDINALITY AS g (j, n) ORDER BY g.n)`;
const valueOf = (drafts: readonly Draft[]): string =>
  JSON.stringify(
    drafts.map(({ legs, ...rest }) => ({
      ...rest,
      amounts: Object.fromEntries(legs.map(([from, to, amount]) => [`${from}>${to}`, String(amount)])),
    })),
  );

const post = (sql: Sql, drafts: readonly Draft[]): Promise<Outcome[]> =>
  sql.query<Outcome>(`SELECT outcome, account, number FROM ledger.post((SELECT ${journals})) ORDER BY n`, [
    valueOf(drafts),
  ]);
const postAll = (sql: Sql, drafts: readonly Draft[]): Promise<{ posted: boolean }[]> =>
  sql.query(`SELECT posted FROM ledger.post_all((SELECT ${journals}))`, [valueOf(drafts)]);

/** One by one, passing over what comes after a customer's refused event. */
async function postOneByOne(world: LedgerWorld, drafts: readonly Draft[]): Promise<(string | null)[]> {
  const stopped = new Set<string | null>();
  const outcomes: (string | null)[] = [];
  for (const each of drafts) {
    if (stopped.has(each.owner)) {
      outcomes.push('after_refused');
      continue;
    }
    const refusal = await transaction(world.db, (tx) => postAll(tx, [each])).then(
      () => null,
      (error: { detail?: string }) => (error.detail === 'treasury' ? 'no_capacity' : 'too_little'),
    );
    if (refusal) stopped.add(each.owner);
    outcomes.push(refusal);
  }
  return outcomes;
}

const everything = `SELECT (SELECT json_agg(a ORDER BY a.owner) FROM ledger.accounts a) AS accounts,
  ledger.capacity() AS capacity,
  (SELECT json_agg(e ORDER BY e.owner, e.number, e.leg) FROM ledger.entries e) AS entries,
  (SELECT json_agg(to_jsonb(j) - 'posted_at' ORDER BY j.owner, j.number) FROM ledger.journals j) AS journals`;

describe('each event of many has its own outcome', () => {
  test('[S7] as if they had been posted one by one, to the byte', async () => {
    const customers = [someone(), someone(), someone()];
    const start = [...customers.map((owner) => brought(owner, '5')), draft(null, [['funding', 'treasury', usd('8')]])];
    expect(await postOneByOne(alone, start)).toEqual(start.map(() => null));
    expect((await post(together.db, start)).map(({ outcome }) => outcome)).toEqual(start.map(() => null));
    const seen = new Set<string | null>();
    const moved = fc.record({
      who: fc.nat(2),
      minutes: fc.integer({ min: -5, max: 5 }),
      legs: ledgerCommand
        .map(({ legs }) => legs.map(({ pair: [from, to], amount }): Leg => [from, to, amount]))
        .filter(
          (legs) =>
            !legs.some(([from]) => from === 'funding') &&
            new Set(legs.map(([from, to]) => `${from}>${to}`)).size === legs.length &&
            !(legs.some(([from]) => from === 'treasury') && legs.some(([, to]) => to === 'treasury')),
        ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(moved, { minLength: 1, maxLength: 8 }), async (commands) => {
        const drafts = commands.map(({ who, legs, minutes }) =>
          draft(customers[who] as string, legs, { at: new Date(at.getTime() + minutes * 60_000) }),
        );
        const outcomes = (await post(together.db, drafts)).map(({ outcome }) => outcome);
        expect(outcomes).toEqual(await postOneByOne(alone, drafts));
        for (const outcome of outcomes) seen.add(outcome);
        const [one, other] = await Promise.all([alone.db.query(everything), together.db.query(everything)]);
        expect(other).toEqual(one);
      }),
      { numRuns: 80, endOnFailure: true },
    );
    expect(seen).toEqual(new Set([null, 'too_little', 'no_capacity', 'after_refused']));
  }, 300_000);

  test('[S7] what is refused of one customer is nobody else’s business', async () => {
    const [ana, bia, eva] = [someone(), someone(), someone()];
    const again = brought(bia);
    await post(together.db, [brought(ana), again]);
    await together.db.query('SELECT ledger.freeze($1, now())', [bia]);
    const held = (owner: string, amount: string, more?: Partial<Draft>): Draft =>
      draft(owner, [['balance', 'held', usd(amount)]], more);
    expect(
      await post(together.db, [
        held(ana, '11'),
        again,
        held(bia, '1'),
        held(ana, '1'),
        brought(eva),
        held(bia, '1', { movable: true }),
        draft(eva, [['treasury', 'promised', usd('1000000')]]),
        held(bia, '1'),
      ]),
    ).toEqual([
      { outcome: 'too_little', account: 'balance', number: null },
      { outcome: 'posted', account: null, number: 1n },
      { outcome: null, account: null, number: 2n },
      { outcome: 'after_refused', account: null, number: null },
      { outcome: null, account: null, number: 1n },
      { outcome: 'frozen', account: null, number: null },
      { outcome: 'no_capacity', account: 'treasury', number: null },
      { outcome: 'after_refused', account: null, number: null },
    ]);
    expect(await post(together.db, [])).toEqual([]);
  });

  test('[S7] the treasury pays those whom it reaches for, in their order', async () => {
    const fresh = await openLedger();
    // Each part has less than any of them draws.
    await post(fresh.db, [draft(null, [['funding', 'treasury', 25n]])]);
    const drafts = [10n, 20n, 10n, 5n, 1n, 26n].map((amount) => draft(someone(), [['treasury', 'promised', amount]]));
    const outcomes = (await post(fresh.db, drafts)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([null, 'no_capacity', null, null, 'no_capacity', 'no_capacity']);
    expect(await fresh.audit()).toEqual([]);
    await fresh.db.close();
  });

  test('[F4] events posted by many at once, in any order, are posted once', async () => {
    const drafts = Array.from({ length: 20 }, () => brought(someone()));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        transaction(together.db, (tx) => post(tx, n % 2 ? drafts : drafts.toReversed())),
      ),
    );
    expect(outcomes.flat().filter(({ outcome }) => outcome === null)).toHaveLength(20);
  });
});

describe('no caller may ask for', () => {
  test.each<[what: string, drafts: (owner: string) => Draft[], refusal: object]>([
    ['a kind that there is not', (owner) => [{ ...brought(owner), kind: 'nothing' }], { code: 'LB006' }],
    [
      'the house’s kind of a customer',
      (owner) => [draft(owner, [['funding', 'treasury', 1n]], { kind: 'test_house' })],
      { code: 'LB006', detail: 'owner' },
    ],
    ['an event that moves nothing', (owner) => [draft(owner, [])], { code: 'LB006', detail: 'it moves nothing' }],
    [
      'less than nothing',
      (owner) => [draft(owner, [['balance', 'held', -1n]])],
      { code: '23514', constraint: 'amount_is_positive' },
    ],
    [
      'what gives to the treasury and takes from it',
      (owner) => [
        draft(owner, [
          ['balance', 'treasury', 1n],
          ['treasury', 'promised', 1n],
        ]),
      ],
      { code: 'LB004' },
    ],
    ['one event twice', (owner) => [brought(owner)].flatMap((one) => [one, one]), { code: 'LB006' }],
  ])('[S7] %s', async (_, wrong, refusal) => {
    const bia = someone();
    await expect(post(together.db, [brought(bia), ...wrong(someone())])).rejects.toMatchObject(refusal);
    expect(await together.db.query('SELECT FROM ledger.accounts WHERE owner = $1', [bia])).toEqual([]);
  });

  test('[S7] another number of amounts than its kind has legs', async () => {
    const text = `SELECT ledger.post(ARRAY[ROW('wrong', 'deposit_settled', $1, $1, now(), $2::bigint[], false)::ledger.new_journal])`;
    for (const amounts of ['{}', '{1,1}', null])
      await expect(together.db.query(text, [someone(), amounts])).rejects.toMatchObject({ code: 'LB006' });
  });
});

test('[S7] who wants all or nothing gets nothing where one is refused', async () => {
  const [ana, bia] = [someone(), someone()];
  const failing = (owner: string, more: Draft): Promise<unknown> =>
    transaction(together.db, (tx) => postAll(tx, [brought(owner), more]));
  await expect(failing(ana, draft(bia, [['held', 'fees', 1n]]))).rejects.toMatchObject({
    code: 'LB001',
    detail: 'held',
  });
  const drawn = draft(someone(), [['treasury', 'promised', usd('1000000')]]);
  await expect(failing(ana, drawn)).rejects.toMatchObject({ code: 'LB001', detail: 'treasury' });
  await together.db.query('SELECT ledger.freeze($1, now())', [bia]);
  const asked = draft(bia, [['balance', 'held', 1n]], { movable: true });
  await expect(failing(ana, asked)).rejects.toMatchObject({ code: 'LB007' });
  expect(await together.db.query('SELECT FROM ledger.journals WHERE owner = $1', [ana])).toEqual([]);
  const whole = [brought(ana), brought(bia)];
  expect(await postAll(together.db, whole)).toEqual([{ posted: true }, { posted: true }]);
  expect(await postAll(together.db, whole)).toEqual([{ posted: false }, { posted: false }]);
});
