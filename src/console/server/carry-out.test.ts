import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { twoPeople } from '#staff/server/staff-settings.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';
import { carryOut, finishRequests } from './take-action.ts';

let world: ConsoleWorld;
let maker: TestMember;
let checker: TestMember;
beforeAll(async () => {
  world = await openConsoleWorld();
  maker = await world.member('treasury', { name: 'Marta' });
  checker = await world.member('treasury', { name: 'Carlos' });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const why = 'the month begins';

async function ask(
  by: TestMember,
  command: string,
  words: string[],
  options: Record<string, string> = {},
): Promise<string> {
  return (await by.act(command, words, options, why)).json<{ Request: { Id: string } }>().Request.Id;
}

async function funded(): Promise<number> {
  const rows = await world.db.query<{ n: bigint }>(`SELECT count(*) AS n FROM actions WHERE action = 'treasury fund'`);
  return Number(rows[0]?.n);
}

/** Simulates a server that died after the decision, before recording the outcome. */
const leave = (id: string, decider = checker) =>
  world.db.query(
    `UPDATE staff_requests SET state = 'approved', decider_id = $2, decided_at = now() - interval '1 minute' WHERE id = $1`,
    [id, decider.id],
  );
const ended = async (id: string) =>
  (await world.db.query('SELECT state, result FROM staff_requests WHERE id = $1', [id]))[0];

test('[R4] an action done before its server died counts as done, even if the command would now be refused', async () => {
  // A value at which the house would lose money.
  const words = ['primevault.days', '36'];
  const [desk, other] = [await world.member('desk'), await world.member('desk')];
  const refused = await ask(desk, 'settings set', words);
  await leave(refused, other);
  await finishRequests(world.parts);
  expect(await ended(refused)).toMatchObject({ state: 'failed' });
  const id = await ask(desk, 'settings set', words);
  await leave(id, other);
  await world.db.query(`SELECT record_action('Carlos', $1, NULL, $2, 'a test', '{}', NULL, NULL)`, [other.id, id]);
  await finishRequests(world.parts);
  expect(await ended(id)).toMatchObject({ state: 'done' });
});

test('[R4] a request being carried out is left alone until its claim expires', async () => {
  const before = await funded();
  const id = await ask(maker, 'treasury fund', ['10']);
  await leave(id);
  await world.db.query(`UPDATE staff_requests SET claimed_until = now() + interval '1 minute' WHERE id = $1`, [id]);
  expect(await finishRequests(world.parts)).toBe(0);
  await carryOut(world.parts, id, null);
  expect([await ended(id), await funded()]).toEqual([{ state: 'approved', result: null }, before]);
  await world.db.query(`UPDATE staff_requests SET claimed_until = now() WHERE id = $1`, [id]);
  expect(await finishRequests(world.parts)).toBe(1);
  expect([await ended(id), await funded()]).toMatchObject([{ state: 'done' }, before + 1]);
});

test('[R4] the input is parsed again; a request that ends in a fault fails and is tried only once', async () => {
  const empty = '019aa000-0000-7000-8000-00000000000a';
  await world.db.query(
    `INSERT INTO staff_requests (id, command, input, reason, maker_id, expires_at)
     VALUES ($1, 'treasury fund', '{}', 'a test', $2, now() + interval '1 hour')`,
    [empty, maker.id],
  );
  await leave(empty);
  await finishRequests(world.parts);
  expect(await ended(empty)).toMatchObject({ state: 'failed', result: { json: { code: 'mistyped' } } });

  const [one, other] = [await world.member('payments'), await world.member('payments')];
  const { email, get } = await world.investor();
  const id = await ask(one, 'customer freeze', [email], { reason: 'a call' });
  await leave(id, other);
  let tries = 0;
  const fault = (): Promise<never> => Promise.reject(new Error(`fault ${(tries += 1)}`));
  const broken = { ...world.parts, events: { ...world.parts.events, onSecurityChange: fault } };
  await expect(carryOut(broken, id, null)).rejects.toThrow('fault 1');
  expect((await one.get(`/console/requests/${id}`)).json()).toMatchObject({
    State: 'failed',
    Result: { Json: { code: 'internal' } },
  });
  await finishRequests(broken);
  expect([tries, (await get('/api/user')).json<{ Frozen: unknown }>().Frozen]).toEqual([1, null]);
});

test('[R4] an action by two people belongs to the requester and names both; nobody can target themselves', async () => {
  const [nara, caio] = [
    await world.member('compliance', { name: 'Nara' }),
    await world.member('compliance', { name: 'Caio' }),
  ];
  const also = ['customer note', 'customer view', 'customer export', 'case open', 'staff disable'];
  await transaction(world.db, (tx) => writeSetting(tx, twoPeople, also));
  const { id, email } = await world.investor();
  const byTwo = async (
    command: string,
    words: string[],
    options: Record<string, string>,
    [one, other] = [nara, caio],
  ) => {
    const request = await ask(one, command, words, options);
    return (await other.post(`/console/requests/${request}/approve`, { reason: 'agreed' })).json<{ State: string }>();
  };
  await byTwo('customer note', [email], { text: 'a note' });
  await byTwo('customer view', [email], { reason: 'they called' });
  await byTwo('customer export', [email], { reason: 'they asked' });
  await byTwo('case open', [email], { reason: 'by hand' });
  await byTwo('announcement create', [], {
    segment: 'all',
    at: new Date(Date.now() + 86_400_000).toISOString(),
    mails: 'none',
    'subject-pt-br': 'Hi',
    'text-pt-br': 'Hi',
  });

  expect((await nara.get(`/console/customers/${id}/notes`)).json()).toMatchObject([{ Author: 'Nara, Caio' }]);
  expect((await nara.get('/console/announcements')).json()).toMatchObject([{ MadeBy: 'Nara, Caio' }]);
  expect((await nara.get('/console/cases')).json()).toMatchObject([{ AssignedTo: { Id: nara.id } }]);
  expect((await nara.get('/console/privacy/actions')).json()).toMatchObject([{ Who: 'Nara, Caio', Fetch: true }]);
  expect((await caio.get('/console/privacy/actions')).json()).toMatchObject([{ Fetch: false }]);
  const others = await world.member('compliance');
  for (const what of ['view', 'export']) {
    const statuses = [nara, caio, others].map(
      async (who) => (await who.get(`/console/customers/${id}/${what}`)).statusCode,
    );
    expect([what, ...(await Promise.all(statuses))]).toEqual([what, 200, 403, 403]);
  }
  const admin = await world.member('admin');
  const answer = await admin.act('staff disable', [admin.email], { reason: 'a test' }, why);
  expect(answer.json()).toMatchObject({ code: 'refused', details: { reason: 'oneself' } });
});
