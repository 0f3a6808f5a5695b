import { dayIn } from '#platform/server/span.ts';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { roles } from '#staff/roles.ts';
import words from '#console/messages/zh-CN.json' with { type: 'json' };
import { readPdf } from '#yearly-statement/server/testing/read-pdf.ts';
import type { DailySheetAnswer, LiabilityDayAnswer, ReportFileAnswer } from '#console/reports-contract.ts';
import { type BrokerageConsoleWorld, openBrokerageConsoleWorld } from '../testing/brokerage-console-world.ts';
import type { TestMember } from '../testing/console-world.ts';

let world: BrokerageConsoleWorld;
let maker: TestMember;
let checker: TestMember;
const today = dayIn('America/Sao_Paulo', new Date());
beforeAll(async () => {
  world = await openBrokerageConsoleWorld();
  maker = await world.member('compliance', { name: 'Caio' });
  checker = await world.member('auditor', { name: 'Iara' });
  const ana = await world.investor({ isEmailConfirmed: true });
  await world.transfer('deposit', ana, 400);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const files = async (who: TestMember): Promise<ReportFileAnswer[]> => (await who.get('/console/reports/files')).json();
const take = (who: TestMember, id: string) => who.get(`/console/reports/files/${id}`);
const makeReport = (report: string) => maker.act('reports export', [report, today, today], {}, 'for the year’s end');
const lastAction = async () =>
  (await world.db.query('SELECT operator, action, details, was, is_now FROM actions ORDER BY number DESC LIMIT 1'))[0];

test('[R6] the daily sheet includes the breaks of the day, and reading it is recorded', async () => {
  const sheet = (await maker.get(`/console/reports/daily?day=${today}`)).json<DailySheetAnswer>();
  expect(sheet).toMatchObject({ Day: today, Breaks: { Count: 0, Open: 0 } });
  expect(sheet.Accounts.find(({ Account }) => Account === 'balance')?.Closing).toBeGreaterThanOrEqual(400);
  expect(await lastAction()).toMatchObject({ operator: 'Caio', action: 'reports daily', details: { day: today } });
  expect((await maker.get('/console/reports/daily')).statusCode).toBe(200);
});

test('[R6] the daily sheet is printed in the reader’s language, with its figures; making it is recorded', async () => {
  const sheet = (await maker.get(`/console/reports/daily?day=${today}`)).json<DailySheetAnswer>();
  const print = async (language: string, day = today) =>
    world.askConsole({
      method: 'GET',
      url: `/console/reports/daily/paper?day=${day}`,
      headers: { cookie: maker.cookie, 'accept-language': language },
    });
  for (const [language, title] of [
    ['pt-BR', 'Folha do dia'],
    ['zh-CN', words.reports.views.daily],
    ['fa', null],
  ] as const) {
    const printed = await print(language);
    expect(printed.statusCode).toBe(200);
    const { Name, Pdf } = printed.json<{ Name: string; Pdf: string }>();
    expect(Name).toBe(`daily-${today}.pdf`);
    const pdf = await readPdf(Buffer.from(Pdf, 'base64'));
    expect(pdf.language).toBe(language);
    if (title === null) continue;
    const total = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', useGrouping: 'always' });
    const text = pdf.pages.join(' ');
    expect(text).toContain(title);
    expect(text).toContain(total.format(sheet.Owed).replaceAll(/\s+/g, ' '));
  }
  expect(await lastAction()).toMatchObject({ operator: 'Caio', action: 'reports daily', details: { day: today } });
  expect((await print('en', '2999-01-01')).statusCode).toBe(422);
  expect((await print('en', 'x')).statusCode).toBe(422);
  const support = await world.member('support');
  expect((await support.get(`/console/reports/daily/paper?day=${today}`)).statusCode).toBe(403);
});

test('[R6] liabilities are reported day by day', async () => {
  const [day] = (await maker.get(`/console/reports/liabilities?from=${today}&until=${today}`)).json<
    LiabilityDayAnswer[]
  >();
  expect(day).toMatchObject({ Day: today, Held: 0, Zord: 0 });
  expect(day?.Owed).toBe((day?.Balance ?? 0) + (day?.Invested ?? 0) + (day?.Promised ?? 0));
});

test('[R6] a report that names nobody takes one person, and others with the role download it unchanged', async () => {
  expect((await makeReport('accounts')).json()).toMatchObject({ Request: null });
  const [file] = await files(checker);
  expect(file).toMatchObject({ Report: 'accounts', From: today, Until: today, By: 'Caio', Mine: true });
  const taken = await take(checker, file?.Id ?? '');
  expect(taken.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining(`accounts-${today}-${today}.csv`),
    'content-length': String(file?.Bytes),
    'cache-control': 'no-store',
  });
  const sha256 = createHash('sha256').update(taken.rawPayload).digest('hex');
  expect(sha256).toBe(file?.Sha256);
  expect(await lastAction()).toMatchObject({
    operator: 'Iara',
    action: 'reports take',
    was: { sha256 },
    is_now: { sha256 },
  });
});

test('[R4] a report that names every customer takes two people, and only they can download it', async () => {
  const { Done, Request } = (await makeReport('customers')).json<{ Done: unknown; Request: { Id: string } }>();
  expect(Done).toBeNull();
  expect((await files(maker)).some(({ Report }) => Report === 'customers')).toBe(false);
  await checker.post(`/console/requests/${Request.Id}/approve`, { reason: 'the tax adviser asks for it' });
  const other = await world.member('compliance');
  const file = (await files(other)).find(({ Report }) => Report === 'customers');
  expect(file).toMatchObject({ Mine: false, By: 'Caio, Iara' });
  const id = file?.Id ?? '';
  expect((await take(other, id)).statusCode).toBe(404);
  for (const who of [maker, checker]) expect((await take(who, id)).body).toMatch(/^customer,account,day,/);
});

test('[R4] a report that names every customer, made at the machine, cannot be downloaded in the console', async () => {
  const made = await lastroOf(world)(`reports export customers ${today} ${today} --json`);
  const { id } = JSON.parse(made.out) as { id: string };
  for (const role of roles) {
    const member = await world.member(role);
    const { statusCode } = await take(member, id);
    const mayTakeReports = ['treasury', 'compliance', 'auditor'].includes(role);
    expect([role, statusCode]).toEqual([role, mayTakeReports ? 404 : 403]);
    if (mayTakeReports) expect((await files(member)).find((file) => file.Id === id)).toMatchObject({ Mine: false });
  }
  expect((await world.askConsole({ method: 'GET', url: `/console/reports/files/${id}` })).statusCode).toBe(401);
  await expect(
    world.db.query(
      `INSERT INTO report_files (id, report, first_day, last_day, made_by, expires_at) VALUES ($1, 'customers', $2, $2, '', now())`,
      [crypto.randomUUID(), today],
    ),
  ).rejects.toThrow('one_that_names_every_customer_says_who_takes_it');
});

test('[R3] reports are open to the roles that work with the books, and to nobody else', async () => {
  await makeReport('accounts');
  const [file] = await files(maker);
  const urls = [
    ['/console/reports/daily', ['payments', 'treasury', 'compliance', 'auditor']],
    [`/console/reports/liabilities?from=${today}&until=${today}`, ['treasury', 'compliance', 'auditor']],
    ['/console/reports/files', ['treasury', 'compliance', 'auditor']],
    [`/console/reports/files/${file?.Id}`, ['treasury', 'compliance', 'auditor']],
  ] as const;
  for (const [url, ours] of urls) {
    for (const role of roles) {
      const { statusCode } = await (await world.member(role)).get(url);
      expect([url, role, statusCode]).toEqual([url, role, (ours as readonly string[]).includes(role) ? 200 : 403]);
    }
    expect((await world.askConsole({ method: 'GET', url })).statusCode).toBe(401);
  }
});

describe('[R6] an invalid report is refused', () => {
  test.each([
    ['/console/reports/daily?day=2026-02-30', 422],
    ['/console/reports/daily?day=2999-01-01', 422],
    ['/console/reports/liabilities', 422],
    [`/console/reports/liabilities?from=${today}&until=2020-01-01`, 422],
    ['/console/reports/liabilities?from=2020-01-01&until=2022-01-01', 422],
    ['/console/reports/files/x', 422],
    [`/console/reports/files/${crypto.randomUUID()}`, 404],
  ])('%s', async (url, status) => {
    expect((await maker.get(url)).statusCode).toBe(status);
  });
});
