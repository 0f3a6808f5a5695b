import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { usd } from '#money/money.ts';
import type { Outcome } from '#dashboard/outcome-contract.ts';
import type { Accrual, Explanation, ExplainedPosting } from '../contract.ts';
import { figureNames, type PositionName } from '../figures.ts';
import { type Lived, livedInvestor } from './testing/lived-investor.ts';
import { readAll, recount, recountMember, recountOf } from './testing/recount.ts';

let world: CopytradeWorld;
let lived: Lived;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openCopytradeWorld({ treasury: '400' });
  lived = await livedInvestor(world);
  ana = lived.ana;
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

function positions(): [PositionName, string][] {
  const all: [PositionName, string[]][] = [
    ['stake', Object.values(lived.stakes)],
    ['copytrade', Object.values(lived.licences)],
    ['vault', Object.values(lived.vaults)],
    ['primezord', Object.values(lived.bots)],
  ];
  return all.flatMap(([name, ids]) => ids.map((id): [PositionName, string] => [name, id]));
}

/** Bia, whom Ana brought. */
async function member(): Promise<string> {
  const [row] = await world.db.query<{ id: string }>('SELECT id FROM customers WHERE referrer_id = $1', [ana.id]);
  return row?.id ?? '';
}

async function awards(): Promise<string[]> {
  const rows = await world.db.query<{ id: string }>('SELECT id FROM network_awards WHERE beneficiary_id = $1', [
    ana.id,
  ]);
  return rows.map(({ id }) => id);
}

describe('every figure of a customer who used everything', () => {
  test.each(figureNames)(
    '[D1] [L7] %s is the sum of what is behind it, to the micro-dollar, and to the cent as shown',
    async (figure) => {
      const { value, sum, shown, shownSum } = await recount(ana, figure);
      expect([sum, shownSum]).toEqual([value, shown]);
      // Every figure of this investor must be non-zero: an empty sum would prove nothing. Those of the brokerage and of taxes are in
      // outcome.test.ts.
      if (!['residual-owed', 'brought', 'withdrawn', 'taxes'].includes(figure)) expect(value, figure).not.toBe(0n);
      expect((await recount(ana, figure, 2)).sum, `${figure} in pages of two`).toBe(value);
    },
  );

  test('[D1] the screens show the same figures', async () => {
    const report = (await ana.get('/api/homereport')).json<Record<string, number>>();
    const [today] = (await ana.get('/api/equity')).json<Record<string, number>[]>();
    const outcome = (await ana.get('/api/outcome')).json<Outcome>();
    const shown = {
      balance: await ana.balance(),
      earnings: report.TotalEarnings,
      earned: report.TotalEarned,
      'in-copytrade': report.Amountcopy,
      wealth: today?.Total,
      brought: outcome.Brought,
      'taken-out': outcome.TakenOut,
      result: outcome.Result,
      fees: outcome.Fees,
      subscription: outcome.Subscription,
    };
    for (const [figure, value] of Object.entries(shown)) {
      const head = (await ana.get(`/api/explanations/${ana.id}/${figure}`)).json<Explanation>();
      expect([figure, head.Value]).toEqual([figure, value]);
      expect(head.At).toBe(world.now.toISOString());
    }
  });

  test('[S5] [C1] [V1] [Z2] the profit of each position follows from its postings and from its terms', async () => {
    expect(positions()).toHaveLength(10);
    for (const [name, id] of positions()) {
      const { value, sum } = await recountOf(ana, name, id);
      expect([name, id, sum]).toEqual([name, id, value]);
    }
    expect((await recountOf(ana, 'copytrade', lived.licences.lost)).value).toBe(usd('-1.300001'));
    expect((await recountOf(ana, 'stake', lived.stakes.canceled)).value).toBe(0n);
  });

  test('[W2] the value of each bonus and residual is its percentage, paid or owed', async () => {
    const ids = await awards();
    expect(ids.length).toBeGreaterThan(2);
    for (const id of ids) {
      const { value, sum } = await recountOf(ana, 'award', id);
      expect(sum).toBe(value);
      expect(value).toBeGreaterThan(0n);
    }
    const owed = await readAll<Accrual>(ana, 'bonus-owed/accruals', { At: world.now.toISOString() });
    expect(owed.map(({ Amount, Percentage }) => [Amount, Percentage])).toEqual([[5000, 5]]);
  });
});

