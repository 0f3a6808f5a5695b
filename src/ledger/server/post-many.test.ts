import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { at } from './testing/build-ledger.ts';
import { ledgerCommand } from './testing/ledger-model.ts';
import { type LedgerWorld, openLedger } from './testing/ledger-world.ts';

/** The same customers in two databases: one posts everything one by one, the other in batches. */
let [alone, together]: LedgerWorld[] = [];
beforeAll(async () => void ([alone, together] = await Promise.all([openLedger(), openLedger()])));
afterEach(async () => expect([await alone?.audit(), await together?.audit()]).toEqual([[], []]));
afterAll(async () => void (await Promise.all([alone?.db.close(), together?.db.close()])));

interface Draft {
  key: string;
  kind?: string;
  owner: string;
  reference?: string;
  at?: Date;
  legs: [from: string, to: string, amount: bigint][];
}

const cell = 7;
const someone = (ofCell = cell): string => `${randomUUID().slice(0, -2)}${ofCell.toString(16).padStart(2, '0')}`;
const draft = (owner: string, legs: Draft['legs'], more: Partial<Draft> = {}): Draft => ({
  key: `test:${randomUUID()}`,
  owner,
  legs,
  ...more,
});
const brought = (owner: string, amount = '10'): Draft => draft(owner, [['brokerage', 'balance', usd(amount)]]);

const valuesOf = ({ key, kind = 'test', owner, reference, at: moment = at, legs }: Partial<Draft>): unknown[] => [
  key,
  kind,
  owner,
  reference ?? null,
  moment,
  legs?.map(([from]) => from),
  legs?.map(([, to]) => to),
  legs?.map(([, , amount]) => amount),
];

async function postAlone(sql: Sql, drafts: readonly Draft[]): Promise<number> {
  let posted = 0;
  for (const each of drafts) {
    const row = await requireOne<{ posted: boolean }>(
      sql,
      'SELECT posted FROM ledger.post($1, $2, $3, $4, $5, $6, $7, $8)',
      valuesOf(each),
    );
    posted += row.posted ? 1 : 0;
  }
  return posted;
}

async function postTogether(sql: Sql, drafts: readonly Draft[], ofCell = cell): Promise<number> {
  const rows = drafts.map((_each, n) => {
    const [key, kind, owner, reference, moment, from, to, amounts] = Array.from(
      { length: 8 },
      (__, m) => 2 + n * 8 + m,
    );
    return `ROW($${key}::text, $${kind}::text, $${owner}::uuid, $${reference}::uuid, $${moment}::timestamptz, $${from}::text[],
      $${to}::text[], $${amounts}::bigint[])::ledger.new_journal`;
  });
  const text = `SELECT ledger.post_many($1, ARRAY[${rows.join(', ')}]::ledger.new_journal[]) AS posted`;
  const row = await requireOne<{ posted: bigint }>(sql, text, [ofCell, ...drafts.flatMap(valuesOf)]);
  return Number(row.posted);
}

/** The outcome: the number posted, or the refusal. */
async function outcomeOf(work: Promise<number>): Promise<unknown> {
  return work.catch((error: unknown) => {
    const { code, detail } = error as { code: string; detail: string };
    return { code, detail };
  });
}

const write = (world: LedgerWorld | undefined, post: typeof postAlone, drafts: readonly Draft[]): Promise<unknown> =>
  outcomeOf(transaction((world as LedgerWorld).db, (tx) => post(tx, drafts)));

const everything = `SELECT (SELECT json_agg(a ORDER BY a.owner) FROM ledger.accounts a) AS accounts,
  (SELECT json_agg((t.cell, t.balance) ORDER BY t.cell) FROM ledger.treasury t) AS treasury,
  (SELECT json_agg(e ORDER BY e.owner, e.number, e.leg) FROM ledger.entries e) AS entries,
  (SELECT json_agg(to_jsonb(j) - 'posted_at' ORDER BY j.owner, j.number) FROM ledger.journals j) AS journals`;

/** Posts in both databases and checks that the outcomes are the same. */
async function inBoth(drafts: readonly Draft[]): Promise<unknown> {
  const outcomes = [await write(alone, postAlone, drafts), await write(together, postTogether, drafts)];
  expect(outcomes[1]).toEqual(outcomes[0]);
  const [one, other] = await Promise.all([alone?.db.query(everything), together?.db.query(everything)]);
  expect(other).toEqual(one);
  return outcomes[1];
}

