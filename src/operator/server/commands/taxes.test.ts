import { dayIn } from '#platform/server/span.ts';
import { changeAmount } from '#ledger/server/testing/change-amount.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Catalog } from '#catalog/contract.ts';
import type { Explanation, ExplainedPosting } from '#explanations/contract.ts';
import type { Receipt, StatementLine } from '#history/contract.ts';
import type { Maturity, MaturityMonth } from '#maturities/contract.ts';
import type { Micros, Percent } from '#money/money.ts';
import type { Notice } from '#notices/contract.ts';
import { withheldTax } from '#positions/promised-profit.ts';
import type { Investment, Plan } from '#primevault/contract.ts';
import { vaultInvestor } from '#primevault/server/testing/vault-world.ts';
import type { CanceledStake, Stake, StakeOffer } from '#stakes/contract.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

/** Business time is the database's own, moved by the clock command. */
let world: World;
let ana: TestInvestor;
let lastro: ReturnType<typeof lastroOf>;

beforeAll(async () => {
  world = await openWorld({ isLive: true });
  ana = await vaultInvestor(world, '5000');
  lastro = lastroOf(world);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const json = async <Body>(line: string): Promise<Body> => JSON.parse((await lastro(`${line} --json`)).out) as Body;
const now = async (): Promise<Date> => new Date((await json<{ now: string }>('clock show')).now);
const set = async (percent: string): Promise<void> =>
  expect((await lastro('settings set', 'taxes.withheld_percent', percent)).exit).toBe(0);
const stake = (amount = 100, headers = {}, who = ana) => who.post('/api/stake', { amount, time_stake: 30 }, headers);
const vault = (amount: number, headers = {}) => ana.post('/api/vault/deposit', { amount }, headers);
const read = async <Body>(url: string, who = ana): Promise<Body> =>
  (await who.get(url, { 'accept-language': 'en' })).json<Body>();
const lines = (who = ana) => read<StatementLine[]>('/api/statement', who);
const taxes = () => json<{ withheld: number; paid: number; owed: number }>('taxes show');
const keyOf = ({ Id }: { Id: string }, product = 'stake'): string => `${product}:${Id}:withheld`;

/** Fetches every answer that states the withheld amount, if anything is withheld. */
async function told() {
  const [catalog, offer, plan] = await Promise.all([
    read<Catalog>('/api/catalog'),
    read<StakeOffer>('/api/stake/offer'),
    read<Plan>('/api/vault/plan'),
  ]);
  const { Fees } = (await world.ask({ method: 'GET', url: '/auth/terms' })).json<{ Fees: { TaxWithheld?: number } }>();
  return [catalog.Stake.TaxRate, catalog.Vault.TaxRate, offer.TaxRate, plan.TaxRate, Fees.TaxWithheld];
}

describe('while no tax is set', () => {
  test('[S7] [V3] nothing is withheld, and no tax is shown anywhere', async () => {
    const [one, other] = [await stake(300), await vault(100)];
    for (const said of [
      one.body,
      other.body,
      (await ana.get('/api/catalog')).body,
      (await ana.get('/auth/terms')).body,
    ])
      expect(said).not.toMatch(/tax|withheld/i);
    expect(await told()).toEqual([undefined, undefined, undefined, undefined, undefined]);
    await lastro('clock forward 181d');
    expect((await lines()).map(({ Kind }) => Kind)).not.toContain('stake_withheld');
    for (const url of ['/api/stakes', '/api/notices', '/api/vault/investments', '/api/maturities/months'])
      expect((await ana.get(url)).body).not.toMatch(/tax|withheld/i);
    expect(await taxes()).toEqual({ withheld: 0, paid: 0, owed: 0 });
    const day = dayIn('America/Sao_Paulo', await now());
    expect((await lastro(`reports daily ${day}`)).out).toContain('taxes withheld: none\n');
    expect((await lastro('taxes pay 1 --reason', 'too early')).err).toBe('1.00 USD is more than is owed: 0.00 USD.\n');
  });
});

describe('[R6] a tax with a start date', () => {
  test('[S7] [V3] [G1] applies to positions opened from that instant, and earlier ones keep theirs', async () => {
    const kept = (await stake()).json<Stake>();
    const from = new Date((await now()).getTime() + 2 * 3_600_000).toISOString();
    expect((await lastro('settings schedule', 'taxes.withheld_percent', '17.5', '--from', from)).exit).toBe(0);
    expect(await told()).toEqual([undefined, undefined, undefined, undefined, undefined]);

    await lastro('clock forward 2h');
    expect(await told()).toEqual([17.5, 17.5, 17.5, 17.5, 17.5]);
    const taxed = (await stake()).json<Stake>();
    const put = (await vault(250)).json<Investment>();
    await set('20');
    const last = (await stake(50)).json<Stake>();
    expect([kept.TaxRate, taxed.TaxRate, put.TaxRate, last.TaxRate]).toEqual([undefined, 17.5, 17.5, 20]);

    const coming = await read<Maturity[]>('/api/maturities');
    expect(coming.map(({ Id, Profit, Withheld }) => [Id, Profit, Withheld])).toEqual([
      [kept.Id, 10, undefined],
      [taxed.Id, 10, 1.75],
      [last.Id, 5, 1],
      [put.Id, 75, 13.125],
    ]);
    const months = await read<MaturityMonth[]>('/api/maturities/months');
    const sum = (of: (month: MaturityMonth) => number): number => months.reduce((total, month) => total + of(month), 0);
    // Rounded to the cent like a loss: the amount shown is never more than the amount returned.
    expect([sum((m) => m.Withheld ?? 0), sum((m) => m.Shown.Withheld ?? 0), sum((m) => m.Shown.Vault)]).toEqual([
      15.875, 15.88, 311.87,
    ]);

    const before = await ana.balance();
    await lastro('clock forward 31d');
    expect(await ana.balance()).toBe(before + 100 + 10 + 100 + 8.25 + 50 + 4);
    await lastro('clock forward 150d');
    expect(await ana.balance()).toBe(before + 272.25 + 250 + 61.875);
    expect(await taxes()).toEqual({ withheld: 15.875, paid: 0, owed: 15.875 });
  });

  test('[H4] [G6] [D1] is a separate line, with its own journal, wherever the money is shown', async () => {
    const withheld = (await lines()).find(({ Kind }) => Kind === 'primevault_withheld');
    expect(withheld).toMatchObject({ Amount: -13.125, Description: 'PrimeVault ended: tax withheld', Own: false });
    const { Id, Reference } = withheld as StatementLine;
    expect((await read<Receipt>(`/api/statement/${Id}`)).Transfers).toEqual([
      { Id, From: 'Balance', To: 'Taxes withheld', Amount: 13.125 },
    ]);
    const place = `/api/explanations/${ana.id}/vault/${Reference}`;
    expect(await read<Explanation>(place)).toMatchObject({ Value: 75 });
    const postings = await read<ExplainedPosting[]>(`${place}/postings`);
    expect(postings.map(({ Kind, From, To, Amount }) => [Kind, From, To, Amount])[0]).toEqual([
      'primevault_withheld',
      'balance',
      'taxes',
      13.125,
    ]);
    const notices = await read<Notice[]>('/api/notices');
    expect(notices.find((notice) => notice.Reference === Reference)).toMatchObject({ Profit: 75, Withheld: 13.125 });
    const years = [...new Set((await lines()).map(({ Date: at }) => at.slice(0, 4)))];
    const files = await Promise.all(
      years.map(async (year) => (await ana.get(`/api/statement/${year}.csv`, { 'accept-language': 'en' })).body),
    );
    expect(files.join('\n')).toMatch(/Taxes withheld.*Tax withheld from PrimeVault profit/);
    expect(files.join('\n')).toContain('Total withheld');
    for (const year of years) expect((await ana.get(`/api/statement/${year}.pdf`)).statusCode).toBe(200);
  });

  test('[S7] [V3] what was agreed at a tax that is no longer current is refused, returning the current one', async () => {
    const before = await ana.balance();
    const refused = await stake(100, { 'quoted-rate': '10', 'quoted-tax': '0' });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { code: 'terms_changed', message: expect.any(String), details: { rate: 10, fee: 40, tax: 20 } },
    ]);
    expect((await vault(100, { 'quoted-tax': '17.5' })).json()).toMatchObject({
      code: 'terms_changed',
      details: { rate: 30, days: 180, tax: 20 },
    });
    for (const quoted of ['x', '-1', '20.123']) {
      expect((await stake(100, { 'quoted-tax': quoted })).statusCode).toBe(422);
      expect((await vault(100, { 'quoted-tax': quoted })).statusCode).toBe(422);
    }
    expect(await ana.balance()).toBe(before);
    expect((await stake(100, { 'quoted-tax': '20' })).statusCode).toBe(201);
  });

  test('[S7] an early cancellation earns no profit, so nothing is withheld', async () => {
    const { Id } = (await stake(300)).json<Stake>();
    const owed = await taxes();
    expect((await ana.post(`/api/stake/${Id}`)).json<CanceledStake>()).toMatchObject({ Fee: 120, Refund: 180 });
    expect(await taxes()).toEqual(owed);
  });

  test('[S7] for any amount and rate, batched or one by one, the tax is withheld per position, rounded down', async () => {
    const plans = JSON.stringify([{ days: 30, rate: 33.33, amounts: [1, 3, 7, 11, 13], offered: true }]);
    expect((await lastro('settings set', 'stakes.plans', plans)).exit).toBe(0);
    const bia = await world.investor({ balance: '500' });
    for (const percent of ['0.01', '13.37', '33.33', '50', '0']) {
      await set(percent);
      for (const amount of [1, 3, 7, 11, 13]) expect((await stake(amount, {}, bia)).statusCode).toBe(201);
    }
    // Ten per cent of a micro-dollar is zero: there is nothing to post.
    await world.db.query(
      `SELECT open_position('stake', gen_random_uuid(), $1, 10, 10000000, 1, business_now(), business_now() + interval '30 days', '{}', 0, 10000000)`,
      [bia.id],
    );
    await lastro('clock forward 31d');
    const rows = await world.db.query<{ promised: Micros; tax_rate: Percent | null; withheld: bigint | null }>(
      `SELECT p.promised, p.tax_rate, e.amount AS withheld FROM positions p
       LEFT JOIN ledger.entries e ON e.key = 'stake:' || p.id || ':withheld' WHERE p.customer_id = $1`,
      [bia.id],
    );
    expect(rows).toHaveLength(26);
    for (const { promised, tax_rate: rate, withheld } of rows) expect(withheld ?? 0n).toBe(withheldTax(promised, rate));
    expect(rows.filter(({ withheld }) => withheld === null)).toHaveLength(6);
    await set('20');
  });

  test.each(['50.01', '-1', '12.345', '"20"', 'none'])('taxes.withheld_percent cannot be %s', async (value) => {
    const typed = await lastro('settings set', 'taxes.withheld_percent', value);
    expect([typed.exit === 0, typed.err]).toEqual([false, expect.stringContaining('per cent of the profit')]);
  });

  test('[S7] nothing is withheld from a position opened by the previous build', async () => {
    await world.db.query(
      `SELECT open_position('stake', '01990000-0000-7000-8000-0000000007a5', $1, 100000000, 10000000, 10000000, business_now(),
         business_now() + interval '30 days', '{}', 40000000)`,
      [ana.id],
    );
    await lastro('clock forward 30d');
    const ended = (await read<Stake[]>('/api/stakes')).find(({ Id }) => Id === '01990000-0000-7000-8000-0000000007a5');
    expect([ended?.Status, ended?.TaxRate]).toEqual(['finished', undefined]);
    expect(
      (await lines()).some(
        ({ Kind, Reference }) => Kind === 'stake_withheld' && Reference === '01990000-0000-7000-8000-0000000007a5',
      ),
    ).toBe(false);
  });
});

