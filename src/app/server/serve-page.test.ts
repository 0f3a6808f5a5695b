import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';

const hostile = `Casa </script><img src=x onerror="alert(1)"> & 'filhos' $& %%brand%%`;

let world: World;
beforeAll(async () => void (world = await openWorld({ env: { BRAND_NAME: 'Casa & Co', RISK_NOTE: hostile } })));
afterAll(() => world.close());

const read = (url: string, headers: Record<string, string> = {}) => world.ask({ method: 'GET', url, headers });

test.each([
  ['Portuguese', 'pt-PT,en;q=0.9', 'pt-BR', 'Identifique-se'],
  ['English', 'en-GB', 'en', 'Sign in'],
  ['Persian', 'fa-IR,pt;q=0.9', 'en', 'Sign in'],
  ['nothing that there is', 'x'.repeat(5_000), 'en', 'Sign in'],
])('[G7] [B7] a browser that prefers %s gets the login in the page itself', async (_name, tags, language, heading) => {
  const answer = await read('/auth/login', { 'accept-language': tags });
  expect(answer.headers.vary).toContain('Accept-Language');
  const [first = ''] = answer.body.split('<template');
  expect(first).toContain(`<html lang="${language}" dir="ltr"`);
  expect(first).toContain(heading);
});

test('the page carries templates of every other language, and of the login for visitors without a session', async () => {
  const { body } = await read('/dashboard', { 'accept-language': 'pt-BR' });
  const aside = [...body.matchAll(/<template data-shell="(\w+)" lang="([\w-]+)"/g)].map(
    ([, shell, lang]) => `${shell} ${lang}`,
  );
  const others = ['en', 'es', 'zh-CN', 'fa'];
  expect(aside).toEqual([
    ...others.map((language) => `dashboard ${language}`),
    ...['pt-BR', ...others].map((language) => `login ${language}`),
  ]);
});

test.each(['/', '/auth/login', '/auth/register', '/stake'])(
  '[G7] the scripts in the page at %s are those its policy names by hash, and no element carries a style or a handler',
  async (url) => {
    const { body, headers } = await read(url);
    const scripts = [...body.matchAll(/<script(?![^>]* type="application\/json")[^>]*>([^]*?)<\/script>/g)];
    expect(scripts.length).toBe(2);
    const hashes = scripts.map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')};`);
    const [, rest = ''] = body.split('</head>');
    expect(rest.match(/<[^>]* (?:style|on\w+)=[^>]*>/)).toBeNull();
  },
);

test.each([
  ['/auth/login', 1],
  ['/dashboard', 2],
])(
  '[G7] the style sheets of what is seen first at %s are in the page, named by hash in its policy, and not fetched again',
  async (url, count) => {
    const { body, headers } = await read(url);
    const sheets = [...body.matchAll(/<style[^>]*>([^]*?)<\/style><link rel="stylesheet" ([^>]*)>/g)];
    expect(sheets.length).toBe(count);
    expect(body.match(/<style|<link rel="stylesheet"/g)?.length).toBe(2 * count);
    for (const [, css = '', link] of sheets) {
      const hash = createHash('sha256').update(css).digest('base64');
      expect(/style-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1]).toContain(`'sha256-${hash}'`);
      const [, file = ''] = /^disabled (?:data-inside )?href="([^"]+)"$/.exec(String(link)) ?? [];
      expect((await read(file)).body.trim()).toBe(css);
    }
  },
);

test("an installation's own texts cannot break out of the script or the text around them", async () => {
  const { body } = await read('/dashboard');
  expect(body).not.toContain('<img');
  const [script = '', site = ''] = /<script type="application\/json" id="site">([^]*?)<\/script>/.exec(body) ?? [];
  expect(JSON.parse(site)).toMatchObject({ brand: 'Casa & Co', riskNote: hostile });
  const drawn = body.replace(script, () => '');
  expect(drawn).toContain('Casa &amp; Co</title>');
  expect(drawn).toContain(
    '&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#x27;filhos&#x27; $&amp; %%brand%%',
  );
  // Every placeholder is filled in; text that merely looks like one is left alone.
  expect(new Set(drawn.match(/%%\w+%%/g))).toEqual(new Set(['%%brand%%']));
});

test('an unchanged page is not sent again, and each encoding has its own ETag', async () => {
  const tags = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (encoding) => (await read('/', { 'accept-encoding': encoding })).headers.etag),
  );
  expect(new Set(tags).size).toBe(3);
  const again = await read('/', { 'accept-encoding': 'br', 'if-none-match': String(tags[0]) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await read('/', { 'accept-encoding': 'gzip', 'if-none-match': String(tags[0]) })).statusCode).toBe(200);
});
