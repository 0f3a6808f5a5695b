import type { Response } from 'light-my-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SecondFactorRequest } from '../use-contract.ts';
import { type KeyOwner, type KeyWorld, openKeyWorld, password, ticketsOf } from './testing/key-world.ts';

let world: KeyWorld;

beforeAll(async () => void (world = await openKeyWorld()));
beforeEach(async () => {
  world.clock.at = new Date();
  await world.db.query('DELETE FROM attempts');
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

async function ticketOf(owner: KeyOwner): Promise<SecondFactorRequest> {
  const answer = await world.logIn(owner);
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'second_key_required']);
  return answer.json().details;
}

function finish(ticket: string, shown: object): Promise<Response> {
  return world.ask({ method: 'POST', url: '/auth/second-key', body: { ticket, ...shown } });
}

function opens(token: string): Promise<boolean> {
  const headers = { authorization: token };
  return world.ask({ method: 'GET', url: '/api/user', headers }).then((answer) => answer.statusCode === 200);
}

describe('with an authenticator app', () => {
  test('[A2] the right password requires the second factor, and a code of the app logs in', async () => {
    const ana = await world.withApp();
    const { ticket, methods } = await ticketOf(ana);
    expect(methods).toEqual(['app', 'recovery']);
    const answer = await finish(ticket, { code: ana.nextCode() });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['token', 'expires']]);
    expect(await opens(answer.json().token)).toBe(true);
  });

  test('[A3] a wrong password and an unknown address reveal nothing about a second factor', async () => {
    const ana = await world.withApp();
    const wrong = await world.logIn(ana, 'não é essa');
    const unknown = await world.logIn({ email: 'nobody@example.com' });
    expect([wrong.statusCode, wrong.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(wrong.json()).toEqual({ code: 'invalid_credentials', message: 'Credenciais inválidas' });
  });

  test('[A2] without a second factor the password suffices', async () => {
    const bruno = await world.owner();
    expect((await world.logIn(bruno)).statusCode).toBe(200);
  });

  test('[A2] a used code does not log in again, nor does an earlier one', async () => {
    const ana = await world.withApp();
    const before = ana.nextCode();
    const code = ana.nextCode();
    expect((await finish((await ticketOf(ana)).ticket, { code })).statusCode).toBe(200);
    for (const spent of [code, before]) {
      const again = await finish((await ticketOf(ana)).ticket, { code: spent });
      expect([again.statusCode, again.json().code]).toEqual([422, 'second_key_wrong']);
    }
  });

  test('[A2] of fifty concurrent uses of one code, one logs in', async () => {
    const ana = await world.withApp();
    const code = ana.nextCode();
    const tickets = await ticketsOf(world, ana, 50);
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, { code })));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 422, 429].includes(status))).toEqual([]);
  });

  test('[A2] fifty concurrent uses of one ticket with different codes open one session', async () => {
    const ana = await world.withApp();
    const { ticket } = await ticketOf(ana);
    const shown = ana.recoveryCodes.map((recovery) => ({ recovery }));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => finish(ticket, shown[n % 10] as object)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  });

  test('[A2] a ticket is valid for five minutes, five attempts and one login', async () => {
    const ana = await world.withApp();
    const late = await ticketOf(ana);
    world.clock.forward(5 * 60);
    expect((await finish(late.ticket, { code: ana.nextCode() })).json().code).toBe('ticket_invalid');

    const guessed = await ticketOf(ana);
    for (let guess = 0; guess < 5; guess += 1) await finish(guessed.ticket, { code: '000000' });
    expect((await finish(guessed.ticket, { code: ana.nextCode() })).statusCode).toBe(401);

    const used = await ticketOf(ana);
    expect((await finish(used.ticket, { code: ana.nextCode() })).statusCode).toBe(200);
    expect((await finish(used.ticket, { code: ana.nextCode() })).statusCode).toBe(401);
  });

  test('[A3] ten wrong codes in a quarter of an hour block the app, whatever the ticket, with a retry-after', async () => {
    const ana = await world.withApp();
    for (const ticket of await ticketsOf(world, ana, 10)) await finish(ticket, { code: '123123' });
    const answer = await finish((await ticketOf(ana)).ticket, { code: ana.nextCode() });
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many_attempts']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // Somebody else's guesses do not lock out whoever has the recovery codes.
    const [recovery] = ana.recoveryCodes;
    expect((await finish((await ticketOf(ana)).ticket, { recovery })).statusCode).toBe(200);
  });

  test('[P2] a ticket is invalid once the password has changed', async () => {
    const ana = await world.withApp();
    const { ticket } = await ticketOf(ana);
    await world.db.query(`UPDATE customers SET password_hash = password_hash || 'x' WHERE id = $1`, [ana.id]);
    expect((await finish(ticket, { code: ana.nextCode() })).json().code).toBe('ticket_invalid');
  });

  test('[A3] nothing, a partial code, letters and two methods at once are refused without a fault', async () => {
    const ana = await world.withApp();
    const odd = [{}, { code: '' }, { code: '12345' }, { code: 'abcdef' }, { code: '123456', recovery: 'x' }];
    const tickets = await ticketsOf(world, ana, odd.length);
    const answers = await Promise.all(odd.map((shown, at) => finish(tickets[at] ?? '', shown)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([403, 422, 422, 422, 403]);
  });

  test.each(['', 'x', 'A'.repeat(43), '%00'])('[A3] rejects %j as a ticket', async (ticket) => {
    expect((await finish(ticket, { code: '123456' })).json().code).toBe('ticket_invalid');
  });
});

