import { dayIn } from '#platform/server/span.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import words from '#console/messages/pt-BR.json' with { type: 'json' };
import { composeConsole } from '#app/server/compose-console.ts';
import { declaredCommands } from '#operator/server/all-commands.ts';
import { roles } from '#staff/roles.ts';
import type { ServedCall } from '#staff/server/serve-staff.ts';
import { type BrokerageConsoleWorld, openBrokerageConsoleWorld } from './testing/brokerage-console-world.ts';
import type { Answer, TestMember } from './testing/console-world.ts';

/**
 * Covers every call that the console serves to logged-in staff, taken from the server's own list: each leaves an entry when it is answered.
 */
let world: BrokerageConsoleWorld;
let calls: readonly ServedCall[];
let asked: Record<string, Asked>;
const members = {} as Record<(typeof roles)[number], TestMember>;
let ana: Awaited<ReturnType<BrokerageConsoleWorld['investor']>>;

interface Asked {
  params?: Record<string, string>;
  query?: string;
  body?: object;
  /** The caller, where not everybody with the role may call it. */
  by?: TestMember;
}

const ownKeys = 'their own second factors; what changes them is an entry (own-keys.test.ts)';

/** Calls that leave no entry, and why that is right. */
const noLook: Record<string, string> = {
  'GET /console/me': 'who they are themselves, and when their session ends',
  'GET /console/me/sessions': 'where they are signed in themselves',
  'GET /console/waiting': 'how many requests wait for them: a number, and nobody is named',
  'GET /console/privacy/retention': 'two settings, nothing of anybody',
  'GET /console/commands': 'what their role may do: words of the program, nothing of anybody',
  'GET /console/me/keys': ownKeys,
  'POST /console/me/keys/begin': ownKeys,
  'POST /console/me/keys/prove': ownKeys,
  'POST /console/me/keys/passkey': ownKeys,
  'POST /console/me/keys/passkey/add': ownKeys,
  'POST /console/me/keys/app': ownKeys,
  'POST /console/me/keys/app/confirm': ownKeys,
  'POST /console/me/keys/remove': ownKeys,
  'POST /console/me/language': 'what they read in themselves',
  'POST /console/logout': 'the end of their own session',
  'POST /console/announcements/count': 'how many a segment is, reckoned from what they typed; nobody is named',
  'POST /console/offers/preview': 'what customers would read of what they typed; nobody is named',
  'POST /console/operations/preview': 'the file that they have before them themselves',
  'GET /console/treasury/what-if': 'reckoned from what they typed; what is left is on the screen around it',
};

const day = dayIn('America/Sao_Paulo', new Date());