describe('[R6] the amount owed to the authority', () => {
  const pay = (usd: string) => lastro(`taxes pay ${usd} --reason`, 'the month is over');
  const back = (usd: string) => lastro(`taxes return ${usd} --reason`, 'paid twice');

  test('is paid up to what is owed, and returned up to what was paid', async () => {
    const { owed, withheld } = await taxes();
    expect((await pay('1000')).err).toBe(`1000.00 USD is more than is owed: ${owed} USD.\n`);
    expect((await back('0.01')).err).toBe('0.01 USD is more than was paid: 0.00 USD.\n');
    expect((await pay('10')).out).toMatch(/^Paid to the tax authority: 10\.00 USD\. Still owed to it: /);
    expect(await lastAction(world)).toMatchObject({
      action: 'taxes pay',
      details: { usd: '10.00', reason: 'the month is over' },
    });
    expect((await back('4')).exit).toBe(0);
    const after = await taxes();
    expect([after.paid, after.withheld]).toEqual([6, withheld]);
    expect(after.owed).toBeCloseTo(owed - 6, 6);
    expect((await back('6.01')).err).toBe('6.01 USD is more than was paid: 6.00 USD.\n');
  });

  test('is never overpaid by twenty concurrent payments', async () => {
    const { owed } = await taxes();
    const each = Math.floor((owed / 3) * 100) / 100;
    const typed = await Promise.all(Array.from({ length: 20 }, () => pay(each.toFixed(2))));
    expect(typed.filter(({ exit }) => exit === 0)).toHaveLength(3);
    for (const { exit, err } of typed) if (exit !== 0) expect(err).toContain('is more than is owed');
  });

  test.each(['0', '-1', '1.001', 'ten'])('is not paid as %j', async (amount) => {
    expect([(await pay(amount)).exit, (await back(amount)).exit]).toEqual([2, 2]);
  });

  test('is not paid without a reason', async () => {
    expect([(await lastro('taxes pay 1')).exit, (await lastro('taxes return 1')).exit]).toEqual([2, 2]);
  });

  test('[R6] a withholding is reversed once, and not while the authority holds the money', async () => {
    const line = (await lines()).find(({ Kind }) => Kind === 'stake_withheld');
    const key = keyOf({ Id: line?.Reference ?? '' });
    const reverse = () => lastro(`ledger reverse ${key} --reason`, 'exempt by law');
    expect((await reverse()).err).toContain('The tax was paid to the authority, which is now owed');
    await back((await taxes()).paid.toFixed(2));
    const [before, { owed }] = [await ana.balance(), await taxes()];
    expect((await reverse()).exit).toBe(0);
    expect((await reverse()).err).toBe(`${key} has already been reversed.\n`);
    const given = -(line?.Amount ?? 0);
    expect(await ana.balance()).toBeCloseTo(before + given, 6);
    expect((await taxes()).owed).toBeCloseTo(owed - given, 6);
    expect((await lines())[0]).toMatchObject({
      Kind: 'reversed_withholding',
      Amount: given,
      Description: 'Withheld tax refunded',
    });
    const postings = await read<ExplainedPosting[]>(`/api/explanations/${ana.id}/stake/${line?.Reference}/postings`);
    expect(postings[0]).toMatchObject({ Kind: 'reversed_withholding', From: 'taxes', To: 'balance' });
  });

  test('[R6] is on the daily sheet, in what backs the treasury and next to each customer’s account', async () => {
    const day = dayIn('America/Sao_Paulo', await now());
    await pay('2');
    const sheet = await json<{ Taxes: { Withheld: number; Paid: number; Owed: number } }>(`reports daily ${day}`);
    const { owed } = await taxes();
    expect(sheet.Taxes.Owed).toBe(owed);
    expect((await lastro(`reports daily ${day}`)).out).toMatch(/taxes withheld +-?[\d.]+ USD\n +paid to the authority/);
    const file = await json<{ id: string; rows: number }>(`reports export customers ${day} ${day}`);
    const [{ content }] = (await world.db.query<{ content: Buffer }>(
      'SELECT content FROM report_file_parts WHERE file_id = $1 ORDER BY number',
      [file.id],
    )) as [{ content: Buffer }];
    const { gunzipSync } = await import('node:zlib');
    const [titles = '', ...rows] = gunzipSync(content).toString('utf8').trimEnd().split('\r\n');
    expect(titles).toBe('customer,account,day,opening_usd,in_usd,out_usd,closing_usd,entries,withheld_usd');
    const sum = rows
      .filter((row) => row.startsWith(ana.id))
      .reduce((total, row) => total + Number(row.split(',').at(-1)), 0);
    expect(sum).toBeCloseTo(sheet.Taxes.Withheld, 6);
  });
});