test('[W2] [L7] what a member brought is the sum of the payments for them, and all members brought what the network paid', async () => {
  const { value, sum, shown, shownSum } = await recountMember(ana, await member());
  expect([sum, shownSum]).toEqual([value, shown]);
  expect(value).toBe((await recount(ana, 'network-earned')).value);
  expect(value).toBeGreaterThan(0n);
});

describe('a figure altered behind the ledger’s back is detected', () => {
  /** Makes a change that only the database's owner can, with triggers disabled, calls `look`, then reverts the change. */
  async function altered(change: string, putBack: string, look: () => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: world.db.adminUrl });
    await client.connect();
    await client.query('SET session_replication_role = replica');
    try {
      expect((await client.query(change)).rowCount).toBe(1);
      await look();
    } finally {
      expect((await client.query(putBack)).rowCount).toBe(1);
      await client.end();
    }
  }

  const nearlyOne = (table: string, column: string, by: number, where: string): string =>
    `UPDATE ${table} SET ${column} = ${column} + ${by} WHERE ${where}`;

  async function change(table: string, column: string, where: string, look: () => Promise<void>): Promise<void> {
    await altered(nearlyOne(table, column, 1, where), nearlyOne(table, column, -1, where), look);
  }

  async function differs(figures: readonly Parameters<typeof recount>[1][]): Promise<void> {
    for (const figure of figures) {
      const { value, sum } = await recount(ana, figure);
      expect([figure, value - sum]).toEqual([figure, 1n]);
    }
  }

  test('[D1] a balance', async () => {
    await change('ledger.accounts', 'balance', `owner = '${ana.id}'`, () => differs(['balance']));
  });

  test('[S5] the stored profit of a paid stake', async () => {
    const { finished } = lived.stakes;
    await change('positions', 'promised', `id = '${finished}'`, async () => {
      await differs(['stake-earned', 'stake-earnings', 'earned', 'earnings']);
      const { value, sum } = await recountOf(ana, 'stake', finished);
      expect(value - sum).toBe(1n);
    });
  });

  test('[C1] the stored result of a licence and of a bot investment, and the profit of the vault', async () => {
    await change('positions', 'result', `id = '${lived.licences.won}'`, async () => {
      await differs(['copytrade-earned', 'earnings']);
      expect((await recountOf(ana, 'copytrade', lived.licences.won)).sum).toBe(usd('2.253085') - 0n);
    });
    await change('positions', 'result', `id = '${lived.bots.finished}'`, () => differs(['primezord-earned']));
    await change('positions', 'promised', `id = '${lived.vaults.matured}'`, () => differs(['vault-earned', 'earned']));
  });

  test('[S5] the promised profit, the rate and the amount of a running stake', async () => {
    const { running } = lived.stakes;
    const larger = (by: number) => `UPDATE positions SET promised = promised + ${by} WHERE id = '${running}'`;
    await altered(larger(1_000_000), larger(-1_000_000), async () => {
      for (const figure of ['stake-accrued', 'earnings', 'wealth'] as const) {
        const { value, sum } = await recount(ana, figure);
        expect(value).toBeGreaterThan(sum);
      }
    });
    const richer = (by: number) => `UPDATE positions SET rate = rate + ${by} WHERE id = '${running}'`;
    await altered(richer(1_000_000), richer(-1_000_000), async () => {
      const { value, sum } = await recountOf(ana, 'stake', running);
      expect(sum).toBeGreaterThan(value);
    });
    await change('positions', 'amount', `id = '${running}'`, () => differs(['in-stake', 'stake-wealth', 'wealth']));
  });

  test('[D1] a running stake, and a paid one, moved to another customer', async () => {
    const other = `(SELECT id FROM customers WHERE id <> '${ana.id}' LIMIT 1)`;
    const given = (id: string, to: string): string => `UPDATE positions SET customer_id = ${to} WHERE id = '${id}'`;
    for (const id of [lived.stakes.running, lived.stakes.finished]) {
      await altered(given(id, other), given(id, `'${ana.id}'`), async () => {
        const { value, sum } = await recount(ana, 'earnings');
        expect(sum).toBeGreaterThan(value);
      });
    }
  });

  test('[W2] the value of an award', async () => {
    const [id = ''] = await awards();
    await change('network_awards', 'value', `id = '${id}'`, async () => {
      for (const { value, sum } of [await recountOf(ana, 'award', id), await recountMember(ana, await member())])
        expect(value - sum).toBe(1n);
    });
  });

  test('[C3] the running sum of payouts, contradicted by the operations', async () => {
    const newest = `product = 'copytrade' AND happened_at = (SELECT max(happened_at) FROM payout_index WHERE product = 'copytrade')`;
    const higher = (by: number) => `UPDATE payout_index SET total = total + ${by} WHERE ${newest}`;
    await altered(higher(1_000_000), higher(-1_000_000), async () => {
      const { value, sum } = await recountOf(ana, 'copytrade', lived.licences.running);
      expect(value - sum).toBe(usd('5'));
    });
  });
});

