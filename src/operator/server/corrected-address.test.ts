import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { subscribers } from '#app/server/subscribers.ts';
import { recoveryToken } from '#auth/server/testing/recovery.ts';
import { drawToken } from '#platform/server/secret-token.ts';
import { insertLostLink } from '#secondfactor/server/removal-store.ts';
import { type KeyOwner, type KeyWorld, openKeyWorld } from '#secondfactor/server/testing/key-world.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { makeCorrections } from './customer-corrections.ts';
import { lastroOf } from './testing/type-command.ts';

const next = 'jabuti na varanda';
let world: KeyWorld;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openKeyWorld();
  mailbox = await openMailbox(world);
});
beforeEach(() => void (world.clock.at = new Date()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await mailbox.close();
  await world.close();
});

/** Corrects the address as the staff do, lets the waiting time pass, and delivers the emails. */
async function moved(owner: KeyOwner): Promise<KeyOwner> {
  const email = `moved-${owner.id}@example.com`;
  const asked = await lastroOf(world)('customer address', owner.email, email, '--reason', 'showed a document');
  expect(asked.exit).toBe(0);
  await world.db.query(
    `UPDATE customer_corrections SET asked_at = asked_at - interval '9 days', takes_effect_at = takes_effect_at - interval '9 days'
     WHERE customer_id = $1`,
    [owner.id],
  );
  expect(await makeCorrections(world.db, subscribers)).toBe(1);
  // The link that confirms the new address.
  await mailbox.deliver();
  return { ...owner, email };
}

test('[L6] the mailbox of a corrected address alone does not remove the second factor', async () => {
  const ana = await moved(await world.withApp());
  const token = await recoveryToken(world, mailbox, ana.email);
  const answer = await world.ask({ method: 'POST', url: '/auth/reset', body: { token, password: next } });
  expect(answer.statusCode).toBe(204);
  const asked = await world.logIn(ana, next);
  expect([asked.statusCode, asked.json().code]).toEqual([401, 'second_key_required']);
  const { ticket } = asked.json<{ details: { ticket: string } }>().details;
  const entered = await world.ask({ method: 'POST', url: '/auth/second-key', body: { ticket, code: ana.nextCode() } });
  expect(entered.statusCode).toBe(200);
});

test('[L6] a link for a lost second factor, mailed to the old address, ends with it', async () => {
  const ana = await world.withApp();
  const token = drawToken();
  const recipient = { customerId: ana.id, email: ana.email };
  await insertLostLink(world.db, recipient, token, new Date(world.clock.at.getTime() + 60 * 60_000));
  await moved(ana);
  const answer = await world.ask({ method: 'POST', url: '/auth/second-key/lost/confirm', body: { token } });
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'link_invalid']);
});
