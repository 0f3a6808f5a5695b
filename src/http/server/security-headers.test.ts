import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { securityHeaders } from './security-headers.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const headers = securityHeaders({ publicUrl: 'https://lastro.example' });
const policy = new Map(
  String(headers['Content-Security-Policy'])
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .map(([name = '', ...sources]) => [name, sources]),
);

test('only our own sources may be loaded, run, framed or sent to', () => {
  for (const name of ['default-src', 'base-uri', 'frame-ancestors'])
    expect([name, policy.get(name)]).toEqual([name, ["'none'"]]);
  for (const name of ['script-src', 'connect-src', 'form-action', 'font-src']) {
    expect([name, policy.get(name)]).toEqual([name, ["'self'"]]);
  }
  const sources = [...policy.values()].flat();
  expect(sources.filter((source) => /unsafe|\*|^https?:|^blob:$/.test(source))).toEqual(['blob:']);
  expect(policy.get('img-src')).toContain('blob:');
});

test('over https, HSTS covers every subdomain for a year at least; over http it is absent', () => {
  const [, seconds = '0'] = /max-age=(\d+)/.exec(String(headers['Strict-Transport-Security'])) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 86_400);
  expect(headers['Strict-Transport-Security']).toContain('includeSubDomains');
  expect(securityHeaders({ publicUrl: 'http://127.0.0.1:8080' })).not.toHaveProperty('Strict-Transport-Security');
});

test('every answer carries them all, whatever its status', async () => {
  const own = Object.entries(securityHeaders(world.http.config));
  for (const url of ['/health/live', '/api/user', '/api/nowhere', '/config.json', '/%ZZ', '/dashboard', '/report/99']) {
    const answer = await world.ask({ method: 'GET', url });
    for (const [name, value] of own.filter(([each]) => each !== 'Cache-Control')) {
      // The application's page also allows its own two scripts and two style sheets, each by its hash.
      const said = String(answer.headers[name.toLowerCase()]);
      const ownHashes = /(?<=script-src 'self')( 'sha256-[\w+/=]{44}'){2}|( 'sha256-[\w+/=]{44}'){2}(?=; img-src)/g;
      const common = url === '/dashboard' && name === 'Content-Security-Policy' ? said.replaceAll(ownHashes, '') : said;
      expect([url, name, common]).toEqual([url, name, value]);
    }
    expect([url, answer.headers['referrer-policy']]).toEqual([url, 'no-referrer']);
  }
  for (const url of ['/api/user', '/api/nowhere', '/config.json']) {
    expect((await world.ask({ method: 'GET', url })).headers['cache-control']).toBe('no-store');
  }
});