describe('an explanation', () => {
  const paths = (bia: string): string[] => [
    `network-earned/${bia}`,
    `network-earned/${bia}/postings`,
    'balance',
    'balance/postings',
    'stake-accrued/accruals',
    `stake/${lived.stakes.running}`,
    `stake/${lived.stakes.running}/postings`,
    `copytrade/${lived.licences.won}/operations`,
  ];

  test('[A5] opens for its owner alone: 404 for other customers, 401 without a session', async () => {
    const eve = await world.investor();
    const bia = await member();
    for (const path of paths(bia)) {
      const url = `/api/explanations/${ana.id}/${path}`;
      expect([path, (await ana.get(url)).statusCode]).toEqual([path, 200]);
      expect([path, (await world.ask({ method: 'GET', url })).statusCode]).toEqual([path, 401]);
      const stolen = await eve.get(url);
      const nothing = await eve.get(`/api/explanations/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/${path}`);
      expect([path, stolen.statusCode]).toEqual([path, 404]);
      expect(stolen.json()).toEqual(nothing.json());
    }
    const others = `/api/explanations/${eve.id}/stake/${lived.stakes.running}`;
    for (const part of ['', '/postings']) expect((await eve.get(others + part)).statusCode).toBe(404);
    expect((await eve.get(`/api/explanations/${eve.id}/award/${(await awards())[0]}`)).statusCode).toBe(404);
    // Neither a member of somebody else's network, nor oneself.
    for (const [who, id] of [
      [eve, bia],
      [ana, ana.id],
    ] as const)
      for (const part of ['', '/postings'])
        expect((await who.get(`/api/explanations/${who.id}/network-earned/${id}${part}`)).statusCode).toBe(404);
  });

  test('refuses unknown figures, unknown positions, and lists that a figure does not have', async () => {
    const none = ['luck', 'toString', 'stake', 'earnings/postings', 'earnings/accruals', 'stake-accrued/postings'];
    const wrong = [
      'stake/1',
      `balance/${lived.stakes.running}`,
      `stake/${lived.licences.won}`,
      'award/-/postings',
      'network-earned/-',
    ];
    const noOperations = [`stake/${lived.stakes.running}/operations`];
    for (const path of [...none, ...wrong, ...noOperations]) {
      expect([path, (await ana.get(`/api/explanations/${ana.id}/${path}`)).statusCode]).toEqual([path, 404]);
    }
    for (const query of ['limit=0', 'limit=501', 'after=!', 'after=eA', 'end=soon', 'tz=Mars']) {
      const answer = await ana.get(`/api/explanations/${ana.id}/balance/postings?${query}`);
      expect([query, answer.statusCode]).toEqual([query, 422]);
    }
  });

  test('[H4] lists its postings newest first, in pages without a gap', async () => {
    const now = { At: world.now.toISOString() };
    const all = await readAll<ExplainedPosting>(ana, 'balance/postings', now);
    const paged = await readAll<ExplainedPosting>(ana, 'balance/postings', now, 3);
    expect(paged).toEqual(all);
    const places = all.map(({ Id }) => Id.split('-').reduce((place, part) => place * 10 + Number(part), 0));
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    expect(new Set(all.map(({ Id }) => Id)).size).toBe(all.length);
  });
});