beforeAll(async () => {
  world = await openBrokerageConsoleWorld();
  const { app } = await composeConsole({ config: world.config, db: world.db });
  calls = (app.staffCalls ?? []).filter(({ shape }) => shape.access === 'staff');
  await app.close();
  for (const role of roles) members[role] = await world.member(role);
  ana = await world.investor({ balance: '500' });
  asked = await examples();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Creates an existing object for every call that refers to one. */
async function examples(): Promise<typeof asked> {
  const { compliance, desk, treasury, payments } = members;
  const made = async (by: TestMember, command: string, words: string[], options: Record<string, string> = {}) => {
    const answer = await by.act(command, words, options, 'a test of looking');
    expect([command, answer.statusCode]).toEqual([command, 200]);
    return answer.json<{ Request: { Id: string } | null; Done: { Json: Record<string, string> } | null }>();
  };
  const transfer = await world.transfer('deposit', ana);
  await made(compliance, 'case open', [ana.email], { reason: 'by hand' });
  await made(compliance, 'customer view', [ana.email], { reason: 'they called' });
  await made(compliance, 'customer export', [ana.email], { reason: 'they asked' });
  await made(treasury, 'reports export', ['accounts', day, day]);
  const code = await made(desk, 'promocode create', ['VERAO'], {
    points: '5',
    uses: '3',
    each: '1',
    min: '100',
    from: '2020-01-01',
    until: '2035-12-31',
  });
  const agreed = await (
    await world.member('desk')
  ).post(`/console/requests/${code.Request?.Id}/approve`, { reason: 'agreed' });
  expect(agreed.json()).toMatchObject({ State: 'done' });
  const alert = randomUUID();
  await world.db.query(
    `INSERT INTO alerts (id, customer_id, customers, rule, subject, evidence, last_evidence_at)
     VALUES ($1, $2, ARRAY[$2::uuid], 'shared_device', 'a device', '[]', now())`,
    [alert, ana.id],
  );
  const request = async (by: TestMember, { email } = ana) =>
    (await made(by, 'customer freeze', [email], { reason: 'a call' })).Request?.Id ?? '';
  const [case_] = (await compliance.get('/console/cases')).json<{ Id: string }[]>();
  const attached = (
    await compliance.post(`/console/cases/${case_?.Id}/files`, { name: 'b.txt', content: 'Yg==' })
  ).json<{ Id: string }>();
  const [file] = (await treasury.get('/console/reports/files')).json<{ Id: string }[]>();
  const [journal] = await world.db.query<{ owner: string; number: bigint }>(
    'SELECT owner, number FROM ledger.journals WHERE owner = $1 LIMIT 1',
    [ana.id],
  );
  const csv = 'date,asset,pair,payout,reference\n';
  const kept = await desk.post('/console/operations/files', { name: 'a file', csv });
  const other = await world.member('compliance');
  const [bia, eva] = [await world.investor(), await world.investor()];
  const [own, toApprove, toRefuse] = [
    await request(payments),
    await request(payments, bia),
    await request(payments, eva),
  ];
  return {
    'GET /console/requests/:id': { params: { id: own } },
    'POST /console/requests/:id/approve': { params: { id: toApprove }, body: { reason: 'agreed' }, by: other },
    'POST /console/requests/:id/refuse': { params: { id: toRefuse }, body: { reason: 'not agreed' }, by: other },
    'POST /console/requests/:id/withdraw': { params: { id: own }, by: payments },
    'GET /console/alerts/:id': { params: { id: alert } },
    'GET /console/cases/:id': { params: { id: case_?.Id ?? '' } },
    'POST /console/cases/:id/files': { params: { id: case_?.Id ?? '' }, body: { name: 'a.txt', content: 'YQ==' } },
    'GET /console/cases/:id/files/:file': { params: { id: case_?.Id ?? '', file: attached.Id } },
    'GET /console/customers/:id/explanations/:figure/accruals': { params: { figure: 'stake-accrued' } },
    'GET /console/customers/:id/view': { by: compliance },
    'GET /console/customers/:id/export': { by: compliance },
    'POST /console/customers/search': { body: { search: '' } },
    'GET /console/transfers/:id': { params: { id: transfer } },
    'GET /console/reconciliation': { query: `day=${day}` },
    'GET /console/ledger/journals/:owner/:number': {
      params: { owner: journal?.owner ?? '', number: String(journal?.number) },
    },
    'GET /console/treasury/awards': { query: 'which=owed' },
    'GET /console/reports/liabilities': { query: `from=${day}&until=${day}` },
    'GET /console/reports/files/:id': { params: { id: file?.Id ?? '' }, by: treasury },
    'GET /console/offers/:key/versions': { params: { key: 'primevault.rate' } },
    'GET /console/promocodes/:code/uses': { params: { code: 'VERAO' } },
    'GET /console/operations/files/:id': {
      params: { id: kept.json<{ Id: string }>().Id },
      query: 'product=copytrade',
      by: desk,
    },
    'POST /console/operations/files': { body: { name: 'another', csv } },
    'POST /console/access/export': { body: { which: 'people' } },
    'POST /console/commands': { body: { command: 'settings list' }, by: desk },
  };
}

const nameOf = ({ shape }: ServedCall): string => `${shape.method} ${shape.path}`;

async function ask(call: ServedCall, by: TestMember): Promise<Answer> {
  const { params = {}, query = '', body = {} } = asked[nameOf(call)] ?? {};
  const all: Record<string, string> = { id: ana.id, figure: 'balance', ...params };
  const path = call.shape.path.replaceAll(/:(\w+)/g, (_, name: string) => all[name] ?? name);
  return call.shape.method === 'GET' ? by.get(`${path}?${query}`) : by.post(path, body);
}

const entries = async (): Promise<number> =>
  Number((await world.db.query<{ n: bigint }>('SELECT count(*) AS n FROM actions'))[0]?.n);

test('[R5] every console call leaves an entry on first access, or is listed as exempt with a reason', async () => {
  expect(Object.keys(noLook).filter((name) => !calls.some((call) => nameOf(call) === name))).toEqual([]);
  expect(calls.length).toBeGreaterThan(50);
  for (const call of calls.filter((each) => !(nameOf(each) in noLook))) {
    const by = asked[nameOf(call)]?.by ?? members[call.roles?.[0] ?? 'compliance'];
    const fresh = await world.again(by);
    const before = await entries();
    const answer = await ask(call, { ...fresh, id: by.id });
    expect([nameOf(call), answer.statusCode, await entries()]).toEqual([
      nameOf(call),
      answer.statusCode === 201 ? 201 : 200,
      expect.toSatisfy((after: number) => after > before),
    ]);
  }
});

test('[R5] calls exempt from recording leave no entry', async () => {
  const before = await entries();
  for (const call of calls.filter((each) => nameOf(each) in noLook && nameOf(each) !== 'POST /console/logout'))
    await ask(call, members[call.roles?.[0] ?? 'desk']);
  expect(await entries()).toBe(before);
});

test('[R5] a command that only shows something leaves an entry too', async () => {
  const words: Record<string, string[]> = {
    'customer show': [ana.email],
    'customer second-key': [ana.email],
    'reports daily': [day],
    'reports liabilities': [day, day],
  };
  const showing = declaredCommands.filter(({ name }) => / (list|show|promises|daily|liabilities|audit)$/.test(name));
  expect(showing.length).toBeGreaterThan(12);
  for (const { name, roles: ours } of showing) {
    const before = await entries();
    const answer = await members[ours[0] ?? 'auditor'].act(name, words[name], {});
    expect([name, answer.statusCode, await entries()]).toEqual([name, 200, before + 1]);
  }
});

test('[R7] whatever is recorded has a name in the reader’s language', async () => {
  const recorded = await world.db.query<{ action: string }>('SELECT DISTINCT action FROM actions');
  const named = new Set([...declaredCommands.map(({ name }) => name), ...Object.keys(words.account.names)]);
  expect(recorded.map(({ action }) => action).filter((action) => !named.has(action))).toEqual([]);
});
