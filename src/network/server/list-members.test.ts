import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { namesFound } from '#testing/names-found.ts';
import type { Member } from '../contract.ts';
import { lineage } from './testing/lineage.ts';
import { report, stake } from './testing/report.ts';

let world: World;
let line: TestInvestor[];
let ana: TestInvestor;
let bia: TestInvestor;
let caio: TestInvestor;
let davi: TestInvestor;

beforeAll(async () => {
  world = await openWorld();
  line = await lineage(world, ['Root', 'Ana', 'Bia', 'Caio', 'José Müller'], '100');
  [, ana, bia, caio, davi] = line as [TestInvestor, TestInvestor, TestInvestor, TestInvestor, TestInvestor];
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function listed(investor: TestInvestor, path = ''): Promise<Member[]> {
  const answer = await investor.get(`/api/sponsors${path}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<Member[]>();
}

async function refused(investor: TestInvestor, path: string): Promise<unknown[]> {
  const answer = await investor.get(`/api/sponsors${path}`);
  return [answer.statusCode, answer.json<{ code: string }>().code];
}

describe('a level of the tree', () => {
  test('[W1] shows each direct member with their details, their balance and the number they referred', async () => {
    expect(await listed(ana)).toEqual([
      {
        Id: bia.id,
        Name: 'Bia',
        Email: bia.email,
        Phone: '+5511987654321',
        Balance: 100,
        Earned: 0,
        Level: 1,
        Members: 1,
      },
    ]);
    expect(await listed(ana, `/${bia.id}`)).toMatchObject([{ Id: caio.id, Level: 2, Members: 1 }]);
    expect(await listed(ana, `/${caio.id}`)).toMatchObject([{ Id: davi.id, Level: 3, Members: 0 }]);
    expect(await listed(ana, `/${davi.id}`)).toEqual([]);
    expect(await listed(ana, `/${ana.id}`)).toEqual(await listed(ana));
  });

  test('[W1] rejects an id above the caller, in another tree or of no member (404)', async () => {
    const stranger = await world.investor();
    const cousin = await world.investor({ broughtBy: ana });
    for (const id of [line[0]?.id, ana.id, cousin.id, stranger.id, randomUUID(), 'x', "1' OR '1'='1", '%00']) {
      for (const query of ['', '?order=earned']) {
        expect(await refused(bia, `/${encodeURIComponent(id as string)}${query}`)).toEqual([404, 'not_found']);
      }
    }
    expect(await refused(stranger, `/${ana.id}`)).toEqual([404, 'not_found']);
    expect((await world.ask({ method: 'GET', url: '/api/sponsors' })).statusCode).toBe(401);
    expect((await world.ask({ method: 'GET', url: `/api/sponsors/${bia.id}` })).statusCode).toBe(401);
  });

  test('[W1] is paginated, newest first, even when many joined at the same instant', async () => {
    const top = await world.investor();
    await world.db.query(
      `INSERT INTO customers (id, email, name, phone, birth, password_hash, code, referrer_id, terms_accepted_at, terms_version)
       SELECT gen_random_uuid(), 'm' || n || '@example.net', 'Membro ' || n, '+5511987654321', '1990-01-01', 'x',
         'PAGE' || n, $1, now(), '1' FROM generate_series(1, 7) AS n`,
      [top.id],
    );
    const seen: string[] = [];
    let url: string | undefined = '/api/sponsors?limit=3';
    while (url) {
      const answer = await top.get(url);
      seen.push(...answer.json<Member[]>().map((member) => member.Id));
      url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  });

  test.each(['limit=0', 'after=!', 'after=eA', 'start=x', 'tz=Nowhere', 'search=%00', `search=${'x'.repeat(101)}`])(
    '[W1] rejects a list request with %s',
    async (query) => {
      expect(await refused(ana, `?${query}`)).toEqual([422, 'invalid_field']);
    },
  );
});

describe('what each member brought', () => {
  let top: TestInvestor;
  let brought: [string, number][];

  /** Three direct members, of whom one invested, one brought a member who did, and one did nothing. */
  beforeAll(async () => {
    top = await world.investor();
    const lea = await world.investor({ name: 'Lea', broughtBy: top, balance: '100' });
    const max = await world.investor({ name: 'Max', broughtBy: top });
    const nina = await world.investor({ name: 'Nina', broughtBy: max, balance: '300' });
    const olga = await world.investor({ name: 'Olga', broughtBy: top });
    await stake(lea, 100);
    await stake(nina, 300);
    world.forward(30);
    await world.settle();
    await report(world, top, 2);
    brought = [
      // 5 % of the capital and 3 % of the profit of 10.
      [lea.id, 5.3],
      [olga.id, 0],
      [max.id, 0],
      // 2 % of the profit of 30: a member further down brings no bonus.
      [nina.id, 0.6],
    ];
  });

  test('[W1] [W2] is what was paid for that member, alike in levels, in a search and in its explanation', async () => {
    const below = (await listed(top)).find(({ Members }) => Members > 0);
    const rows = [...(await listed(top)), ...(await listed(top, `/${below?.Id}`))];
    expect(new Map(rows.map(({ Id, Earned }) => [Id, Earned]))).toEqual(new Map(brought));
    expect(await listed(top, '?search=nina')).toMatchObject([{ Name: 'Nina', Earned: 0.6 }]);
    for (const [id, Shown] of brought) {
      const answer = await top.get(`/api/explanations/${top.id}/network-earned/${id}`);
      expect(answer.json()).toMatchObject({ Figure: 'network-earned', Value: Shown, Shown });
    }
    expect(await top.balance()).toBe(5.9);
  });

  test('[W1] orders a level, in pages without a gap, and a page belongs to its order', async () => {
    const inOrder = (await listed(top)).toSorted((a, b) => b.Earned - a.Earned || (a.Id < b.Id ? 1 : -1));
    const seen: Member[] = [];
    let url: string | undefined = '/api/sponsors?limit=1&order=earned';
    while (url) {
      const answer = await top.get(url);
      expect(answer.statusCode).toBe(200);
      seen.push(...answer.json<Member[]>());
      url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
      if (url)
        expect(await refused(top, `?${url.split('?')[1]?.replace('order=earned', 'order=newest')}`)).toEqual(wrong);
    }
    expect(seen).toEqual(inOrder);
    const newest = await top.get('/api/sponsors?limit=1');
    const after = /after=([^&>]+)/.exec(String(newest.headers.link))?.[1];
    expect(await refused(top, `?order=earned&after=${after}`)).toEqual(wrong);
    expect(await refused(top, '?order=best')).toEqual(wrong);
  });
});

const wrong = [422, 'invalid_field'];

describe('the search', () => {
  test.each([['jose'], ['JOSÉ mul'], ['müller'], ['  muller,  jose ']])(
    '[W1] %s finds José Müller three levels down, with the path to him',
    async (text) => {
      expect(await listed(ana, `?search=${encodeURIComponent(text)}`)).toMatchObject([
        {
          Id: davi.id,
          Level: 3,
          Path: [ana.id, bia.id, caio.id, davi.id],
          Names: ['Ana', 'Bia', 'Caio', 'José Müller'],
        },
      ]);
    },
  );

  test('[L10] [W1] however deep a network is, a hit names the ten nearest to it on its way, and how deep it is', async () => {
    const names = Array.from({ length: 24 }, (_each, at) => `Depth${String.fromCodePoint(97 + at)}`);
    const deep = await lineage(world, names);
    const [top] = deep as [TestInvestor];
    for (const level of [1, 9, 10, 11, 12, 23]) {
      const way = deep.slice(1, level + 1).slice(-10);
      expect(await listed(top, `?search=${names[level]}`)).toMatchObject([
        {
          Level: level,
          Path: [top.id, ...way.map(({ id }) => id)],
          Names: [names[0], ...names.slice(level + 1 - way.length, level + 1)],
        },
      ]);
    }
    const all = await listed(top, '?search=Depth&limit=500');
    expect(all.map(({ Level }) => Level).toSorted((one, other) => one - other)).toEqual(
      names.slice(1).map((_, at) => at + 1),
    );
    expect(Math.max(...all.map(({ Path }) => Path?.length ?? 0))).toBe(11);
  });

  test('[L12] [W1] a name is found in its script, however its letters are typed, and by no middle of a word', async () => {
    const sponsor = await world.investor();
    for (const [name] of new Map(namesFound)) await world.investor({ name, broughtBy: sponsor });
    for (const [name, typed] of namesFound) {
      const found = await listed(sponsor, `?search=${encodeURIComponent(typed)}`);
      expect([typed, found.map(({ Name }) => Name)]).toEqual([typed, [name]]);
    }
    for (const typed of ['ukasz', 'ilva', '小王']) {
      expect([typed, await listed(sponsor, `?search=${encodeURIComponent(typed)}`)]).toEqual([typed, []]);
    }
  });

  test("[W1] an email address finds its owner, but only in the caller's downline", async () => {
    expect(await listed(ana, `?search=${encodeURIComponent(davi.email)}`)).toMatchObject([{ Id: davi.id }]);
    expect(await listed(davi, `?search=${encodeURIComponent(ana.email)}`)).toEqual([]);
    expect(await listed(ana, `?search=${encodeURIComponent(ana.email)}`)).toEqual([]);
  });

  test.each(["' | '", '&', ':*', "ana' & 'x", '!nobody', '\\', "'':*", '%', '()'])(
    '[W1] treats query syntax as plain text: %s',
    async (text) => {
      expect(await listed(ana, `?search=${encodeURIComponent(text)}`)).toEqual([]);
    },
  );

  test('[W1] an empty search returns the first level', async () => {
    expect((await listed(ana, '?search=%20')).every((member) => member.Level === 1)).toBe(true);
  });
});

describe('a member who opts to be masked', () => {
  test('[W1] shows those above only the ends of email and phone, and cannot be found by email address', async () => {
    const privacy = (masked: unknown) =>
      world.ask({
        method: 'PUT',
        url: '/api/network/privacy',
        headers: { authorization: caio.token },
        body: { masked },
      });
    expect((await caio.get('/api/network/privacy')).json()).toEqual({ Masked: false, InvitedBy: 'B•••' });
    expect((await privacy('yes')).statusCode).toBe(422);
    expect((await privacy(true)).json()).toEqual({ Masked: true, InvitedBy: 'B•••' });
    expect((await caio.get('/api/network/privacy')).json()).toEqual({ Masked: true, InvitedBy: 'B•••' });

    const [shown] = await listed(ana, `/${bia.id}`);
    expect(shown).toMatchObject({ Name: 'Caio', Email: 'a•••@e•••.com', Phone: '••• 21' });
    expect(await listed(ana, `?search=${encodeURIComponent(caio.email)}`)).toEqual([]);
    expect(await listed(ana, '?search=caio')).toMatchObject([{ Id: caio.id, Email: 'a•••@e•••.com' }]);

    await privacy(false);
    expect(await listed(ana, `/${bia.id}`)).toMatchObject([{ Email: caio.email, Phone: '+5511987654321' }]);
  });
});

describe("a customer's referrer", () => {
  test('[W2] no customer refers themselves, and no two refer each other', async () => {
    const insert = (rows: string) =>
      world.db.query(
        `INSERT INTO customers (id, email, name, phone, birth, password_hash, code, referrer_id, terms_accepted_at, terms_version)
         SELECT id::uuid, id || '@example.net', 'x', '+551', '1990-01-01', 'x', left(id, 8), above::uuid, now(), '1'
         FROM (VALUES ${rows}) AS row (id, above)`,
      );
    const [one, two] = [randomUUID(), randomUUID()];
    await expect(insert(`('${one}', '${one}')`)).rejects.toThrow(/there before them/);
    await expect(insert(`('${one}', '${two}'), ('${two}', '${one}')`)).rejects.toThrow(/there before them/);
  });

  test("[W2] a customer's referrer never changes, so no cycle can form", async () => {
    const change = (set: string, id: string) => world.db.query(`UPDATE customers SET ${set} WHERE id = $1`, [id]);
    await expect(change(`referrer_id = '${davi.id}'`, ana.id)).rejects.toThrow(/never changes/);
    await expect(change('referrer_id = id', ana.id)).rejects.toThrow(/never changes/);
    await expect(change('referrer_id = NULL', bia.id)).rejects.toThrow(/never changes/);
    for (const set of [`root_id = id`, 'depth = 0', 'jump_id = id', 'jump_depth = 0']) {
      await expect(change(set, davi.id)).rejects.toThrow(/never changes/);
    }
  });
});
