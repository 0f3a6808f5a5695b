import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchStatements } from '#testing/server/watch-statements.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import type { Receipt, StatementLine } from '../contract.ts';

let world: World;
let ana: TestInvestor;
let lines: StatementLine[];

beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor({ balance: '500' });
  await ana.post('/api/stake', { amount: 100, time_stake: 30 });
  world.forward(30);
  await world.settle();
  lines = (await ana.get('/api/statement', { 'accept-language': 'en' })).json();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const receiptOf = async (id: string): Promise<Receipt> =>
  (await ana.get(`/api/statement/${id}`, { 'accept-language': 'en' })).json();

describe('a receipt', () => {
  test('[H4] matches its line of the statement', async () => {
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(await receiptOf(line.Id)).toMatchObject(line);
  });

  test('[H4] has every entry of its event, with the accounts in words', async () => {
    const [profit, principal, opened] = lines;
    const moved = (receipt: Receipt) => receipt.Transfers.map(({ From, To, Amount }) => [From, To, Amount]);
    const matured = [
      ['Stakes', 'Balance', 100],
      ['Profit set aside', 'Balance', 10],
    ];
    expect(moved(await receiptOf(principal?.Id ?? ''))).toEqual(matured);
    expect(moved(await receiptOf(profit?.Id ?? ''))).toEqual(matured);
    expect(moved(await receiptOf(opened?.Id ?? ''))).toEqual([
      ['Balance', 'Stakes', 100],
      ['Treasury', 'Profit set aside', 10],
    ]);
  });

  test('[H4] is read in one database query', async () => {
    const asked = await watchStatements(() => receiptOf(lines[0]?.Id ?? ''));
    expect(asked.filter(({ text }) => text.includes('ledger.entries'))).toHaveLength(1);
    // The other statement is the guard's.
    expect(asked).toHaveLength(2);
  });

  test('[H4] is its owner’s alone: 401 without a session, 404 for anybody else', async () => {
    const url = `/api/statement/${lines[0]?.Id}`;
    expect((await world.ask({ method: 'GET', url })).statusCode).toBe(401);
    const bia = await world.investor({ balance: '10' });
    const answer = await bia.get(url);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    const unknown = await bia.get('/api/statement/999999999');
    expect(answer.json()).toEqual(unknown.json());
  });

  test('[H4] is not found for anything but a posting on a balance', async () => {
    const [inside] = await world.db.query<{ number: bigint; leg: number }>(
      `SELECT number, leg FROM ledger.entries WHERE owner = $1 AND to_account = 'promised'`,
      [ana.id],
    );
    expect(lines.map(({ Id }) => Id)).toContain(`${inside?.number}-1`);
    const notThere = [`${inside?.number}-${inside?.leg}`, `${inside?.number}-3`, '0-1', '1-0', '99-1'];
    const noIds = ['-1', 'x', '1', '1.5', '1-0', '1-1-1', '01-1', `${'9'.repeat(19)}-1`, `${'9'.repeat(18)}-1`, '%00'];
    const ids = [...notThere, ...noIds];
    for (const id of ids) expect([id, (await ana.get(`/api/statement/${id}`)).statusCode]).toEqual([id, 404]);
  });
});
