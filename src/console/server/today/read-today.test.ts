import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Today } from '#console/today-contract.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => void (world = await openConsoleWorld()));
afterAll(() => world.close());

test('[R6] [A9] e-mails that the mail server refuses, and those given up, are on Today of those who can see to it', async () => {
  const [admin, desk] = [await world.member('admin'), await world.member('desk')];
  const today = async (by = admin) => (await by.get('/console/today')).json<Today>();
  expect((await today()).Mails).toEqual({ Stuck: 0, Lost: 0, Said: null });
  const insert = (values: string) =>
    world.db.query(
      `INSERT INTO mails (id, customer_id, kind, cause, about, deadline_at, is_urgent, state, queued_at, due_at, ended_at, failures, last_error)
       SELECT gen_random_uuid(), NULL, 'greeting', gen_random_uuid()::text, '{}', now() + interval '1 day', false, ${values}`,
    );
  await insert(`'waiting', now() - interval '11 minutes', now() + interval '1 hour', NULL, 3, 'smtp_554'`);
  await insert(`'expired', now() - interval '2 days', NULL, now(), 30, 'smtp_550'`);
  const seen = await today();
  expect(seen.Mails).toEqual({ Stuck: 1, Lost: 1, Said: 'smtp_554' });
  expect(seen.Alarms).toEqual(expect.arrayContaining(['mails_stuck', 'mails_lost']));
  expect((await today(desk)).Mails).toBeNull();
});
