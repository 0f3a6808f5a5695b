import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notice } from '#notices/contract.ts';
import type { StatementLine } from '#history/contract.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { demoMemberEvents, demoMembers } from '../../../db/demo-network.ts';
import { demo, seedDemo } from '../../../db/seed.ts';

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

interface Person {
  name: string;
  since: Date;
  confirmed: Date;
  accepted: Date;
  version: string;
  referrer_since: Date | null;
  first_at: Date | null;
}

test('[R1] the demo people registered before their first deposit, after who brought them, and accepted the terms no earlier', async () => {
  const people = await world.db.query<Person>(
    `SELECT c.name, c.created_at AS since, c.email_confirmed_at AS confirmed, c.terms_accepted_at AS accepted,
       c.terms_version AS version, r.created_at AS referrer_since,
       (SELECT min(happened_at) FROM ledger.journals WHERE owner = c.id) AS first_at
     FROM customers c LEFT JOIN customers r ON r.id = c.referrer_id ORDER BY c.created_at`,
  );
  expect(people).toHaveLength(1 + demoMembers.length);
  const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 86_400_000;
  for (const {
    name,
    since,
    confirmed,
    accepted,
    version,
    referrer_since: referrerSince,
    first_at: firstAt,
  } of people) {
    const daysAgo = demoMemberEvents.filter(({ who }) => who === name).map((event) => event.daysAgo);
    const next = firstAt ?? world.now;
    expect(days(since, next), `${name} acts after registering`).toBeGreaterThan(0);
    if (firstAt) expect(days(since, firstAt), `${name} acts within days of registering`).toBeLessThan(7);
    for (const ago of daysAgo) expect(days(since, world.now), name).toBeGreaterThan(ago);
    if (referrerSince) expect(days(referrerSince, since), `${name} comes after their referrer`).toBeGreaterThan(0);
    expect(confirmed).toEqual(since);
    expect(accepted).toEqual(new Date(Math.max(since.getTime(), Date.parse(version))));
  }
});

test('[W1] a period finds the members who joined in it', async () => {
  const camila = (await read<{ Id: string }>('/api/sponsors?search=Camila'))[0]?.Id;
  const joinedWithin = async (url: string, from: number, to: number) => {
    const [start, end] = [from, to].map((ago) => new Date(world.now.getTime() - ago * 86_400_000).toISOString());
    return (await read<{ Name: string }>(`${url}?start=${start}&end=${end}`)).map(({ Name }) => Name);
  };
  expect(await joinedWithin('/api/sponsors', 110, 30)).toEqual(['Rafael Nogueira', 'Camila Duarte']);
  expect(await joinedWithin('/api/sponsors', 30, 0)).toEqual(['Joana Freitas']);
  expect(await joinedWithin(`/api/sponsors/${camila}`, 70, 0)).toEqual(['Letícia Barros', 'Tiago Ramos']);
});
