import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { tokenIn } from '#mail/server/testing/read-mail.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { register } from '#testing/server/newcomer.ts';
import { recover, recoveryToken, reset } from './testing/recovery.ts';

const email = 'canary.51c9@example.com';
const password = 'rouxinol-e07d na varanda';
let world: World;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openWorld();
  mailbox = await openMailbox(world);
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

test('[A9] confirming, recovering and resetting log no address, token or password', async () => {
  await register(world, { email });
  const confirmation = (await mailbox.deliver()).map(tokenIn)[0] ?? '';
  await world.ask({ method: 'GET', url: `/auth/confirm?token=${confirmation}` });
  await world.ask({ method: 'POST', url: '/auth/confirm', body: { token: confirmation } });
  await world.ask({
    method: 'POST',
    url: `/auth/confirm?token=${confirmation}`,
    body: { token: { of: confirmation } },
  });
  await recover(world, 'canary.nobody@example.com');
  const recovery = await recoveryToken(world, mailbox, email);
  await world.ask({ method: 'GET', url: `/auth/reset?token=${recovery}` });
  await reset(world, recovery, password);
  await reset(world, recovery, password);
  await mailbox.deliver();
  await recover(world, email);
  mailbox.context.templates = {};
  await mailbox.deliver();

  const log = world.logLines.join('');
  const mailLines = world.logLines.filter((line) => line.includes('a mail has left'));
  expect(mailLines.length).toBeGreaterThan(2);
  expect([email, password, confirmation, recovery, 'canary'].filter((secret) => log.includes(secret))).toEqual([]);
  expect([confirmation.length, recovery.length]).toEqual([43, 43]);
});
