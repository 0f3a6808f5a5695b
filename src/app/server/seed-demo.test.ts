import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notice } from '#notices/contract.ts';
import type { StatementLine } from '#history/contract.ts';
import { demo } from '#operator/server/year/demo-login.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { seedDemo } from '../../../db/seed.ts';

let world: WalletWorld;
let authorization: string;

beforeAll(async () => {
  world = await openWalletWorld();
  await seedDemo(world.http);
  world.now = new Date();
  const entered = await world.ask({ method: 'POST', url: '/auth', body: demo });
  authorization = entered.json<{ token: string }>().token;
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

async function read<Row>(url: string): Promise<Row[]> {
  return (await world.ask({ method: 'GET', url, headers: { authorization } })).json<Row[]>();
}

test('[R1] the demo investor has notices of their past, from products, bonuses and deposits', async () => {
  const told = (await read<Notice>('/api/notices?limit=500')).map(({ Kind }) => Kind);
  expect([...new Set(told)].toSorted()).toEqual([
    'bonus_received',
    'bot_ended',
    'copy_ended',
    'deposit_complete',
    'residual_received',
    'stake_matured',
  ]);
});

test('[H4] their statement is the same whole and in spans of days', async () => {
  const whole = await read<StatementLine>('/api/statement?limit=500');
  expect(whole.length).toBeGreaterThan(20);
  for (let back = 150; back > 0; back -= 10) {
    const [start, end] = [back, back - 10].map((days) =>
      new Date(world.now.getTime() - days * 86_400_000).toISOString(),
    );
    const span = await read<StatementLine>(`/api/statement?start=${start}&end=${end}&limit=500`);
    expect(span).toEqual(whole.filter(({ Date: at }) => at >= String(start) && at < String(end)));
  }
});