describe('many journals of one cell posted together', () => {
  test('[S7] leave the same balances, entries and hashes as one by one, to the byte', async () => {
    const customers = [someone(), someone(), someone()];
    expect(await inBoth([...customers.map((owner) => brought(owner, '5')), draft(customers[0] as string, [])])).toEqual(
      {
        code: 'LB006',
        detail: 'it moves nothing',
      },
    );
    expect(await inBoth(customers.map((owner) => brought(owner, '5')))).toBe(3);
    const funded = customers.map((owner) => draft(owner, [['funding', 'treasury', usd('1000')]]));
    expect(await inBoth(funded)).toBe(3);
    const invested = customers.map((owner) =>
      draft(owner, [
        ['brokerage', 'balance', usd('1000')],
        ['balance', 'invested', usd('500')],
        ['treasury', 'promised', usd('500')],
      ]),
    );
    expect(await inBoth(invested)).toBe(3);
    let [whole, refused] = [0, 0];
    // One wrong journal refuses its whole batch, so most have a single leg; otherwise hardly any batch would be posted.
    const legs = ledgerCommand.map((command) => command.legs);
    const moved = fc.record({
      who: fc.nat(2),
      legs: fc.oneof({ arbitrary: legs.map((some) => some.slice(0, 1)), weight: 4 }, { arbitrary: legs, weight: 1 }),
      minutes: fc.integer({ min: -5, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(moved, { minLength: 1, maxLength: 8 }), async (commands) => {
        const drafts = commands.map(({ who, legs, minutes }) =>
          draft(
            customers[who] as string,
            legs.map(({ pair: [from, to], amount }) => [from, to, amount]),
            { at: new Date(at.getTime() + minutes * 60_000) },
          ),
        );
        const outcome = await inBoth(drafts);
        if (typeof outcome === 'number') whole += 1;
        else refused += 1;
      }),
      { numRuns: 120, endOnFailure: true },
    );
    expect([whole > 5, refused > 5]).toEqual([true, true]);
  }, 300_000);

  test('[S7] are not posted one by one when all of them are plainly valid', async () => {
    const world = together as LedgerWorld;
    await world.asOwner('ALTER FUNCTION ledger.post RENAME TO post_alone');
    const drafts = [brought(someone()), brought(someone())];
    expect(await write(world, postTogether, drafts)).toBe(2);
    await world.asOwner('ALTER FUNCTION ledger.post_alone RENAME TO post');
    expect(await write(alone, postAlone, drafts)).toBe(2);
  });

  test('[S7] may include several of one customer, and ignore legs of zero', async () => {
    const ana = someone();
    const drafts = [
      brought(ana, '10'),
      draft(ana, [
        ['balance', 'held', usd('4')],
        ['balance', 'invested', 0n],
        ['held', 'fees', usd('1')],
        ['held', 'balance', usd('2')],
      ]),
      draft(ana, [['held', 'balance', usd('1')]]),
    ];
    expect(await inBoth(drafts)).toBe(3);
    const rows = await together?.db.query(
      'SELECT number, leg, from_balance, to_balance FROM ledger.entries WHERE owner = $1',
      [ana],
    );
    expect(rows).toContainEqual({ number: 2n, leg: 2, from_balance: usd('3'), to_balance: null });
  });

  test('[F4] move nothing when they were posted before', async () => {
    const [ana, bia] = [someone(), someone()];
    const first = brought(ana);
    expect([await inBoth([first]), await inBoth([first, brought(bia)]), await inBoth([first])]).toEqual([1, 1, 0]);
    expect(await inBoth([])).toBe(0);
  });

  test.each<[string, (owner: string) => Draft, string, string]>([
    ['a kind that there is not', (owner) => ({ ...brought(owner), kind: 'nothing' }), 'LB006', 'there is no such kind'],
    ['a kind of the house’s', (owner) => ({ ...brought(owner), kind: 'test_house' }), 'LB006', 'owner'],
    [
      'a reference that its kind has not',
      (owner) => ({ ...brought(owner), reference: someone() }),
      'LB006',
      'reference',
    ],
    [
      'a leg that its kind has not',
      (owner) => ({ ...brought(owner), kind: 'test_money' }),
      'LB006',
      'brokerage>balance',
    ],
    [
      'a leg twice',
      (owner) =>
        draft(owner, [
          ['brokerage', 'balance', 1n],
          ['brokerage', 'balance', 2n],
        ]),
      'LB006',
      'a leg twice',
    ],
    ['more than there is', (owner) => draft(owner, [['balance', 'held', 1n]]), 'LB001', 'balance'],
    ['what only a later one brings', (owner) => draft(owner, [['held', 'fees', 1n]]), 'LB001', 'held'],
    [
      'what gives to the treasury and takes from it',
      (owner) =>
        draft(owner, [
          ['balance', 'treasury', 1n],
          ['treasury', 'promised', 1n],
        ]),
      'LB004',
      '',
    ],
  ])('[S7] are refused together for %s', async (_, wrong, code, detail) => {
    const [ana, bia] = [someone(), someone()];
    const outcome = await inBoth([brought(bia), wrong(ana), draft(bia, [['balance', 'held', 1n]])]);
    expect(outcome).toMatchObject({ code, ...(detail && { detail }) });
  });

  test('[S7] are refused when the cell’s treasury cannot cover all of them', async () => {
    const other = 8;
    const owners = [someone(other), someone(other), someone(other)];
    const pay = (amount: bigint): Draft[] => owners.map((owner) => draft(owner, [['treasury', 'promised', amount]]));
    const world = together as LedgerWorld;
    await transaction(world.db, (tx) =>
      postTogether(tx, [draft(owners[0] as string, [['funding', 'treasury', 29n]])], other),
    );
    const failing = transaction(world.db, (tx) => postTogether(tx, pay(10n), other));
    await expect(failing).rejects.toMatchObject({ code: 'LB001', detail: 'treasury' });
    expect(await transaction(world.db, (tx) => postTogether(tx, pay(9n), other))).toBe(3);
  });

  test('[S7] must be of one cell, and of customers', async () => {
    const world = together as LedgerWorld;
    for (const stranger of [someone(8), null as unknown as string]) {
      const failing = transaction(world.db, (tx) => postTogether(tx, [brought(someone()), brought(stranger)]));
      await expect(failing).rejects.toMatchObject({ code: 'LB009' });
    }
  });

  test('[F4] wait for each other when they share customers, and are posted once', async () => {
    const world = together as LedgerWorld;
    const owners = Array.from({ length: 20 }, () => someone());
    const drafts = owners.map((owner) => brought(owner));
    const turned = drafts.toReversed();
    const posted = await Promise.all(
      Array.from({ length: 8 }, (_, n) => transaction(world.db, (tx) => postTogether(tx, n % 2 ? drafts : turned))),
    );
    expect(posted.filter((count) => count > 0)).toEqual([20]);
  });
});
