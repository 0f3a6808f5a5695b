import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { createPasswordWork } from './password-work.ts';
import { openMailbox } from '#testing/server/mailbox.ts';
import { logIn, meet, newcomer, register } from '#testing/server/newcomer.ts';
import { recover, recoveryToken, reset } from './testing/recovery.ts';

const email = 'ana@example.com';
const password = 'capivara no telhado';
const other = 'tamanduá na varanda';
const passwords = createPasswordWork();
let world: World;
let token: string;

beforeAll(async () => {
  world = await openWorld();
  await register(world, { email, password });
});
beforeEach(async () => {
  await world.db.query('DELETE FROM attempts');
  await world.db.query('DELETE FROM sessions');
  await world.db.query('UPDATE customers SET password_hash = $1', [await passwords.hash(password)]);
  token = await enter();
});
afterAll(() => world.close());

async function enter(): Promise<string> {
  return (await logIn(world, { email, password })).json().token;
}

function change(held: string | null, body: object, path = '-', language = 'en'): Promise<Response> {
  const headers = { 'accept-language': language, ...(held === null ? {} : { authorization: held }) };
  return world.ask({ method: 'POST', url: `/api/password/${path}`, headers, body, remoteAddress: '203.0.113.9' });
}

function grow(minutes: number): Promise<unknown> {
  return world.db.query('UPDATE sessions SET created_at = created_at - make_interval(mins => $1)', [minutes]);
}

async function opens(tried: string): Promise<boolean> {
  return (await logIn(world, { email, password: tried })).statusCode === 200;
}

function told(answer: Response): unknown[] {
  return [answer.statusCode, answer.json().code];
}

describe('with the current password', () => {
  test('[P1] it is changed: the new one logs in, the old one does not', async () => {
    await grow(200);
    const answer = await change(token, { password: other, current: password });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect([await opens(other), await opens(password)]).toEqual([true, false]);
  });

  test("[P2] every other session ends; this one and other customers' stay", async () => {
    const [phone, tablet, bruno] = [await enter(), await enter(), (await register(world)).json().token];
    expect((await change(token, { password: other, current: password })).statusCode).toBe(204);
    const answers = await Promise.all([token, phone, tablet, bruno].map((held) => meet(world, held)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 401, 401, 200]);
  });

  test('[P2] an emailed link that could still set a password is void, and a queued one is not sent', async () => {
    const mailbox = await openMailbox(world);
    const bruno = String(newcomer().email);
    await register(world, { email: bruno });
    const [first, second] = [await recoveryToken(world, mailbox, email), await recoveryToken(world, mailbox, email)];
    const brunosLink = await recoveryToken(world, mailbox, bruno);
    await recover(world, email);
    expect((await change(token, { password: other, current: 'not this one' })).statusCode).toBe(422);
    expect((await change(token, { password: other, current: password })).statusCode).toBe(204);
    const left = await mailbox.deliver();
    expect(left.map((mail) => [mail.to, mail.subject])).toEqual([[[email], 'Sua senha em Lastro foi trocada']]);
    for (const link of [first, second]) {
      const answer = await reset(world, link, 'a third one altogether');
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'token_invalid']);
    }
    expect([await opens(other), await opens('a third one altogether')]).toEqual([true, false]);
    expect((await reset(world, brunosLink, 'a third one altogether')).statusCode).toBe(204);
    await mailbox.close();
  });

  test('[P2] a change and an emailed link used concurrently set one password, without a deadlock', async () => {
    const mailbox = await openMailbox(world);
    for (let round = 0; round < 4; round += 1) {
      await world.db.query('DELETE FROM attempts');
      const link = await recoveryToken(world, mailbox, email);
      const here = await enter();
      const answers = await Promise.all([
        change(here, { password: other, current: password }),
        reset(world, link, 'a third one altogether'),
      ]);
      expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
      expect(await opens(answers[0].statusCode === 204 ? other : 'a third one altogether')).toBe(true);
      await world.db.query('UPDATE customers SET password_hash = $1', [await passwords.hash(password)]);
    }
    await mailbox.close();
  });

  test('[P1] a wrong one changes nothing, returns a message, and ends no session', async () => {
    const phone = await enter();
    const answer = await change(token, { password: other, current: 'not this one' });
    expect(answer.json()).toEqual({ code: 'wrong_password', message: 'The current password is incorrect.' });
    expect(answer.statusCode).toBe(422);
    expect([await opens(password), await opens(other)]).toEqual([true, false]);
    expect((await meet(world, phone)).statusCode).toBe(200);
  });

  test('[L6] guesses at the login stop no logged-in customer from changing it; ten wrong ones here do, for this session alone', async () => {
    const tablet = await enter();
    for (let guess = 0; guess < 11; guess += 1) await logIn(world, { email, password: `wrong ${guess}` });
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await change(token, { password: other, current: `wrong ${guess}` })).statusCode).toBe(422);
    }
    const answer = await change(token, { password: other, current: password });
    expect(told(answer)).toEqual([429, 'too_many_attempts']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await change(tablet, { password: other, current: password })).statusCode).toBe(204);
  });

  test("[L6] a password made of the customer's name, address or the brand is rejected with a message", async () => {
    for (const made of ['bruno-1988!', 'L4str0 2026', 'example.12345']) {
      const answer = await change(token, { password: made, current: password });
      expect(answer.json()).toEqual({
        code: 'password_too_personal',
        message: 'The password cannot contain your name, your email or the platform’s name.',
      });
      expect(answer.statusCode).toBe(422);
    }
  });

  test("[P2] of two concurrent changes one succeeds, and ends the other's session", async () => {
    for (let round = 0; round < 4; round += 1) {
      await world.db.query('DELETE FROM attempts');
      const [here, there] = [await enter(), await enter()];
      const answers = await Promise.all([
        change(here, { password: other, current: password }),
        change(there, { password: 'a third one altogether', current: password }),
      ]);
      const won = answers.findIndex((answer) => answer.statusCode === 204);
      // 401 if its session had been ended, 422 if its present password was outdated: depending on how far it had got.
      expect([401, 422]).toContain(answers[1 - won]?.statusCode);
      expect(await opens(won === 0 ? other : 'a third one altogether')).toBe(true);
      await world.db.query('UPDATE customers SET password_hash = $1', [await passwords.hash(password)]);
    }
  });

  test('[P2] a concurrent login with the old password does not outlive the change', async () => {
    for (let round = 0; round < 4; round += 1) {
      await world.db.query('DELETE FROM attempts');
      const here = await enter();
      const [login] = await Promise.all([
        logIn(world, { email, password }),
        change(here, { password: other, current: password }),
      ]);
      if (login.statusCode === 200) expect((await meet(world, login.json().token)).statusCode).toBe(401);
      await world.db.query('UPDATE customers SET password_hash = $1', [await passwords.hash(password)]);
    }
  });
});

