import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedPreview } from '#console/feeds-contract.ts';
import type { SettingVersionShown, ShownSetting } from '#console/offers-contract.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { allSettings } from '#operator/server/all-settings.ts';
import { settingUnits } from '#platform/setting-units.ts';
import english from '#console/messages/en.json' with { type: 'json' };
import portuguese from '#console/messages/pt-BR.json' with { type: 'json' };
import { purgeStaffFiles } from './feed-files.ts';
import { type Answer, type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let nara: TestMember;
let rui: TestMember;
beforeAll(async () => {
  world = await openConsoleWorld({ isLive: true });
  // What cannot be changed once there is a customer does not stop a preview.
  await world.investor();
  nara = await world.member('desk', { name: 'Nara' });
  rui = await world.member('desk', { name: 'Rui' });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

async function together(command: string, words: string[], options: Record<string, string> = {}): Promise<string> {
  const asked = await nara.act(command, words, options, 'the month begins');
  const { Request } = asked.json<{ Request: { Id: string } }>();
  return (await rui.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' })).json<{ State: string }>()
    .State;
}

describe('[R6] offers', () => {
  const settings = async (): Promise<ShownSetting[]> =>
    (await nara.get('/console/offers')).json<{ Settings: ShownSetting[] }>().Settings;
  const one = async (key: string) => (await settings()).find(({ Key }) => Key === key);
  const versions = async (key: string): Promise<SettingVersionShown[]> =>
    (await nara.get(`/console/offers/${key}/versions`)).json<SettingVersionShown[]>();
  const preview = (key: string, value: string, from?: string): Promise<Answer> =>
    nara.post('/console/offers/preview', { key, value, ...(from && { from }) });

  test('every setting is listed, with a unit and a name in both languages', async () => {
    expect((await settings()).map(({ Key }) => Key)).toEqual(allSettings.map(({ key }) => key));
    for (const { key, unit } of allSettings) {
      expect([key, settingUnits.includes(unit as never)]).toEqual([key, true]);
      for (const words of [portuguese, english]) {
        const [group = '', name = ''] = key.split('.');
        const names = words.offers.names as Record<string, Record<string, string>>;
        expect([key, names[group]?.[name]]).toEqual([key, expect.any(String)]);
        expect([group, words.offers.groups]).toEqual([group, expect.objectContaining({ [group]: expect.any(String) })]);
      }
    }
  });

  test('a change is planned by two people, listed, takes effect at its instant, and each version records who and when', async () => {
    const from = soon(2);
    expect(await together('settings schedule', ['primevault.rate', '12.5'], { from })).toBe('done');
    expect(await one('primevault.rate')).toMatchObject({
      Unit: 'percent',
      Value: 30,
      Standard: 30,
      Coming: [{ Value: 12.5, Before: null, From: from, By: 'Nara, Rui', State: 'coming' }],
    });
    await lastroOf(world)('clock forward 2h');
    expect(await one('primevault.rate')).toMatchObject({ Value: 12.5, Coming: [] });
    expect(await together('settings set', ['primevault.rate', '13'])).toBe('done');
    expect(await versions('primevault.rate')).toMatchObject([
      { Value: 13, Before: 12.5, State: 'present' },
      { Value: 12.5, State: 'past' },
    ]);
    expect(await together('settings schedule', ['primevault.rate', '14'], { from: soon(90) })).toBe('done');
    const [{ Number: number } = { Number: '' }] = await versions('primevault.rate');
    expect(await together('settings withdraw', [number])).toBe('done');
    expect((await versions('primevault.rate'))[0]).toMatchObject({ State: 'withdrawn', WithdrawnBy: 'Nara, Rui' });
    expect((await nara.get('/console/offers/prime.nothing/versions')).statusCode).toBe(422);
  });

  test('fee changes take two people as well, and are previewed as customers would read them', async () => {
    const from = soon(50);
    for (const [key, value, standard] of [
      ['stakes.cancel_fee_percent', '12.5', 40],
      ['wallet.usdt_fee_percent', '0.75', 2],
    ] as const) {
      const asked = await nara.act('settings schedule', [key, value], { from }, 'a lower fee');
      expect([asked.statusCode, await one(key)]).toEqual([
        200,
        expect.objectContaining({ Unit: 'percent', Value: standard, Coming: [] }),
      ]);
      const { Request } = asked.json<{ Request: { Id: string } }>();
      expect((await nara.post(`/console/requests/${Request.Id}/approve`, { reason: 'mine' })).statusCode).toBe(403);
      const agreed = await rui.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' });
      expect(agreed.json()).toMatchObject({ State: 'done' });
      expect(await one(key)).toMatchObject({ Value: standard, Coming: [{ From: from, By: 'Nara, Rui' }] });
    }
    expect((await preview('stakes.cancel_fee_percent', '11', soon(60))).json()).toMatchObject({
      Problem: null,
      Now: { Stake: { CancelFee: 40 }, Fees: { StakeCancel: 40, WithdrawUsdt: 2 } },
      Then: { Stake: { CancelFee: 11 }, Fees: { StakeCancel: 11, WithdrawUsdt: 0.75 } },
    });
    expect((await preview('wallet.usdt_fee_percent', '10.5')).json()).toMatchObject({
      Problem: 'Este valor não é aceito: de 0 a 10.',
      Then: null,
    });
  });

  test('a change that is not approved in time is not made', async () => {
    const asked = await nara.act('settings schedule', ['primevault.days', '100'], { from: soon(3) }, 'a test');
    const { Request } = asked.json<{ Request: { Id: string } }>();
    await lastroOf(world)('clock forward 4h');
    const answer = await rui.post(`/console/requests/${Request.Id}/approve`, { reason: 'late' });
    expect(answer.json()).toMatchObject({
      State: 'failed',
      Result: { Lines: [expect.stringContaining('has passed')] },
    });
    expect((await versions('primevault.days')).length).toBe(0);
  });

  test('a preview shows what customers would read, including changes planned until then, and changes nothing', async () => {
    const before = await settings();
    expect(await together('settings schedule', ['primevault.amounts', '[500,600]'], { from: soon(20) })).toBe('done');
    const then = await preview('primevault.days', '200', soon(30));
    expect(then.json()).toMatchObject({
      Problem: null,
      Now: { Vault: { Days: 180, Rate: 13 } },
      Then: { Vault: { Days: 200, Rate: 13, Amounts: [500, 600] } },
    });
    expect((await preview('primevault.days', '200', soon(15))).json()).toMatchObject({
      Then: { Vault: { Days: 200, Amounts: [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000] } },
    });
    expect((await preview('primevault.rate', '900')).json()).toMatchObject({
      Problem: 'Com este valor a casa perderia.',
      Then: { Vault: { Rate: 900 } },
    });
    expect((await preview('primevault.rate', 'ten')).json()).toMatchObject({
      Problem: 'Este valor não é aceito: de 0,01 a 1.000.',
      Then: null,
    });
    expect((await preview('primevault.days', '200', soon(-1))).json()).toMatchObject({
      Problem: expect.stringContaining('já passou'),
      Then: null,
    });
    expect((await preview('prime.nothing', '1')).json()).toMatchObject({
      Problem: 'Não há uma configuração prime.nothing.',
    });
    for (const bad of [
      { key: 'x', value: '1' },
      { key: 'primevault.rate' },
      { key: 'primevault.rate', value: '1', from: 'soon' },
    ])
      expect((await nara.post('/console/offers/preview', bad)).statusCode).toBe(422);
    const now = await settings();
    expect(now.map(({ Value }) => Value)).toEqual(before.map(({ Value }) => Value));
    expect((await versions('primevault.days')).length).toBe(0);
  });
});

describe('[R6] promotional codes', () => {
  test('are listed in pages with their uses, and a look at who used one is recorded', async () => {
    const options = { points: '5', uses: '3', each: '1', min: '100', from: '2020-01-01', until: '2035-12-31' };
    expect(await together('promocode create', ['VERAO'], options)).toBe('done');
    const ana = await world.investor({ balance: '1000', name: 'Ana Lima' });
    await ana.post('/api/vault/subscribe', { terms: true });
    expect((await ana.post('/api/vault/deposit', { amount: 500, promocode: 'verao' })).statusCode).toBe(201);
    const listed = (await nara.get('/console/promocodes')).json<object[]>();
    expect(listed).toMatchObject([
      {
        Code: 'VERAO',
        Points: 5,
        Uses: 1,
        UsesAllowed: 3,
        Promised: 25,
        MostPromised: 50_000,
        Minimum: 100,
        State: 'active',
      },
    ]);
    const uses = (await nara.get('/console/promocodes/VERAO/uses')).json();
    expect(uses).toMatchObject([{ Customer: { Id: ana.id, Name: 'Ana Lima' }, Amount: 500, Rate: 18 }]);
    const [looked] = await world.db.query('SELECT operator, action, details FROM actions ORDER BY number DESC LIMIT 1');
    const details = { code: 'VERAO', rows: 1, customers: ana.id };
    expect(looked).toEqual({ operator: 'Nara', action: 'promocode look', details });
    expect((await nara.get('/console/promocodes/NOTHING/uses')).statusCode).toBe(422);
    expect((await nara.get(`/console/promocodes?after=${Buffer.from('x|y').toString('base64url')}`)).statusCode).toBe(
      422,
    );

    for (let n = 0; n < 51; n += 1) {
      await world.db.query(
        `INSERT INTO promocodes (code, points, uses_allowed, uses_per_customer, most_promised, min_amount, valid_from, valid_until)
         VALUES ($1, 1, 1, 1, 1, 0, '2020-01-01Z', '2035-12-31Z')`,
        [`CODE${n}`],
      );
    }
    const first = await nara.get('/console/promocodes');
    const next = /<([^>]*)>/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await nara.get(next.replace(/^https?:\/\/[^/]*/, ''));
    const codes = [first, second].flatMap((answer) => answer.json<{ Code: string }[]>().map(({ Code }) => Code));
    expect([codes.length, new Set(codes).size]).toEqual([52, 52]);
  });
});

describe('[R6] [H3] operations', () => {
  const heading = 'date,asset,pair,payout,reference';
  const row = (n: number, more: string = 'ouro,XAU/USD,1.5'): string => `2026-01-01T00:00:0${n}Z,${more},feed-${n}`;
  const look = (csv: string): Promise<Answer> =>
    nara.post('/console/operations/preview', { product: 'copytrade', csv });
  const known = async (): Promise<number> =>
    Number((await world.db.query<{ n: bigint }>('SELECT count(*) AS n FROM operations'))[0]?.n);

  test('are previewed line by line without writing anything, and imported by the command once corrected', async () => {
    const bad = [heading, row(1), row(2, 'ouro,XAU/USD,much'), row(3), ''].join('\n');
    expect((await look(bad)).json<FeedPreview>()).toMatchObject({
      New: 2,
      Known: 0,
      Bad: 1,
      BadLines: [{ Line: 3, Problem: 'invalid_payout' }],
      Late: 2,
      LateOperations: [{ Reference: 'feed-1' }, { Reference: 'feed-3' }],
      CompleteUntil: null,
      Payout: 3,
    });
    expect(await known()).toBe(0);
    const bring = async (csv: string): Promise<string> =>
      (await nara.post('/console/operations/files', { name: 'janeiro.csv', csv })).json<{ Id: string }>().Id;
    const imports = async (file: string): Promise<Answer> => {
      const asked = await nara.act('operations import', [file], { product: 'copytrade' }, 'the month of January');
      // What is bound to fail is not asked for.
      if (asked.statusCode !== 200) return asked;
      const { Id } = asked.json<{ Request: { Id: string } }>().Request;
      expect((await nara.post(`/console/requests/${Id}/approve`, { reason: 'alone' })).statusCode).toBeGreaterThan(399);
      return rui.post(`/console/requests/${Id}/approve`, { reason: 'seen' });
    };
    expect((await imports(await bring(bad))).json()).toMatchObject({ details: { reason: 'operations_refused' } });
    expect(await known()).toBe(0);

    const id = await bring(bad.replace('much', '-0.5'));
    expect((await nara.get(`/console/operations/files/${id}?product=copytrade`)).json()).toMatchObject({
      Name: 'janeiro.csv',
      Preview: { New: 3, Bad: 0 },
    });
    const done = await imports(id);
    expect(done.json()).toMatchObject({ State: 'done', Result: { Json: { added: '3', known: '0' } } });
    const [action] = await world.db.query(
      `SELECT operator, action, details FROM actions WHERE action = 'operations import' ORDER BY number DESC LIMIT 1`,
    );
    expect(action).toMatchObject({ operator: 'Rui', action: 'operations import', details: { added: '3' } });
    expect((await imports(id)).json()).toMatchObject({ Result: { Json: { added: '0', known: '3' } } });
    expect((await look(bad.replace('much', '9'))).json()).toMatchObject({
      Known: 3,
      BadLines: [{ Line: 3, Problem: 'reference_differs' }],
    });
  });

  test('are never read from the server’s disk, nor from a file that nobody uploaded', async () => {
    for (const name of ['/etc/passwd', 'package.json', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', "' OR 1=1"]) {
      const asked = await nara.act('operations import', [name], { product: 'copytrade' }, 'the month of January');
      expect(asked.json()).toMatchObject({ code: 'refused', details: { reason: 'no_file' } });
    }
    const url = '/console/operations/files/3f2504e0-4f89-41d3-9a0c-0305e82c3301?product=copytrade';
    expect((await nara.get(url)).statusCode).toBe(422);
  });

  test('in an uploaded file are deleted after a week', async () => {
    const bring = async (): Promise<string> =>
      (await nara.post('/console/operations/files', { name: 'a.csv', csv: heading })).json<{ Id: string }>().Id;
    const [old, young] = [await bring(), await bring()];
    await world.db.query(
      `INSERT INTO staff_files (id, name, content, made_by, made_at)
       SELECT gen_random_uuid(), name, content, made_by, now() - interval '8 days' FROM staff_files WHERE id = $1`,
      [old],
    );
    expect(await purgeStaffFiles(world.db)).toBe(1);
    expect((await nara.get(`/console/operations/files/${young}?product=copytrade`)).statusCode).toBe(200);
    await expect(world.db.query(`UPDATE staff_files SET name = 'b.csv'`)).rejects.toThrow();
  });

  test('are refused when the file cannot be stored or one person has too many', async () => {
    const bring = (who: TestMember, csv: string): Promise<Answer> =>
      who.post('/console/operations/files', { name: 'a.csv', csv });
    expect((await bring(rui, `${heading}\n\0`)).statusCode).toBe(422);
    await world.db.query(
      `INSERT INTO staff_files (id, name, content, made_by) SELECT gen_random_uuid(), 'a', 'a', $1 FROM generate_series(1, 49)`,
      [rui.id],
    );
    expect((await bring(rui, heading)).statusCode).toBe(200);
    expect((await bring(rui, heading)).json()).toMatchObject({ code: 'too_many_files' });
    expect((await bring(nara, heading)).statusCode).toBe(200);
  });

  const utf16 = new TextDecoder().decode(Buffer.from(`${heading}\n${row(7)}\n`, 'utf16le'));
  const latin1 = new TextDecoder().decode(Buffer.from(`${heading}\n${row(7, 'algodão,A/B,1')}\n`, 'latin1'));
  test.each([
    ['nothing', ''],
    ['another table', 'a,b,c\n1,2,3\n'],
    ['UTF-16', utf16],
    ['a table with a byte of zero', `${heading}\n${row(7, 'ou\0ro,XAU,1')}\n`],
    ['a binary file', '\u0000\u0001\ufffd'.repeat(1000)],
    ['two million quotation marks', '"'.repeat(1_999_999)],
    ['one cell that never ends', `${heading}\n"${'a'.repeat(1_900_000)}`],
  ])('%s is refused as not an operations file, without a fault', async (_, csv) => {
    const answer = await look(csv);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'not_a_feed']);
  });

  test.each([
    ['letters of another encoding', latin1, 'not_utf8'],
    ['a cell too many', `${heading}\n${row(7)},x\n`, 'wrong_columns'],
    ['two of one name', `${heading}\n${row(7)}\n${row(8).replace('feed-8', 'feed-7')}\n`, 'reference_twice'],
    ['a control character', `${heading}\n${row(7, 'o\u0007uro,XAU,1')}\n`, 'invalid_asset'],
  ])('%s makes a bad line', async (_, csv, problem) => {
    expect((await look(csv)).json<FeedPreview>().BadLines.at(-1)).toMatchObject({ Problem: problem });
  });

  test('a cell that a spreadsheet would run is refused by name', async () => {
    const formula = '"=HYPERLINK(""http://x"")"';
    expect((await look(`${heading}\n${row(7, `${formula},XAU/USD,1`)}\n`)).json()).toMatchObject({
      New: 0,
      BadLines: [{ Line: 2, Problem: 'formula' }],
    });
  });

  test('oversized input is refused before it is parsed', async () => {
    expect((await look('a'.repeat(10_000_000))).statusCode).toBe(413);
    expect((await look('a'.repeat(2_000_001))).statusCode).toBe(422);
    const many = [heading, ...Array.from({ length: 20_000 }, (_, n) => `2026-01-01T00:00:00Z,a,b,1,r${n}`)].join('\n');
    const shown = (await look(many)).json<FeedPreview>();
    expect([shown.New, shown.Operations.length]).toEqual([20_000, 200]);
  });
});

describe('[R6] [L2] the rate', () => {
  test('a refused rate is shown with its cause, and can be accepted with a reason that is recorded', async () => {
    const treasurer = await world.member('treasury', { name: 'Téo' });
    const guard = async () => (await treasurer.get('/console/rates')).json<{ Refused: { Number: string }[] }>();
    await world.db.query(
      `INSERT INTO refused_rates (high, low, quoted_at, why) VALUES (9000000, 8900000, now(), 'change')`,
    );
    const shown = await guard();
    expect(shown).toMatchObject({
      Present: null,
      Closed: 'refused',
      Refused: [{ High: 9, Low: 8.9, Why: 'change' }],
      Bounds: { MaxAgeMinutes: 60, MaxSpread: 4, MaxChange: 3, MaxDisagreement: 2, FirstBetween: [4, 8] },
    });
    const other = await world.member('payments', { name: 'Marta' });
    const id = shown.Refused[0]?.Number ?? '';
    for (const [high, reason] of [
      [{}, 'rate_unconfirmed'],
      [{ high: '8.9' }, 'rate_differs'],
    ] as const) {
      const unread = await treasurer.act('rates accept', [], { id, ...high, reason: 'a guess' }, 'a guess');
      expect(unread.json()).toMatchObject({ code: 'refused', details: { reason } });
    }
    const options = { id, high: '9', reason: 'seen at the bank' };
    const { Request } = (await treasurer.act('rates accept', [], options, 'seen at the bank')).json<{
      Request: { Id: string };
    }>();
    await other.post(`/console/requests/${Request.Id}/approve`, { reason: 'so it is' });
    expect(await guard()).toMatchObject({ Present: { High: 9, Low: 8.9 }, Closed: null, Refused: [] });
    expect((await treasurer.get('/console/rates/accepted')).json()).toMatchObject([
      { High: 9, ByOperator: true, By: 'Téo, Marta', Reason: 'seen at the bank' },
    ]);
    expect((await treasurer.get('/console/rates/accepted?after=x')).statusCode).toBe(422);
    expect((await nara.get('/console/rates')).statusCode).toBe(403);
  });
});
