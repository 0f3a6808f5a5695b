import ICAL from 'ical.js';
import type { Response } from 'light-my-request';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { opened, vaultInvestor } from '#primevault/server/testing/vault-world.ts';
import type { Maturity } from '../contract.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const link = '/api/maturities/calendar';

/** Makes a link and returns the path that a calendar program requests. */
async function linkOf(investor: TestInvestor): Promise<string> {
  const answer = await investor.post(link);
  expect(answer.statusCode).toBe(201);
  return new URL(answer.json<{ Url: string }>().Url).pathname;
}

/** Requests it like a calendar program, without any token. */
function follow(path: string, remoteAddress = '198.51.100.7'): Promise<Response> {
  return world.ask({ method: 'GET', url: path, remoteAddress });
}

function eventsOf(text: string): InstanceType<typeof ICAL.Event>[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
}

/** Strips the marks that a language puts around amounts. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u200e\u200f\u061c]/g, (mark) => (mark === '\u00a0' ? ' ' : ''));
}

describe('the link', () => {
  test('is shown once, with a name of 43 characters, and not stored in clear text', async () => {
    const ana = await world.investor();
    expect((await ana.get(link)).json()).toEqual({ Created: null });
    const path = await linkOf(ana);
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
    const { Created } = (await ana.get(link)).json<{ Created: string }>();
    expect(Math.abs(Date.parse(Created) - Date.now())).toBeLessThan(60_000);
    const secret = path.slice('/calendar/'.length, -'.ics'.length);
    const rows = await world.db.query<{ text: string }>('SELECT f::text AS text FROM calendar_feeds f');
    expect(rows.map(({ text }) => text).join()).not.toContain(secret);
    expect((await ana.get(link)).body).not.toContain(secret);
  });

  test('[A1] is created and revoked by its owner alone', async () => {
    const [ana, bia] = [await world.investor(), await world.investor()];
    const path = await linkOf(ana);
    for (const url of [link, `${link}/revoke`]) {
      const nobody = await world.ask({ method: 'POST', url });
      expect([nobody.statusCode, nobody.json<{ code: string }>().code]).toEqual([401, 'unauthenticated']);
    }
    expect((await world.ask({ method: 'GET', url: link })).statusCode).toBe(401);
    expect((await bia.get(link)).json()).toEqual({ Created: null });
    expect((await bia.post(`${link}/revoke`)).statusCode).toBe(204);
    expect((await follow(path)).statusCode).toBe(200);
    expect((await ana.post(`${link}/revoke`)).statusCode).toBe(204);
    expect((await ana.post(`${link}/revoke`)).statusCode).toBe(204);
    expect((await ana.get(link)).json()).toEqual({ Created: null });
  });

  test('[A1] answers the same 404 when revoked, replaced, mangled or never issued', async () => {
    const ana = await world.investor();
    const revoked = await linkOf(ana);
    await ana.post(`${link}/revoke`);
    const replaced = await linkOf(ana);
    const current = await linkOf(ana);
    expect((await follow(current)).statusCode).toBe(200);
    const wrong = [
      revoked,
      replaced,
      `/calendar/${'A'.repeat(43)}.ics`,
      '/calendar/x.ics',
      '/calendar/%00',
      `${current}x`,
    ];
    const answers = await Promise.all(wrong.map((path) => follow(path)));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ code: 'not_found' });
    expect(answers[0]?.headers['cache-control']).toBe('no-store');
  });

  test('[A8] cannot be guessed: an address that tries too often is limited, but still served with a valid link', async () => {
    const path = await linkOf(await world.investor());
    const tries = await Promise.all(
      Array.from({ length: 301 }, (_, n) => follow(`/calendar/${String(n).padStart(43, 'A')}.ics`, '203.0.113.9')),
    );
    const limited = tries.filter((answer) => answer.statusCode === 429);
    expect(limited).toHaveLength(1);
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await follow(path, '203.0.113.9')).statusCode).toBe(200);
    expect((await follow(path)).statusCode).toBe(200);
  });

  test('[A8] can be polled as often as programs do, up to a limit', async () => {
    const path = await linkOf(await world.investor());
    const codes = await Promise.all(Array.from({ length: 121 }, async () => (await follow(path)).statusCode));
    expect(codes.filter((code) => code === 200)).toHaveLength(120);
    expect(codes.filter((code) => code === 429)).toHaveLength(1);
  });

  test('appears in no log line and in no metric', async () => {
    const path = await linkOf(await world.investor());
    const secret = path.slice('/calendar/'.length, -'.ics'.length);
    await follow(path);
    await follow(`/calendar/${secret.toLowerCase()}.ics`);
    await follow(`/calendar/${secret}/more`);
    await world.ask({ method: 'POST', url: path });
    expect(world.logLines.join('\n').toLowerCase()).not.toContain(secret.toLowerCase());
    expect(world.logLines.some((line) => line.includes('"/calendar/:name"'))).toBe(true);
    expect((await world.ask({ method: 'GET', url: '/metrics' })).body.toLowerCase()).not.toContain(
      secret.toLowerCase(),
    );
  });
});

describe('the calendar', () => {
  test('has an event per position with the amounts of the list, and nothing that identifies the customer', async () => {
    const ana = await vaultInvestor(world, '1000');
    await ana.post('/api/stake', { amount: 300, time_stake: 60 });
    await opened(ana, 500);
    const path = await linkOf(ana);
    const answer = await follow(path);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=900',
    });
    const maturities = (await ana.get('/api/maturities')).json<Maturity[]>();
    const events = eventsOf(answer.body);
    expect(events.map((event) => [event.uid, event.startDate.toJSDate().toISOString(), plain(event.summary)])).toEqual([
      [maturities[0]?.Id, maturities[0]?.End, 'Stake: US$ 375,00 de volta'],
      [maturities[1]?.Id, maturities[1]?.End, 'PrimeVault: US$ 650,00 de volta'],
    ]);
    expect(plain(events[0]?.description ?? '')).toBe('Aplicação de US$ 300,00 mais US$ 75,00 de lucro prometido.');
    for (const personal of [ana.id, ana.email, ana.code, 'Ana', 'Souza']) expect(answer.body).not.toContain(personal);
    expect((await follow(path)).body).toBe(answer.body);
  });

  test('[B7] is in the language that the customer saved, and folded as in RFC 5545', async () => {
    const ana = await world.investor({ balance: '100' });
    await ana.post('/api/stake', { amount: 100, time_stake: 30 });
    const path = await linkOf(ana);
    for (const [language, summary] of [
      ['en', 'Stake: $110.00 comes back'],
      ['es', 'Stake: US$ 110,00 de vuelta'],
      ['zh-CN', '质押：返还 US$110.00'],
      ['fa', 'استیک: بازگشت $۱۱۰٫۰۰'],
    ]) {
      await world.db.query('UPDATE customers SET language = $2 WHERE id = $1', [ana.id, language]);
      const { body } = await follow(path);
      const [event] = eventsOf(body);
      expect(plain(event?.summary ?? '')).toBe(summary);
      const lines = body.split('\r\n');
      expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(Math.max(...lines.map((each) => Buffer.byteLength(each)))).toBeLessThanOrEqual(75);
      expect(body).toMatch(/\r\nDTSTAMP:\d{8}T\d{6}Z\r\n/);
      expect(body).toMatch(/\r\nDTSTART:\d{8}T\d{6}Z\r\n/);
    }
  });

  test('says sandbox in the sandbox, and is a valid calendar even when nothing runs', async () => {
    const path = await linkOf(await world.investor());
    const { body } = await follow(path);
    const calendar = new ICAL.Component(ICAL.parse(body));
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Vencimentos (sandbox)');
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('prodid')).toMatch(/^-\/\/lastro\//);
    expect(eventsOf(body)).toEqual([]);
  });

  test('leaves out what has come back', async () => {
    const ana = await world.investor({ balance: '100' });
    await ana.post('/api/stake', { amount: 100, time_stake: 30 });
    const path = await linkOf(ana);
    expect(eventsOf((await follow(path)).body)).toHaveLength(1);
    world.forward(30);
    await world.settle();
    expect(eventsOf((await follow(path)).body)).toEqual([]);
  });
});
