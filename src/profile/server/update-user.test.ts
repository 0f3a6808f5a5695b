import type { Response } from 'light-my-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';

const phone = '+55 21 99876-5432';
const birth = '1985-12-24';
let world: World;
let ana: TestInvestor;

beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor();
});
afterAll(() => world.close());

function update(asker: TestInvestor | null, body: unknown, path = '-/-'): Promise<Response> {
  const headers = { 'accept-language': 'en', ...(asker ? { authorization: asker.token } : {}) };
  return world.ask({ method: 'PUT', url: `/api/user/${path}`, headers, body: body as object });
}

describe('phone and birth date', () => {
  test('[P1] are changed, the phone stored in E.164, and the whole user is returned', async () => {
    const answer = await update(ana, { phone, birth });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ Uuid: ana.id, Phone: '+5521998765432', Birth: birth });
    expect((await ana.get('/api/user')).json()).toEqual(answer.json());
  });

  test('[P1] are read from the body; the path is ignored', async () => {
    const answer = await update(ana, { phone, birth }, '+14155552671/1970-01-01');
    expect(answer.json()).toMatchObject({ Phone: '+5521998765432', Birth: birth });
  });

  test('[P1] each customer changes only their own, and nobody without a valid token', async () => {
    const bruno = await world.investor();
    await update(bruno, { phone: '+14155552671', birth: '1970-01-01' });
    expect((await ana.get('/api/user')).json()).toMatchObject({ Phone: '+5521998765432', Birth: birth });
    for (const asker of [null, { ...ana, token: 'x' }])
      expect((await update(asker, { phone, birth })).statusCode).toBe(401);
  });

  test('[L11] what is not sent stays as it is, and the same phone again begins no hold', async () => {
    const eva = await world.investor();
    const changedAt = async () =>
      (await world.db.query('SELECT phone_changed_at, phone, birth FROM customers WHERE id = $1', [eva.id]))[0];
    await update(eva, { phone, birth });
    await world.db.query('UPDATE customers SET phone_changed_at = NULL WHERE id = $1', [eva.id]);
    await update(eva, { birth: '1970-01-01' });
    await update(eva, { phone: '+55 (21) 99876-5432' });
    await update(eva, {});
    expect(await changedAt()).toEqual({ phone_changed_at: null, phone: '+5521998765432', birth: '1970-01-01' });
  });

  test.each([
    [{ phone: '21998765432', birth }, 'invalid_phone'],
    [{ phone: '+55 21 9', birth }, 'invalid_phone'],
    [{ phone: '+5521998765432\u0000', birth }, 'invalid_phone'],
    [{ phone: `+${'5'.repeat(50)}`, birth }, 'invalid_field'],
    [{ phone: 5_521_998_765_432, birth }, 'invalid_field'],
    [{ phone: '', birth }, 'invalid_field'],
    [{ phone, birth: '1985-02-30' }, 'invalid_field'],
    [{ phone, birth: '24/12/1985' }, 'invalid_field'],
    [{ phone, birth: '1899-12-31' }, 'invalid_field'],
    [{ phone, birth: new Date().toISOString().slice(0, 10) }, 'under_age'],
    [{ phone, birth: '2999-01-01' }, 'under_age'],
  ])('[P1] %j is refused with a message, and nothing changes', async (body, code) => {
    const before = (await ana.get('/api/user')).json();
    const answer = await update(ana, body);
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
    expect(answer.json().message.length).toBeGreaterThan(10);
    expect((await ana.get('/api/user')).json()).toEqual(before);
  });

  test('[P1] moving business time makes no minor of age', async () => {
    const child = new Date(Date.now() - 17 * 365.25 * 86_400_000).toISOString().slice(0, 10);
    await world.db.query('UPDATE sandbox_clock SET ahead_ms = ahead_ms + 5 * 365 * 86400000::bigint');
    const answer = await update(ana, { phone, birth: child });
    await world.db.query('UPDATE sandbox_clock SET ahead_ms = 0');
    expect(answer.json().code).toBe('under_age');
  });

  test('[P1] no log line holds a phone or a birth date, from the body or from the path', async () => {
    const path = `${encodeURIComponent('+5511900007777')}/1977-07-07`;
    await update(ana, { phone: '+5511900007777', birth: '1977-07-07' }, path);
    await update(ana, { phone: '+5511900007777', birth: '2077-07-07' }, path);
    await update(ana, '{"phone":"+5511900007777', path);
    await update(null, { phone: '+5511900007777', birth: '1977-07-07' }, path);
    await world.ask({ method: 'GET', url: `/api/user/${path}` });
    await world.ask({ method: 'PUT', url: `/api/user/${path}/more?phone=+5511900007777` });
    const log = world.logLines.join('');
    expect(log).toContain('/api/user/:phone/:birth');
    expect(log).not.toMatch(/11900007777|[12]\d77-07-07/);
  });
});

describe('preferences', () => {
  function prefer(asker: TestInvestor | null, body: object): Promise<Response> {
    return world.ask({
      method: 'PUT',
      url: '/api/preferences',
      headers: asker ? { authorization: asker.token } : {},
      body,
    });
  }

  test('[B6] [B7] are null until chosen, so each browser decides', async () => {
    const bruno = await world.investor();
    expect((await bruno.get('/api/preferences')).json()).toEqual({ Language: null, Theme: null });
  });

  test('[B6] [B7] are stored independently, and the user’s language follows', async () => {
    const bruno = await world.investor();
    expect((await prefer(bruno, { language: 'fa' })).json()).toEqual({ Language: 'fa', Theme: null });
    expect((await prefer(bruno, { theme: 'light' })).json()).toEqual({ Language: 'fa', Theme: 'light' });
    expect((await prefer(bruno, {})).json()).toEqual({ Language: 'fa', Theme: 'light' });
    expect((await bruno.get('/api/preferences')).json()).toEqual({ Language: 'fa', Theme: 'light' });
    expect((await bruno.get('/api/user')).json().Language).toBe('fa');
  });

  test('[B6] belong to each customer alone', async () => {
    const [bruno, carla] = [await world.investor(), await world.investor()];
    await prefer(bruno, { theme: 'light' });
    expect((await carla.get('/api/preferences')).json()).toEqual({ Language: null, Theme: null });
    expect((await prefer(null, { theme: 'light' })).statusCode).toBe(401);
    expect((await world.ask({ method: 'GET', url: '/api/preferences' })).statusCode).toBe(401);
  });

  test.each([{ language: 'de' }, { language: '' }, { theme: 'blue' }, { theme: null }, { language: ['fa'] }])(
    '[B6] [B7] %j cannot be chosen',
    async (body) => {
      expect((await prefer(ana, body)).statusCode).toBe(422);
    },
  );
});