describe('without the current password', () => {
  test('[P1] a session younger than ten minutes may change it', async () => {
    await grow(9);
    expect((await change(token, { password: other })).statusCode).toBe(204);
    expect(await opens(other)).toBe(true);
  });

  test('[P1] an older one is asked for it', async () => {
    await grow(10);
    const answer = await change(token, { password: other }, '-', 'pt-BR');
    expect(answer.json()).toEqual({ code: 'reauthenticate', message: 'Por segurança, informe a senha atual.' });
    expect([answer.statusCode, await opens(password)]).toEqual([403, true]);
  });

  test('[P1] moving business time does not change the age of a session', async () => {
    await world.db.query('UPDATE sandbox_clock SET ahead_ms = ahead_ms + 86400000::bigint');
    const answer = await change(token, { password: other });
    await world.db.query('UPDATE sandbox_clock SET ahead_ms = 0');
    expect(answer.statusCode).toBe(204);
  });
});

describe('the input', () => {
  test.each([
    [{ password: 'short' }, 'invalid_field'],
    [{ password: 'x'.repeat(129) }, 'invalid_field'],
    [{}, 'invalid_field'],
    [{ password: 12_345_678 }, 'invalid_field'],
    [{ password: other, current: ['x'] }, 'invalid_field'],
    [{ password: 'password1' }, 'password_too_common'],
  ])('[P1] %j is rejected as at registration, before any work', async (body, code) => {
    const answer = await change(token, body);
    expect(told(answer)).toEqual([422, code]);
    expect(await opens(password)).toBe(true);
  });

  test('[P1] the body decides; the path is ignored', async () => {
    expect(
      (await change(token, { password: other, current: password }, encodeURIComponent('from the path'))).body,
    ).toBe('');
    expect([await opens(other), await opens('from the path')]).toEqual([true, false]);
  });

  test('[P1] a path segment as long as the longest password still reaches the call', async () => {
    const longest = encodeURIComponent('密'.repeat(128));
    expect((await change(token, { password: other, current: password }, longest)).statusCode).toBe(204);
  });

  test('[P1] without a session, or with an ended one, nothing changes', async () => {
    const left = await enter();
    await world.ask({ method: 'POST', url: '/auth/logout', headers: { authorization: left } });
    for (const held of [null, 'x', left]) expect((await change(held, { password: other })).statusCode).toBe(401);
    expect(await opens(password)).toBe(true);
  });

  test('[P1] no log line holds a password, from the body or from the path', async () => {
    const canary = 'canary-4471 no quintal';
    await change(token, { password: canary, current: `${canary}?` }, encodeURIComponent(canary));
    await change(token, { password: canary, current: password }, encodeURIComponent(canary));
    await world.ask({ method: 'POST', url: `/api/password/canary-4471/${encodeURIComponent(canary)}` });
    const log = world.logLines.join('');
    expect(log).toContain('/api/password/:password');
    expect(log).not.toMatch(/canary|capivara|tamandu/i);
  });
});
