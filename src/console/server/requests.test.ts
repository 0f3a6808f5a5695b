import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { letExpire } from './testing/let-expire.ts';
import { type Answer, type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';
import { finishRequests } from './take-action.ts';

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

async function ask(by: TestMember, usd = '10'): Promise<string> {
  const { Request } = (await by.act('treasury fund', [usd], {}, why)).json<{ Request: { Id: string } }>();
  return Request.Id;
}

async function funded(): Promise<number> {
  const rows = await world.db.query<{ n: bigint }>(`SELECT count(*) AS n FROM actions WHERE action = 'treasury fund'`);
  return Number(rows[0]?.n);
}

const approve = (by: TestMember, id: string) => by.post(`/console/requests/${id}/approve`, { reason: 'agreed' });
const codeOf = (answer: Answer): string => answer.json<{ code: string }>().code;

test('[R4] one person asks, another decides, it is done once, and the account records all of it', async () => {
  const before = await funded();
  const id = await ask(maker);
  expect(await funded()).toBe(before);
  const open = (await checker.get('/console/requests?state=open')).json<object[]>();
  expect(open).toMatchObject([
    {
      Id: id,
      Command: 'treasury fund',
      Params: { usd: '10.00' },
      Reason: why,
      Mine: 'decide',
      Maker: { Name: 'Marta' },
    },
  ]);

  const answer = await approve(checker, id);
  expect(answer.json()).toMatchObject({
    State: 'done',
    Decider: { Name: 'Carlos' },
    Result: { Json: { outcome: 'funded', usd: '10.00' } },
  });
  expect(await funded()).toBe(before + 1);
  const account = await world.db.query(
    `SELECT operator, action, request_id, address FROM actions WHERE action NOT LIKE '% look' ORDER BY number DESC LIMIT 3`,
  );
  expect(account).toEqual([
    { operator: 'Carlos', action: 'treasury fund', request_id: id, address: '127.0.0.1' },
    { operator: 'Carlos', action: 'request approve', request_id: null, address: '127.0.0.1' },
    { operator: 'Marta', action: 'request make', request_id: null, address: '127.0.0.1' },
  ]);
  expect((await checker.get('/console/requests?state=open')).json()).toEqual([]);
});

describe('[R4] the requester cannot decide', () => {
  test('in the same session or in another', async () => {
    const id = await ask(maker);
    const elsewhere = await world.again(maker);
    for (const self of [maker, elsewhere]) {
      for (const what of ['approve', 'refuse']) {
        const answer = await self.post(`/console/requests/${id}/${what}`, { reason: 'myself' });
        expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'own_request']);
      }
    }
  });

  test('through an account that they alone invited, or one that it invited, or the other way round', async () => {
    const puppet = await world.member('treasury', { invitedBy: maker, vouched: false });
    const next = await world.member('treasury', { invitedBy: puppet, vouched: false });
    for (const other of [puppet, next]) {
      const ofMaker = await approve(other, await ask(maker));
      const ofPuppet = await approve(maker, await ask(other));
      expect([codeOf(ofMaker), codeOf(ofPuppet)]).toEqual(['same_person', 'same_person']);
    }
  });

  test('through another account of somebody who alone invited both', async () => {
    const admin = await world.member('admin');
    const [one, other] = [
      await world.member('treasury', { invitedBy: admin, vouched: false }),
      await world.member('treasury', { invitedBy: admin, vouched: false }),
    ];
    expect(codeOf(await approve(other, await ask(one)))).toBe('same_person');
    const colleague = await world.member('treasury', { invitedBy: admin, vouched: true });
    expect((await approve(colleague, await ask(one))).json()).toMatchObject({ State: 'done' });
  });

  test('but an account that somebody else vouched for can', async () => {
    const colleague = await world.member('treasury', { invitedBy: maker, vouched: true });
    expect((await approve(colleague, await ask(maker))).json()).toMatchObject({ State: 'done' });
  });

  test('after their address was changed', async () => {
    const id = await ask(maker);
    await world.db.query(`UPDATE staff SET email = 'another@staff.example' WHERE id = $1`, [maker.id]);
    expect(codeOf(await approve(await world.again(maker), id))).toBe('own_request');
  });

  test('and the database itself rejects such a decision', async () => {
    const id = await ask(maker);
    await expect(
      world.db.query(
        `UPDATE staff_requests SET state = 'approved', decider_id = maker_id, decided_at = now() WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow('nobody_decides_on_what_they_asked_for');
  });
});

test('[R4] of fifty concurrent decisions one counts, and it is done once', async () => {
  const before = await funded();
  const id = await ask(maker);
  const answers = await Promise.all(Array.from({ length: 50 }, () => approve(checker, id)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ statusCode }) => statusCode !== 200).map(codeOf))).toEqual(
    new Set(['request_over']),
  );
  expect(await funded()).toBe(before + 1);
});

test('[R4] of a concurrent approval and refusal, one counts', async () => {
  const before = await funded();
  const ids = await Promise.all(Array.from({ length: 10 }, () => ask(maker)));
  await Promise.all(
    ids.flatMap((id) => [approve(checker, id), checker.post(`/console/requests/${id}/refuse`, { reason: 'no' })]),
  );
  const rows = await world.db.query<{ state: string }>('SELECT state FROM staff_requests WHERE id = ANY ($1)', [ids]);
  const done = rows.filter(({ state }) => state === 'done').length;
  expect(rows.filter(({ state }) => state === 'refused')).toHaveLength(10 - done);
  expect(await funded()).toBe(before + done);
});

test('[R4] a request approved before the server died is carried out by another, once, however many find it', async () => {
  const before = await funded();
  const [left, half] = [await ask(maker), await ask(maker)];
  const approved = `UPDATE staff_requests SET state = 'approved', decider_id = $2, decided_at = now() - interval '1 minute'
    WHERE id = $1`;
  for (const id of [left, half]) await world.db.query(approved, [id, checker.id]);
  // The second one's action was done, and the server died before recording the outcome.
  await world.db.query(`SELECT record_action('Carlos', $1, NULL, $2, 'a test', '{}', NULL, NULL)`, [checker.id, half]);
  await Promise.all(Array.from({ length: 5 }, () => finishRequests(world.parts)));
  const rows = await world.db.query<{ state: string }>('SELECT state FROM staff_requests WHERE id = ANY ($1)', [
    [left, half],
  ]);
  expect(rows).toEqual([{ state: 'done' }, { state: 'done' }]);
  expect(await funded()).toBe(before + 1);
});

test('[R4] a request that the command refuses fails, with its message', async () => {
  const admin = [await world.member('admin'), await world.member('admin')] as const;
  // Each is fine on its own; together the house would lose money.
  const asked = [];
  for (const [key, value] of [
    ['primevault.days', '90'],
    ['primevault.rate', '100'],
  ] as const) {
    const set = await admin[0].act('settings set', [key, value], {}, why);
    asked.push(set.json<{ Request: { Id: string } }>().Request.Id);
  }
  const [days, rate] = asked as [string, string];
  expect((await approve(admin[1], days)).json()).toMatchObject({ State: 'done' });
  expect((await approve(admin[1], rate)).json()).toMatchObject({
    State: 'failed',
    Result: { Lines: [expect.stringContaining('primevault.rate cannot be 100')] },
  });
});

describe('[R4] nobody is asked to approve what can only fail', () => {
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  test.each([
    ['treasury', 'treasury fund', ['0'], {}, 'mistyped', 'não é um valor'],
    ['treasury', 'treasury fund', ['-5'], {}, 'mistyped', 'não é um valor'],
    ['treasury', 'treasury draw', ['0.001'], { reason: 'a test' }, 'mistyped', 'não é um valor'],
    ['treasury', 'treasury draw', ['1'], { reason: ' ' }, 'mistyped', 'De 1 a 200 caracteres'],
    ['treasury', 'treasury draw', ['1000000000'], { reason: 'a test' }, 'refused', 'é mais do que não foi prometido'],
    ['treasury', 'taxes pay', ['many'], { reason: 'a test' }, 'mistyped', 'não é um valor'],
    ['treasury', 'taxes pay', ['0.01'], { reason: 'a test' }, 'refused', 'é mais do que se deve'],
    ['treasury', 'taxes return', ['0.01'], { reason: 'a test' }, 'refused', 'é mais do que foi pago'],
    ['admin', 'settings set', ['interest', '10'], {}, 'refused', 'Não há uma configuração interest'],
    [
      'admin',
      'settings set',
      ['auth.registrations_per_hour', '-1'],
      {},
      'refused',
      'Este valor não é aceito: de 1 a 1.000.000.',
    ],
    ['admin', 'settings set', ['console.two_people', '["staff dance"]'], {}, 'refused', 'Este valor não é aceito.'],
    ['admin', 'settings schedule', ['primevault.days', '90'], { from: 'tomorrow' }, 'mistyped', 'não é um instante'],
    ['admin', 'settings schedule', ['primevault.days', '91'], { from: inDays(-1) }, 'refused', 'já passou'],
    [
      'admin',
      'settings schedule',
      ['primevault.days', '0'],
      { from: inDays(9) },
      'refused',
      'Este valor não é aceito: de 30 a 3.650.',
    ],
    ['admin', 'settings withdraw', ['soon'], {}, 'mistyped', 'Um número maior que 0'],
  ] as const)('as %s: %s %j', async (role, command, words, options, code, sentence) => {
    const asking = await world.member(role);
    const count = () => world.db.query('SELECT FROM staff_requests');
    const before = (await count()).length;
    const answer = await asking.act(command, [...words], options, why);
    expect([answer.statusCode, answer.json()]).toEqual([
      code === 'mistyped' ? 422 : 409,
      expect.objectContaining({ code, message: expect.stringContaining(sentence) }),
    ]);
    expect((await count()).length).toBe(before);
  });
});

test('[R4] a request ends when it is refused, withdrawn by its maker, or expired', async () => {
  const before = await funded();
  const [refused, withdrawn, late] = [await ask(maker), await ask(maker), await ask(maker)];
  expect((await checker.post(`/console/requests/${refused}/refuse`, { reason: 'too early' })).json()).toMatchObject({
    State: 'refused',
    DecisionReason: 'too early',
  });
  expect(codeOf(await checker.post(`/console/requests/${withdrawn}/withdraw`))).toBe('unknown_request');
  expect((await maker.post(`/console/requests/${withdrawn}/withdraw`)).json()).toMatchObject({ State: 'withdrawn' });
  await letExpire(world, late);
  for (const id of [refused, withdrawn, late]) expect(codeOf(await approve(checker, id))).toBe('request_over');
  expect(await funded()).toBe(before);
});

test('[R4] without the role nobody sees or decides a request', async () => {
  const id = await ask(maker);
  const support = await world.member('support');
  expect(codeOf(await approve(support, id))).toBe('role_may_not');
  expect((await support.get('/console/requests')).json()).toEqual([]);
});

test('[R4] refuses an unknown request, and a decision without a reason', async () => {
  expect((await approve(checker, '019aa000-0000-7000-8000-000000000009')).statusCode).toBe(404);
  expect((await approve(checker, 'x')).statusCode).toBe(422);
  expect((await checker.post(`/console/requests/${await ask(maker)}/approve`, {})).statusCode).toBe(422);
  expect((await checker.post(`/console/requests/${await ask(maker)}/approve`, { reason: ' ' })).statusCode).toBe(422);
});

test('[R4] a long list comes in pages', async () => {
  await Promise.all(Array.from({ length: 60 }, () => ask(maker)));
  const first = await checker.get('/console/requests');
  expect(first.json<object[]>()).toHaveLength(50);
  const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
  const second = (await checker.get(next)).json<{ Id: string }[]>();
  expect(second.length).toBeGreaterThan(10);
  const seen = new Set([...first.json<{ Id: string }[]>(), ...second].map(({ Id }) => Id));
  expect(seen.size).toBe(50 + second.length);
});

test('[R4] a request can be neither rewritten nor deleted', async () => {
  const id = await ask(maker);
  await expect(world.db.query(`UPDATE staff_requests SET input = '{}' WHERE id = $1`, [id])).rejects.toThrow(
    'not changed',
  );
  await expect(world.db.query(`UPDATE staff_requests SET state = 'done' WHERE id = $1`, [id])).rejects.toThrow(
    'not changed',
  );
  await expect(world.db.query('DELETE FROM staff_requests')).rejects.toThrow('permission denied');
});
