import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestMember } from '#console/server/testing/console-world.ts';
import { type ConsoleWorld, openConsoleWorld } from '#console/server/testing/console-world.ts';
import { composeUnsubscribing } from '#app/server/compose-unsubscribing.ts';
import { noticeMailTemplates } from '#notices/server/mail-templates.ts';
import { builtProgram } from '#testing/server/built-program.ts';
import { announcementMailTemplates } from './mail-templates.ts';
import { tellAnnouncements } from './tell-announcements.ts';

let world: ConsoleWorld;
let maker: TestMember;
let checker: TestMember;

beforeAll(async () => {
  world = await openConsoleWorld();
  maker = await world.member('desk');
  checker = await world.member('compliance');
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const texts = {
  'text-pt-br': 'Amanhã às 2h paramos por dez minutos.',
  'text-en': 'Tomorrow at 2 we stop for ten minutes. <b>Plain</b> text.',
  'text-es': 'Mañana a las 2 paramos diez minutos.',
  'text-zh-cn': '明天两点我们将停机十分钟。',
  'text-fa': 'فردا ساعت ۲ ده دقیقه متوقف می‌شویم.',
};
const subjects = {
  'subject-pt-br': 'Parada amanhã',
  'subject-en': 'A stop tomorrow',
  'subject-es': 'Parada mañana',
  'subject-zh-cn': '明天停机',
  'subject-fa': 'توقف فردا',
};
const said = { segment: 'all', mails: 'none', ...subjects, ...texts };

/** Requested by one person, approved by another. Returns its id and the command's output. */
async function announce(options: Record<string, string>): Promise<{ id: string; lines: string[] }> {
  const asked = await maker.act('announcement create', [], { ...said, ...options }, 'planned works');
  const { Request } = asked.json<{ Request: { Id: string } }>();
  const decided = await checker.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' });
  const { Result } = decided.json<{ Result: { Lines: string[]; Json: { announcement?: string } } }>();
  return { id: Result.Json.announcement ?? '', lines: Result.Lines };
}

async function tellAll(): Promise<void> {
  while ((await tellAnnouncements(world.db)) > 0);
  await tellAnnouncements(world.db);
}

const toldOf = async (id: string): Promise<string[]> =>
  (
    await world.db.query<{ customer_id: string }>(
      `SELECT customer_id FROM customer_notices WHERE kind = 'announcement' AND reference = $1 ORDER BY 1`,
      [id],
    )
  ).map((row) => row.customer_id);
const stateOf = async (id: string) =>
  (await world.db.query<{ state: string }>('SELECT state FROM announcements WHERE id = $1', [id]))[0]?.state;

/** Bare customers with no other data. */
async function customers(count: number, changes = ''): Promise<string[]> {
  const rows = await world.db.query<{ id: string }>(
    `INSERT INTO customers (id, email, name, phone, birth, password_hash, code, language, terms_accepted_at, terms_version)
     SELECT id, id || '@example.com', 'Somebody', '+98912345678', '2000-01-01', '', id::text, 'fa', now(), '1'
     FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)) AS made ${changes} RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

describe('[R6] an announcement', () => {
  test('takes two people, is counted first, and becomes a notice for each customer in every language, with an email in theirs', async () => {
    const ana = await world.investor();
    expect((await maker.act('announcement create', [], said)).statusCode).toBe(422);
    const counted = (await maker.post('/console/announcements/count', { segment: 'all' })).json<{
      Customers: number;
    }>();
    const { id, lines } = await announce({ link: '/stake', mails: 'owed' });
    expect(lines[0]).toContain(`${counted.Customers} customers will be notified`);
    await tellAll();
    const [notice] = (await ana.get('/api/notices')).json<object[]>();
    expect(notice).toMatchObject({
      Kind: 'announcement',
      Announcement: {
        Link: '/stake',
        Subjects: { fa: subjects['subject-fa'] },
        Texts: { fa: texts['text-fa'], en: texts['text-en'] },
      },
    });
    const mails = await world.db.query<{ about: { notices: string } }>(
      `SELECT about FROM mails WHERE customer_id = $1 AND kind = 'notices.announcement'`,
      [ana.id],
    );
    expect(mails).toHaveLength(1);
    await world.db.query(`UPDATE customers SET language = 'fa' WHERE id = $1`, [ana.id]);
    const write = noticeMailTemplates(world.db, world.config, composeUnsubscribing(world.config))[
      'notices.announcement'
    ];
    const mail = await write?.({ customerId: ana.id, about: mails[0]?.about ?? {}, queuedAt: new Date() });
    expect(mail).toMatchObject({ language: 'fa', subject: subjects['subject-fa'], paragraphs: [texts['text-fa']] });
    expect(mail?.action?.url).toBe(`${world.config.publicUrl}/stake`);
    expect(await stateOf(id)).toBe('done');
    const late = await world.investor();
    await tellAll();
    expect(await toldOf(id)).not.toContain(late.id);
  });

  test('reaches each customer once, with two concurrent workers that are killed repeatedly', async () => {
    const many = new Set(await customers(3000));
    const { id } = await announce({ segment: 'language:fa', mails: 'owed' });
    for (const step of [7, 12, 17]) {
      const workers = [step, step + 7].map((at) =>
        fork(builtProgram('dying-teller'), {
          execArgv: [],
          env: { ...process.env, DATABASE_URL: world.db.url, DIE_AT_STEP: String(at) },
        }),
      );
      const ends = await Promise.all(workers.map((worker) => once(worker, 'exit')));
      expect(ends.map(([, signal]) => String(signal))).toContain('SIGKILL');
    }
    const before = (await toldOf(id)).length;
    expect(before).toBeGreaterThan(0);
    await Promise.all([tellAll(), tellAll()]);
    const told = await toldOf(id);
    expect(told.filter((who) => many.has(who))).toHaveLength(3000);
    expect(new Set(told).size).toBe(told.length);
    const [mails] = await world.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM mails WHERE kind = 'notices.announcement' AND cause LIKE '%' || $1 || '%'`,
      [id],
    );
    expect(mails?.count).toBe(told.length);
    const [row] = (await maker.get('/console/announcements')).json<object[]>();
    expect(row).toMatchObject({ Id: id, State: 'done', Told: told.length, Mailed: told.length });
  });

  test.each([
    [{ segment: 'product:stake' }, 'holder'],
    [{ segment: 'country', country: '+98' }, 'iranian'],
    [{ segment: 'never_logged_in' }, 'iranian'],
  ] as const)('for %j reaches only those', async (segment, whom) => {
    const holder = await world.investor({ balance: '100.00' });
    await holder.post('/api/stake', { amount: 100, time_stake: 30 }, { 'idempotency-key': randomUUID() });
    const [iranian] = await customers(1);
    const { id } = await announce(segment);
    await tellAll();
    const told = await toldOf(id);
    expect([told.includes(holder.id), told.includes(iranian ?? '')]).toEqual([whom === 'holder', whom === 'iranian']);
  });

  test('can be withdrawn by one person while it waits and then reaches nobody; once begun it cannot', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await announce({ at });
    await tellAll();
    expect([await stateOf(id), await toldOf(id)]).toEqual(['waiting', []]);
    const withdraw = (which: string) => maker.act('announcement withdraw', [which], { reason: 'not needed' });
    expect((await withdraw(id)).statusCode).toBe(200);
    await tellAll();
    expect([await stateOf(id), await toldOf(id)]).toEqual(['withdrawn', []]);
    const begun = await announce({ segment: 'product:primevault' });
    await tellAll();
    for (const which of [id, begun.id, randomUUID()]) expect((await withdraw(which)).statusCode).toBe(409);
    expect((await withdraw('x')).statusCode).toBe(422);
    await expect(world.db.query(`UPDATE announcements SET texts = texts || '{"en": "x"}'`)).rejects.toThrow(
      'not changed',
    );
  });

  test.each([
    ['no Persian', { 'text-fa': ' ' }],
    ['too long', { 'text-en': 'x'.repeat(1001) }],
    ['nobody’s segment', { segment: 'everybody' }],
    ['a product that is none', { segment: 'product:gold' }],
    ['a link elsewhere', { link: 'https://evil.example' }],
    ['a link of another host', { link: '//evil.example' }],
    ['a link that runs', { link: 'javascript:alert(1)' }],
    ['an instant that is none', { at: 'tomorrow' }],
    ['a day that no calendar has', { at: '2026-02-30T00:00:00Z' }],
    ['emails to whom nobody knows', { mails: 'some' }],
    ['a country that is none', { segment: 'country', country: '+0' }],
  ])('with %s is rejected', async (_, options) => {
    const asked = await maker.act('announcement create', [], { ...said, ...options }, 'planned works');
    expect([asked.statusCode, asked.json<{ code?: string }>().code]).toEqual([422, 'mistyped']);
  });

  test.each([
    ['an instant too far', { at: '2099-01-01T00:00:00Z' }, 'too_far'],
    ['a country without its code', { segment: 'country' }, 'country_alone'],
    ['a code without its country', { country: '+55' }, 'country_alone'],
  ])('with %s is not asked for', async (_, options, reason) => {
    const asked = await maker.act('announcement create', [], { ...said, ...options }, 'planned works');
    expect(asked.json()).toMatchObject({ code: 'refused', details: { reason } });
  });

  test('[R6] is written in the languages that its recipients read, and shown in one of them to whoever joins', async () => {
    await customers(1);
    const inPersian = { 'subject-fa': subjects['subject-fa'], 'text-fa': texts['text-fa'] };
    const inSpanish = { 'subject-es': subjects['subject-es'], 'text-es': texts['text-es'] };
    const one = { segment: 'language:fa', mails: 'none' };
    const ask = (params: object) => maker.act('announcement create', [], { ...one, ...params }, 'planned works');
    expect((await ask(inSpanish)).json()).toMatchObject({ details: { reason: 'language_missing' } });
    const halfSaid = await ask({ ...inPersian, 'subject-en': 'x' });
    expect(halfSaid.json()).toMatchObject({ details: { reason: 'half_said' } });
    expect((await ask({})).json()).toMatchObject({ details: { reason: 'nothing_said' } });
    const counted = await maker.post('/console/announcements/count', { segment: 'language:fa' });
    const { Customers, Languages } = counted.json<{ Customers: number; Languages: object[] }>();
    expect(Languages).toEqual([{ Language: 'fa', Customers }]);
    const asked = await ask(inPersian);
    const { Request } = asked.json<{ Request: { Id: string } }>();
    const shown = (await checker.get(`/console/requests/${Request.Id}`)).body;
    expect([shown.includes(texts['text-fa']), shown.includes('In Spanish')]).toEqual([true, false]);
    const ana = await world.investor();
    await world.db.query(`UPDATE customers SET language = 'fa' WHERE id = $1`, [ana.id]);
    await checker.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' });
    await tellAll();
    const [notice] = (await ana.get('/api/notices')).json<object[]>();
    expect(notice).toMatchObject({ Announcement: { Texts: { fa: texts['text-fa'] } } });
  });

  test('[R6] [A9] whoever turned such emails off gets the notice alone, unless it is owed to everybody', async () => {
    const wants = await world.investor({ isEmailConfirmed: true });
    const refuses = await world.investor({ isEmailConfirmed: true });
    const unconfirmed = await world.investor();
    const turnOff = await world.ask({
      method: 'PUT',
      url: '/api/notices/letters',
      headers: { authorization: refuses.token },
      payload: { announcements: false },
    });
    expect(turnOff.json()).toEqual({ Maturities: true, Withdrawals: true, Announcements: false });
    const three = [wants.id, refuses.id, unconfirmed.id];
    for (const [mails, mailed] of [
      ['none', []],
      ['wanted', [wants.id]],
      ['owed', three],
    ] as const) {
      const { id } = await announce({ segment: 'language:pt-BR', mails });
      await tellAll();
      expect(await toldOf(id)).toEqual(expect.arrayContaining(three));
      const rows = await world.db.query<{ customer_id: string; about: { notices: string } }>(
        `SELECT customer_id, about FROM mails WHERE cause LIKE '%' || $1 || '%' AND customer_id = ANY ($2)`,
        [id, three],
      );
      expect(new Set(rows.map((row) => row.customer_id))).toEqual(new Set(mailed));
      const [row] = (await maker.get('/console/announcements')).json<{ Mailed: number; MailsCounted: number }[]>();
      expect(row?.Mailed).toBe(row?.MailsCounted);
      const write = noticeMailTemplates(world.db, world.config, composeUnsubscribing(world.config));
      for (const { customer_id: customerId, about } of rows) {
        const mail = await write['notices.announcement']?.({ customerId, about, queuedAt: new Date() });
        expect(mail?.unsubscribe !== undefined).toBe(mails === 'wanted');
      }
    }
  });

  test('[R6] is mailed to its writer as a test, in each language written, and to nobody else', async () => {
    const { 'subject-fa': subject, 'text-fa': text } = { ...subjects, ...texts };
    const tested = await maker.act('announcement test', [], {
      'subject-fa': subject,
      'text-fa': text,
      'subject-en': 'Hello',
      'text-en': 'There',
      link: '/stake',
    });
    expect([tested.statusCode, tested.body.includes('2')]).toEqual([200, true]);
    const mails = await world.db.query<{ customer_id: string | null; about: Record<string, string> }>(
      `SELECT customer_id, about FROM mails WHERE kind = 'announcements.test'`,
    );
    expect(mails).toHaveLength(2);
    const write = announcementMailTemplates(world.db, world.config)['announcements.test'];
    const written = await Promise.all(
      mails.map(async ({ about }) => write?.({ customerId: null, about, queuedAt: new Date() })),
    );
    expect(new Set(written.map((mail) => mail?.language))).toEqual(new Set(['en', 'fa']));
    expect(written.find((mail) => mail?.language === 'fa')).toMatchObject({
      to: maker.email,
      subject,
      paragraphs: [text],
      action: { url: `${world.config.publicUrl}/stake` },
    });
    expect((await maker.act('announcement test', [], {})).json()).toMatchObject({
      details: { reason: 'nothing_said' },
    });
  });

  test('[L14] is read whole by whoever decides, and for whom it is, in their language; the account leaves its texts out', async () => {
    const asked = await maker.act(
      'announcement create',
      [],
      { ...said, segment: 'country', country: '+98' },
      'planned works',
    );
    const { Request } = asked.json<{ Request: { Id: string } }>();
    const read = async (url: string) => {
      const headers = { cookie: checker.cookie, 'accept-language': 'fa' };
      return (await world.askConsole({ method: 'GET', url, headers })).body;
    };
    const shown = await read(`/console/requests/${Request.Id}`);
    for (const each of [...Object.values({ ...texts, ...subjects }), 'از کشور', '+98'])
      expect(shown).toContain(JSON.stringify(each));
    await checker.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' });
    const account = await read('/console/actions?action=announcement%20create');
    expect([account.includes('از کشور'), account.includes(texts['text-en'])]).toEqual([true, false]);
  });
});

test('[R3] roles that make no announcements cannot count recipients, and an invalid segment is rejected', async () => {
  for (const role of ['support', 'payments', 'treasury', 'auditor', 'admin'] as const)
    expect((await (await world.member(role)).post('/console/announcements/count', { segment: 'all' })).statusCode).toBe(
      403,
    );
  for (const segment of ['', 'x', "all' OR true", 'country:+0'])
    expect((await maker.post('/console/announcements/count', { segment })).statusCode).toBe(422);
});
