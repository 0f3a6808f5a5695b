import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findPatterns } from '#cases/server/find-patterns.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { roles } from '#staff/roles.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let compliance: TestMember;
let other: TestMember;

beforeAll(async () => {
  world = await openConsoleWorld({ isLive: true });
  compliance = await world.member('compliance', { name: 'Nara' });
  other = await world.member('compliance', { name: 'Caio' });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

interface Alert {
  Id: string;
  Rule: string;
  Customers: number;
  Customer: { Id: string };
  Evidence: { Customer: { Id: string }; Transfer: string | null }[];
}

/** Runs the rules as two concurrent servers until there is nothing new to read. */
async function find(): Promise<void> {
  for (let busy = 1; busy > 0;)
    busy = Math.max(
      ...(await Promise.all([findPatterns(world.db, 'sandbox', 0), findPatterns(world.db, 'sandbox', 0)])),
    );
}

const alertsOf = async (rule: string): Promise<Alert[]> =>
  (await compliance.get('/console/alerts')).json<Alert[]>().filter(({ Rule }) => Rule === rule);
const read = async (id: string): Promise<Alert> => (await compliance.get(`/console/alerts/${id}`)).json<Alert>();

async function register(deviceToken: string, remoteAddress: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const answer = await world.ask({
    method: 'POST',
    url: '/auth/register',
    remoteAddress,
    headers: { 'device-token': deviceToken },
    body: {
      name: 'Someone',
      email,
      phone: '+5511987654321',
      birth: '1990-01-01',
      password: 'a-good-long-word',
      terms: true,
    },
  });
  expect(answer.statusCode).toBe(201);
  const [row] = await world.db.query<{ id: string }>('SELECT id FROM customers WHERE email = $1', [email]);
  return row?.id ?? '';
}

describe('[R6] a suspicious pattern', () => {
  test('of many accounts on one device is a single alert, however often it is read, and the alert grows', async () => {
    const device = randomBytes(32).toString('base64url');
    const address = '198.51.100.7';
    const first = await register(device, address);
    await register(device, address);
    await find();
    expect(await alertsOf('shared_device')).toEqual([]);
    await register(device, address);
    await find();
    expect(await alertsOf('shared_device')).toMatchObject([{ Customers: 3, Customer: { Id: first } }]);
    await register(device, '203.0.113.9');
    await find();
    const [alert, ...more] = await alertsOf('shared_device');
    expect([alert?.Customers, more]).toEqual([4, []]);
    const { Evidence } = await read(alert?.Id ?? '');
    expect(Evidence.map(({ Customer }) => Customer.Id)).toContain(first);
    // The action log names every customer seen, and not only the first.
    const [look] = await world.db.query<{ action: string; details: { customers: string } }>(
      'SELECT action, details FROM actions ORDER BY number DESC LIMIT 1',
    );
    expect([look?.action, look?.details.customers.split(' ')]).toEqual([
      'case look',
      Evidence.map(({ Customer }) => Customer.Id),
    ]);
    const about = async (id: string) => (await compliance.get(`/console/alerts?customer=${id}`)).json<Alert[]>();
    expect([await about(Evidence.at(-1)?.Customer.Id ?? ''), await about(randomUUID())]).toMatchObject([
      [{ Id: alert?.Id }],
      [],
    ]);
    expect(await alertsOf('shared_address')).toEqual([]);
    const [kept] = await world.db.query<{ all: string }>(
      `SELECT string_agg(t::text, ' ') AS all FROM customer_origins t`,
    );
    expect(kept?.all).not.toContain(device);
  });

  test('of several customers paying out to one holder at the brokerage is an alert', async () => {
    const two = [await world.investor(), await world.investor()];
    for (const { id } of two)
      await world.db.query(`INSERT INTO customer_origins (customer_id, kind, mark) VALUES ($1, 'holder', 'the same')`, [
        id,
      ]);
    await find();
    expect(await alertsOf('shared_holder')).toMatchObject([{ Customers: 2 }]);
  });

  test('is dismissed with a reason, and returns only when there is something new', async () => {
    const [alert] = await alertsOf('shared_holder');
    expect((await compliance.act('case dismiss', [alert?.Id ?? ''], { reason: 'a family' })).statusCode).toBe(200);
    expect((await other.act('case dismiss', [alert?.Id ?? ''], { reason: 'again' })).statusCode).toBe(409);
    await world.db.query(`UPDATE pattern_marks SET at = '-infinity'`);
    await find();
    expect(await alertsOf('shared_holder')).toEqual([]);
    const third = await world.investor();
    await world.db.query(`INSERT INTO customer_origins (customer_id, kind, mark) VALUES ($1, 'holder', 'the same')`, [
      third.id,
    ]);
    await find();
    expect(await alertsOf('shared_holder')).toMatchObject([{ Customers: 3 }]);
  });
});

describe('[R6] a case', () => {
  interface Case {
    Id: string;
    Decision: string | null;
    Closed: string | null;
    Events: { Kind: string; Words: string | null; Author: string; About: string | null }[];
    AlertList: object[];
  }
  const readCase = async (id: string): Promise<Case> => (await compliance.get(`/console/cases/${id}`)).json<Case>();

  test('is opened from an alert, assigned, noted, decided and closed, recording author and words at each step', async () => {
    const [alert] = await alertsOf('shared_device');
    const taken = (await compliance.act('case take', [alert?.Id ?? ''], { reason: 'four at once' })).json<{
      Done: { Json: { case: string } };
    }>();
    const { case: id } = taken.Done.Json;
    expect((await other.act('case take', [alert?.Id ?? ''])).statusCode).toBe(409);
    await compliance.act('case assign', [id, other.email]);
    await other.act('case note', [id], { text: 'notecanary of the case' });
    expect((await other.act('case close', [id], { reason: 'too early' })).statusCode).toBe(409);
    await other.act('case decide', [id, 'watch'], { reason: 'wait and see' });
    await other.act('case close', [id], { reason: 'looked at for a month' });
    expect((await other.act('case note', [id], { text: 'too late' })).statusCode).toBe(409);
    const found = await readCase(id);
    expect([found.Decision, found.Closed, found.AlertList.length]).toEqual(['watch', expect.any(String), 1]);
    expect(found.Events.map(({ Kind, Author, Words }) => [Kind, Author, Words])).toEqual([
      ['opened', 'Nara', 'four at once'],
      ['alert', 'Nara', null],
      ['assigned', 'Nara', null],
      ['note', 'Caio', 'notecanary of the case'],
      ['decided', 'Caio', 'wait and see'],
      ['closed', 'Caio', 'looked at for a month'],
    ]);
    const [kept] = await world.db.query<{ all: string }>(
      `SELECT (SELECT string_agg(t::text, ' ') FROM case_events t) || (SELECT string_agg(t::text, ' ') FROM actions t) AS all`,
    );
    expect(kept?.all).not.toContain('notecanary');
  });

  test('takes two people to decide on a freeze, which then happens, once', async () => {
    const ana = await world.investor({ balance: '10.00' });
    const opened = (await compliance.act('case open', [ana.email], { reason: 'by hand' })).json<{
      Done: { Json: { case: string } };
    }>();
    expect((await other.act('case open', [ana.email], { reason: 'a second' })).statusCode).toBe(409);
    const { case: id } = opened.Done.Json;
    const asked = (await compliance.act('case decide', [id, 'freeze'], { reason: 'a ring' }, 'a ring')).json<{
      Request: { Id: string };
    }>();
    const approve = () => other.post(`/console/requests/${asked.Request.Id}/approve`, { reason: 'agreed' });
    const answers = await Promise.all([approve(), approve(), approve()]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await readCase(id)).Decision).toBe('freeze');
    expect((await ana.get('/api/user')).json<{ Frozen: string | null }>().Frozen).not.toBeNull();
    const erase = await lastroOf(world)('customer erase', ana.email, '--ground', 'asked');
    expect(erase.err).toContain('a case about them is open');
  });

  test('[R8] [L14] is decided as it stood: who decides reads whom, old and new; decided anew or closed meanwhile, the request ends', async () => {
    const rui = await world.investor({ balance: '10.00', name: 'Rui Reis' });
    const opened = await compliance.act('case open', [rui.email], { reason: 'by hand' });
    const { case: id } = opened.json<{ Done: { Json: { case: string } } }>().Done.Json;
    const ask = async () =>
      (await compliance.act('case decide', [id, 'freeze'], { reason: 'a ring' }, 'a ring')).json<{
        Request: { Id: string };
      }>();
    const approve = async ({ Request }: { Request: { Id: string } }) =>
      (await other.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' })).json<object>();
    const first = await ask();
    const { Sentence } = (await other.get(`/console/requests/${first.Request.Id}`)).json<{
      Sentence: { Kind: string; Value: string; Name: string | null }[];
    }>();
    expect(Sentence.filter(({ Kind }) => Kind !== 'words')).toEqual([
      { Kind: 'customer', Value: rui.id, Name: 'Rui Reis' },
      { Kind: 'choice', Value: 'undecided', Name: expect.any(String) },
      { Kind: 'choice', Value: 'freeze', Name: expect.any(String) },
      { Kind: 'text', Value: 'a ring', Name: null },
    ]);
    await other.act('case decide', [id, 'watch'], { reason: 'first' });
    expect(await approve(first)).toMatchObject({ State: 'failed', Result: { Json: { reason: 'changed_meanwhile' } } });
    const second = await ask();
    await other.act('case close', [id], { reason: 'over' });
    expect(await approve(second)).toMatchObject({ State: 'failed', Result: { Json: { reason: 'case_closed' } } });
    expect(await ask()).toMatchObject({ code: 'refused', details: { reason: 'case_closed' } });
  });

  test('appears with its alerts on the customer’s page, for roles that see cases', async () => {
    const [{ id: customer }] = (await world.db.query<{ id: string }>(
      'SELECT customer_id AS id FROM cases WHERE closed_at IS NOT NULL LIMIT 1',
    )) as [{ id: string }];
    const url = `/console/customers/${customer}/cases`;
    const shown = (await compliance.get(url)).json<{ Cases: Case[]; Alerts: Alert[] }>();
    expect(shown.Cases).toMatchObject([{ Decision: 'watch', Closed: expect.any(String) }]);
    expect(shown.Alerts.map(({ Rule }) => Rule)).toContain('shared_device');
    const [look] = await world.db.query('SELECT action, details FROM actions ORDER BY number DESC LIMIT 1');
    expect(look).toMatchObject({ action: 'case look', details: { what: 'customer', customer } });
    const among = shown.Alerts.find(({ Rule }) => Rule === 'shared_device')?.Id ?? '';
    const neighbour = (await read(among)).Evidence.find(({ Customer }) => Customer.Id !== customer);
    const beside = (await compliance.get(`/console/customers/${neighbour?.Customer.Id}/cases`)).json<{
      Alerts: Alert[];
    }>();
    expect(beside.Alerts.map(({ Id }) => Id)).toContain(among);
    expect((await compliance.get(`/console/customers/${randomUUID()}/cases`)).statusCode).toBe(404);
    expect((await compliance.get('/console/customers/nobody/cases')).statusCode).toBe(422);
    for (const role of roles) {
      const isTheirs = ['support', 'compliance', 'auditor'].includes(role);
      expect([role, (await (await world.member(role)).get(url)).statusCode]).toEqual([role, isTheirs ? 200 : 403]);
    }
  });

  test('shows its reasons only to roles that see cases, wherever the action log is read', async () => {
    const eva = await world.investor({ balance: '10.00' });
    const opened = await compliance.act('case open', [eva.email], { reason: 'casecanary one' });
    const { case: id } = opened.json<{ Done: { Json: { case: string } } }>().Done.Json;
    const asked = await compliance.act('case decide', [id, 'freeze'], { reason: 'casecanary two' }, 'casecanary three');
    const request = asked.json<{ Request: { Id: string } }>().Request.Id;
    await other.post(`/console/requests/${request}/approve`, { reason: 'casecanary four' });
    await compliance.act('customer view', [eva.email], { reason: 'they called' });
    for (const role of roles) {
      const member = await world.member(role);
      const sees = ['support', 'compliance', 'auditor'].includes(role);
      const read = [
        await member.get(`/console/customers/${eva.id}/actions`),
        await member.get(`/console/customers/${eva.id}/requests`),
        await member.get(`/console/actions?customer=${eva.id}`),
        await member.post('/console/actions/export', { customer: eva.id }),
        await member.act('actions list', [], { customer: eva.email }),
      ].filter(({ statusCode }) => statusCode === 200);
      expect(read.length).toBeGreaterThan(1);
      const said = read.map(({ body }) => [body.includes('casecanary'), /"?decision\W+freeze/.test(body)]);
      expect([role, said.flat().some(Boolean)]).toEqual([role, sees]);
      // Actions unrelated to a case are readable by every role.
      expect([role, read.some(({ body }) => body.includes('they called'))]).toEqual([role, true]);
      if (sees) expect(said.every(([words]) => words)).toBe(true);
    }
    expect((await lastroOf(world)(`actions list --customer ${eva.email}`)).out).toContain('casecanary two');
  });

  test('is readable by support, compliance and the auditor, and by no other role', async () => {
    const [alert] = await alertsOf('shared_holder');
    const [open] = (await compliance.get('/console/cases')).json<{ Id: string; Customer: { Id: string } }[]>();
    const [customer, nobody] = [open?.Customer.Id ?? '', randomUUID()];
    const about = async (id: string) =>
      (await compliance.get(`/console/cases?customer=${id}`)).json<{ Id: string }[]>();
    expect([(await about(customer)).map(({ Id }) => Id), await about(nobody)]).toEqual([
      expect.arrayContaining([open?.Id]),
      [],
    ]);
    const urls = ['/console/alerts', `/console/alerts/${alert?.Id}`, '/console/cases', `/console/cases/${open?.Id}`];
    for (const role of ['support', 'compliance', 'auditor', 'payments', 'treasury', 'desk', 'admin'] as const) {
      const member = await world.member(role);
      const may = ['support', 'compliance', 'auditor'].includes(role);
      for (const url of urls)
        expect([role, url, (await member.get(url)).statusCode]).toEqual([role, url, may ? 200 : 403]);
    }
    for (const url of [
      '/console/alerts/x',
      '/console/cases/x',
      '/console/alerts?state=x',
      '/console/cases?after=%20',
      '/console/cases?customer=x',
    ])
      expect([url, (await compliance.get(url)).statusCode]).toEqual([url, 422]);
    expect((await compliance.get(`/console/cases/${randomUUID()}`)).statusCode).toBe(404);
    const looks = await world.db.query(`SELECT FROM actions WHERE action = 'case look' AND staff_id = $1`, [
      compliance.id,
    ]);
    expect(looks.length).toBeGreaterThan(5);
  });
});
