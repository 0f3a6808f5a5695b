import fastify from 'fastify';
import { expect, test } from 'vitest';
import { watchForProxies } from './unnamed-proxy.ts';

const hourMs = 3_600_000;

function listen(trustProxy: string[]) {
  const lines: string[] = [];
  const clock = { ms: 0 };
  const stream = { write: (line: string) => void lines.push(line) };
  const app = fastify({ logger: { level: 'warn', stream }, trustProxy: trustProxy.length > 0 ? trustProxy : false });
  const watch = watchForProxies({ app }, () => clock.ms);
  app.get('/', async () => 'ok');
  const ask = (headers: Record<string, string>, remoteAddress = '10.0.0.9') =>
    app.inject({ method: 'GET', url: '/', headers, remoteAddress });
  return { ask, watch, lines, clock };
}

test('[L6] an undeclared proxy is logged once an hour, and reported for an hour after it was last seen', async () => {
  const { ask, watch, lines, clock } = listen([]);
  await ask({});
  expect([watch.isUnnamedSeen(), lines.length]).toEqual([false, 0]);
  for (let n = 0; n < 50; n += 1) await ask({ 'x-forwarded-for': '203.0.113.7' });
  expect([watch.isUnnamedSeen(), lines.length]).toEqual([true, 1]);
  clock.ms = hourMs;
  expect(watch.isUnnamedSeen()).toBe(false);
  await ask({ forwarded: 'for=203.0.113.7' });
  expect([watch.isUnnamedSeen(), lines.length]).toEqual([true, 2]);
  expect(lines.join('')).not.toMatch(/203\.0\.113|10\.0\.0/);
});

test('[L6] a declared one is not, but another next to it is', async () => {
  const { ask, watch } = listen(['10.0.0.9']);
  await ask({ 'x-forwarded-for': '203.0.113.7' });
  await ask({ 'x-forwarded-for': '10.0.0.9' });
  expect(watch.isUnnamedSeen()).toBe(false);
  await ask({ 'x-forwarded-for': '203.0.113.7' }, '10.0.0.10');
  expect(watch.isUnnamedSeen()).toBe(true);
});
