import type { Response } from 'light-my-request';
import type { World } from '#testing/server/world.ts';
import { tokenIn } from '#mail/server/testing/read-mail.ts';
import type { Mailbox } from '#testing/server/mailbox.ts';

export function recover(world: World, email: unknown, remoteAddress = '203.0.113.7'): Promise<Response> {
  return world.ask({ method: 'POST', url: '/auth/recover', body: { email }, remoteAddress });
}

export function reset(world: World, token: unknown, password: unknown): Promise<Response> {
  return world.ask({ method: 'POST', url: '/auth/reset', body: { token, password } });
}

export function look(world: World, token: unknown): Promise<Response> {
  return world.ask({ method: 'POST', url: '/auth/reset/look', body: { token } });
}

/** Requests a reset link, and returns the token that the customer finds in their mail. */
export async function recoveryToken(world: World, mailbox: Mailbox, email: string): Promise<string> {
  await recover(world, email);
  const mails = await mailbox.deliver();
  const mail = mails.find((each) => each.to[0] === email && tokenIn(each));
  return mail ? tokenIn(mail) : '';
}