describe('with a recovery code', () => {
  test('[A2] each logs in once, however it is typed', async () => {
    const ana = await world.withApp();
    const [first = ''] = ana.recoveryCodes;
    const typed = `\u200e${first.toUpperCase().replaceAll('-', '–\u200b')}\ufeff`;
    expect((await finish((await ticketOf(ana)).ticket, { recovery: typed })).statusCode).toBe(200);
    expect((await finish((await ticketOf(ana)).ticket, { recovery: first })).statusCode).toBe(422);
    expect((await ana.get('/api/second-key')).json().RecoveryCodesLeft).toBe(9);
  });

  test('[A2] of fifty concurrent uses of one, one logs in', async () => {
    const ana = await world.withApp();
    const [recovery] = ana.recoveryCodes;
    const tickets = await ticketsOf(world, ana, 50);
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, { recovery })));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  });

  test('[A2] another customer’s is refused', async () => {
    const [ana, bruno] = [await world.withApp(), await world.withApp()];
    expect((await finish((await ticketOf(ana)).ticket, { recovery: bruno.recoveryCodes[0] })).statusCode).toBe(422);
  });

  test('[A2] neither database nor log holds the codes or the app’s secret', async () => {
    const ana = await world.owner();
    const { Secret } = (await ana.post('/api/second-key/app', { proof: { password } })).json<{ Secret: string }>();
    const eva = await world.withApp();
    const rows = await world.db.query<{ all: string }>(
      `SELECT (SELECT string_agg(s::text, '') FROM authenticator_setups s) || (SELECT string_agg(a::text, '') FROM authenticator_apps a)
        || (SELECT string_agg(r::text, '') FROM recovery_codes r) AS all`,
    );
    const kept = `${rows[0]?.all}${world.logLines.join('')}`;
    const secrets = [
      Secret,
      ...eva.recoveryCodes,
      ...eva.recoveryCodes.map((code) => Buffer.from(code).toString('hex')),
    ];
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
  });
});

describe('with a passkey', () => {
  test('[A2] its answer to the login’s own challenge logs in', async () => {
    const ana = await world.withPasskey();
    const { ticket, methods, passkey } = await ticketOf(ana);
    expect(methods).toEqual(['passkey', 'recovery']);
    const answer = await finish(ticket, { passkey: ana.passkey.answer(passkey?.challenge ?? '') });
    expect(answer.statusCode).toBe(200);
  });

  test('[A2] a synced passkey, whose counter stays at zero, logs in every time', async () => {
    const ana = await world.withPasskey({ isSynced: true });
    for (let time = 0; time < 3; time += 1) {
      const { ticket, passkey } = await ticketOf(ana);
      const answer = await finish(ticket, { passkey: ana.passkey.answer(passkey?.challenge ?? '') });
      expect(answer.statusCode).toBe(200);
    }
    expect((await ana.get('/api/second-key')).json().Passkeys).toMatchObject([{ Name: 'Celular', Synced: true }]);
  });

  test('[A2] a counter that decreases is recorded and locks nobody out', async () => {
    const ana = await world.withPasskey();
    for (const counter of [7, 3]) {
      const { ticket, passkey } = await ticketOf(ana);
      const answer = await finish(ticket, { passkey: ana.passkey.answer(passkey?.challenge ?? '', { counter }) });
      expect(answer.statusCode).toBe(200);
    }
    const rows = await world.db.query('SELECT counter, counter_fell_at FROM passkeys WHERE customer_id = $1', [ana.id]);
    expect(rows).toEqual([{ counter: 7n, counter_fell_at: world.clock.at }]);
  });

  test('[A2] an answer is valid once, for its own ticket, from our own origin, and from the customer’s own passkey', async () => {
    const [ana, bruno] = [await world.withPasskey(), await world.withPasskey()];
    const one = await ticketOf(ana);
    const other = await ticketOf(ana);
    const challenge = one.passkey?.challenge ?? '';
    const refused = async (ticket: string, passkey: object) => {
      const answer = await finish(ticket, { passkey });
      return [answer.statusCode, answer.json().code];
    };
    const wrong = [422, 'second_key_wrong'];
    expect(await refused(other.ticket, ana.passkey.answer(challenge))).toEqual(wrong);
    expect(await refused(one.ticket, ana.passkey.answer(challenge, { origin: 'https://lastro.evil' }))).toEqual(wrong);
    expect(await refused(one.ticket, bruno.passkey.answer(challenge))).toEqual(wrong);
    expect(await refused(one.ticket, ana.passkey.answer('A'.repeat(43)))).toEqual(wrong);
    expect((await finish(one.ticket, { passkey: ana.passkey.answer(challenge) })).statusCode).toBe(200);
    expect((await finish(other.ticket, { passkey: ana.passkey.answer(challenge) })).statusCode).toBe(422);
  });
});
