import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AwardToCome, Treasury } from '#console/treasury-contract.ts';
import { isKindGroup, kindGroups } from '#console/kind-groups.ts';
import type { StaffJournal } from '#console/ledger-contract.ts';
import { knownKinds } from '#ledger/kinds.ts';
import { lineage } from '#network/server/testing/lineage.ts';
import { carry, stake } from '#network/server/testing/report.ts';
import { products } from '#positions/registry.ts';
import { roles } from '#staff/roles.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let marta: TestMember;
let ana: TestInvestor;
let bia: TestInvestor;
beforeAll(async () => {
  world = await openConsoleWorld({ treasury: '30' });
  marta = await world.member('treasury', { name: 'Marta' });
  [ana, bia] = (await lineage(world, ['Ana Lima', 'Bia Reis'], '2000')) as [TestInvestor, TestInvestor];
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const listed = async (which: string) =>
  (await marta.get(`/console/treasury/awards?which=${which}`)).json<AwardToCome[]>();
const shown = async () => (await marta.get('/console/treasury')).json<Treasury>();
const total = (rows: AwardToCome[]): number => rows.reduce((sum, { Value }) => sum + Value, 0);

test('[R6] awards to come are listed one by one: first a bonus waits, then the treasury owes it', async () => {
  // The whole treasury is promised.
  const id = await stake(bia, 300);
  await carry(world);
  expect(await listed('waiting')).toMatchObject([
    {
      Kind: 'bonus',
      Level: 1,
      Customer: { Id: ana.id, Name: 'Ana Lima' },
      Source: { Id: bia.id, Name: 'Bia Reis' },
      Position: id,
      Base: 300,
      Percentage: 5,
      Value: 15,
    },
  ]);
  expect(await listed('owed')).toEqual([]);
  expect(await listed(`waiting&customer=${ana.id}`)).toHaveLength(1);
  expect(await listed(`waiting&customer=${bia.id}`)).toEqual([]);
  expect(await shown()).toMatchObject({ Awards: 15, AwardsOwed: 0, BonusesWaiting: 15 });
  world.forward(30);
  await world.settle();
  await carry(world);
  expect(await listed('waiting')).toEqual([]);
  const owed = await listed('owed');
  expect(owed.map(({ Kind, Customer }) => [Kind, Customer.Id])).toEqual(expect.arrayContaining([['bonus', ana.id]]));
  expect([total(owed), await shown()]).toMatchObject([(await shown()).AwardsOwed, { BonusesWaiting: 0 }]);
  expect(total(owed)).toBeGreaterThanOrEqual(15);
});

test('[R5] listing awards records whose they are', async () => {
  await listed('owed');
  const [look] = await world.db.query<{ details: Record<string, string> }>(
    `SELECT details FROM actions WHERE action = 'treasury look' AND details ->> 'what' = 'awards' ORDER BY number DESC LIMIT 1`,
  );
  expect(look?.details).toMatchObject({ which: 'owed' });
  expect(look?.details['customers']?.split(' ').toSorted()).toEqual([ana.id, bia.id].toSorted());
});

test('[R3] awards to come are visible to treasury and auditor alone, and invalid queries are refused', async () => {
  const url = '/console/treasury/awards?which=owed';
  expect((await world.askConsole({ method: 'GET', url })).statusCode).toBe(401);
  for (const role of roles) {
    const isOurs = role === 'treasury' || role === 'auditor';
    expect([role, (await (await world.member(role)).get(url)).statusCode]).toEqual([role, isOurs ? 200 : 403]);
  }
  for (const bad of ['', 'which=paid', 'which=owed&after=x', 'which=owed&customer=x'])
    expect([bad, (await marta.get(`/console/treasury/awards?${bad}`)).statusCode]).toEqual([bad, 422]);
});

test('[R6] awards beyond one page come in pages, each once, oldest first', async () => {
  await world.db.query(
    `INSERT INTO network_awards (id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value, invested, happened_at)
     SELECT gen_random_uuid(), 'bonus', 1, $1, $2, 'stake', gen_random_uuid(), 1000000, 5000000, 50000, 1000000, $3::timestamptz + n * interval '1 second'
     FROM generate_series(1, 120) n`,
    [ana.id, bia.id, world.now],
  );
  const seen: AwardToCome[] = [];
  let url: string | undefined = '/console/treasury/awards?which=waiting';
  while (url) {
    const answer = await marta.get(url);
    seen.push(...answer.json<AwardToCome[]>());
    url = /<(.+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  expect([seen.length, new Set(seen.map(({ Id }) => Id)).size]).toEqual([120, 120]);
  expect(seen.map(({ Since }) => Since)).toEqual(seen.map(({ Since }) => Since).toSorted());
  await world.db.query('DELETE FROM network_awards WHERE base = 1000000');
});

test('[R6] a figure made of several kinds of journals leads to all of them', async () => {
  const kinds = async (kind: string) => {
    const found = await marta.post('/console/ledger/search', { kind, customer: bia.id });
    return found.json<StaffJournal[]>().map(({ Kind }) => Kind);
  };
  const asked = await marta.act('treasury fund', ['30'], {}, 'one more');
  const carlos = await world.member('treasury');
  await carlos.post(`/console/requests/${asked.json<{ Request: { Id: string } }>().Request.Id}/approve`, {
    reason: 'yes',
  });
  expect((await bia.post(`/api/stake/${await stake(bia, 300)}`)).statusCode).toBeLessThan(300);
  const ended = await kinds('stake_ended');
  expect(ended.toSorted()).toEqual(['stake_canceled', 'stake_matured']);
  for (const product of products.filter((each) => knownKinds.some((kind) => kind === `${each}_canceled`)))
    expect([product, isKindGroup(`${product}_ended`)]).toEqual([product, true]);
  for (const [group, of] of Object.entries(kindGroups))
    expect([group, knownKinds.some((kind) => kind === group), of.every((kind) => knownKinds.includes(kind))]).toEqual([
      group,
      false,
      true,
    ]);
});