test("[R5] the audit checks each position's withheld tax against its profit and rate, and an agreed rate never changes", async () => {
  await expect(world.db.query(`UPDATE positions SET tax_rate = 1 WHERE state = 'ended'`)).rejects.toThrow(
    'what was agreed',
  );
  const rulesAfter = async (change: string): Promise<string> => {
    await askAsOwner(
      world.db.adminUrl,
      `SET session_replication_role = replica; UPDATE positions SET tax_rate = ${change} WHERE state = 'ended' AND tax_rate IS NOT NULL`,
    );
    return (await world.audit()).map(({ rule }) => rule).join('\n');
  };
  await askAsOwner(world.db.adminUrl, 'CREATE TABLE kept AS SELECT id, tax_rate FROM positions');
  expect(await rulesAfter('tax_rate + 1000')).toContain('what stands behind stake_withheld is exactly what it moved');
  const none = await rulesAfter('NULL');
  expect(none).toContain('what stands behind primevault_withheld is exactly what it moved');
  expect(none).toContain('a position has exactly the journals that its state demands');
  await askAsOwner(
    world.db.adminUrl,
    'SET session_replication_role = replica; UPDATE positions p SET tax_rate = k.tax_rate FROM kept k WHERE k.id = p.id',
  );
  await askAsOwner(world.db.adminUrl, 'DROP TABLE kept');
  const paidMore = (micros: number): Promise<unknown> =>
    askAsOwner(
      world.db.adminUrl,
      `SET session_replication_role = replica; ${changeAmount(`kind = 'taxes_paid'`, `+ ${micros}`)}`,
    );
  await paidMore(1_000_000_000);
  expect((await world.audit()).map(({ rule }) => rule).join('\n')).toContain('no more tax was paid to the authority');
  await paidMore(-1_000_000_000);
});
