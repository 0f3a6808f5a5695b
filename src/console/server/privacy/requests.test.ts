import { dayIn } from '#platform/server/span.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import type { Today } from '#console/today-contract.ts';
import { type Answer, type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let support: TestMember;
let compliance: TestMember;

beforeAll(async () => {
  world = await openConsoleWorld();
  support = await world.member('support', { name: 'Sara' });
  compliance = await world.member('compliance', { name: 'Nara' });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const day = (ahead: number): string => dayIn('America/Sao_Paulo', new Date(Date.now() + ahead * 86_400_000));

interface Request {
  Id: string;
  Customer: { Id: string };
}

const open = async (): Promise<Request[]> => (await compliance.get('/console/privacy/requests/open')).json<Request[]>();
const answered = async () => (await compliance.get('/console/privacy/requests/answered')).json<Request[]>();
const today = async (who: TestMember): Promise<Today> => (await who.get('/console/today')).json<Today>();
const idOf = (answer: Answer): string => answer.json<{ Done: { Json: { request: string } } }>().Done.Json.request;

test('[R6] a privacy request shows when it was received, is due and was answered, and who handles it', async () => {
  const ana = await world.investor({ name: 'Ana Pede' });
  const id = idOf(await support.act('privacy open', [ana.email, 'export'], { received: day(-3) }));
  expect(await open()).toMatchObject([
    {
      Id: id,
      Kind: 'export',
      Received: day(-3),
      Due: day(12),
      Overdue: false,
      Handler: null,
      Customer: { Id: ana.id },
    },
  ]);
  expect((await support.act('privacy open', [ana.email, 'export'])).statusCode).toBe(409);
  await compliance.act('privacy take', [id]);
  expect(await open()).toMatchObject([{ Handler: 'Nara' }]);
  expect((await today(support)).Privacy).toEqual({ Open: 1, Overdue: 0, NextDue: day(12) });
  expect((await support.act('privacy answer', [id, 'done'])).statusCode).toBe(422);
  await support.act('privacy answer', [id, 'done'], { reason: 'handed over at the desk' });
  expect(await open()).toEqual([]);
  expect(await answered()).toMatchObject([{ Id: id, Handler: 'Nara', Outcome: 'done', Answered: expect.any(String) }]);
  expect((await support.act('privacy answer', [id, 'refused'], { reason: 'again' })).statusCode).toBe(409);
  const looks = await world.db.query(
    `SELECT FROM actions WHERE action = 'privacy look' AND details ->> 'customers' LIKE $1`,
    [`%${ana.id}%`],
  );
  expect(looks.length).toBeGreaterThan(0);
});

test('[R6] an overdue request raises an alarm for those who answer it, by the days that the operator set', async () => {
  const [bia, caio] = [await world.investor(), await world.investor()];
  await support.act('privacy open', [bia.email, 'correction'], { received: day(-15) });
  expect((await today(compliance)).Alarms).not.toContain('privacy_overdue');
  await lastroOf(world)('settings', 'set', 'privacy.answer_days', '5');
  await support.act('privacy open', [caio.email, 'erasure'], { received: day(-6) });
  expect(await open()).toMatchObject([
    { Customer: { Id: caio.id }, Due: day(-1), Overdue: true },
    { Customer: { Id: bia.id }, Due: day(0), Overdue: false },
  ]);
  const seen = await today(compliance);
  expect([seen.Privacy, seen.Alarms.includes('privacy_overdue')]).toEqual([
    { Open: 2, Overdue: 1, NextDue: day(-1) },
    true,
  ]);
  const treasury = await today(await world.member('treasury'));
  expect([treasury.Privacy, treasury.Alarms.includes('privacy_overdue')]).toEqual([null, false]);
  expect((await lastroOf(world)('privacy', 'list')).out).toContain('OVERDUE');
  // Erasing the customer answers their request.
  await lastroOf(world)('customer', 'erase', caio.email, '--ground', 'asked');
  expect((await answered())[0]).toMatchObject({ Customer: { Id: caio.id }, Erased: true, Email: '', Outcome: 'done' });
});

test.each([
  ['a kind that is none', ['export-all'], {}],
  ['a day to come', ['export'], { received: day(1) }],
  ['a day of long ago', ['export'], { received: day(-400) }],
  ['no day', ['export'], { received: '2026-02-30' }],
])('[R6] a privacy request with %s is refused', async (_, words, options) => {
  const eva = await world.investor();
  expect((await support.act('privacy open', [eva.email, ...words], options)).statusCode).toBeOneOf([409, 422]);
});

test('[R6] the lists of privacy requests refuse an invalid cursor', async () => {
  expect((await compliance.get('/console/privacy/requests/answered?after=x')).statusCode).toBe(422);
});
