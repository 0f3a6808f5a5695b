import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberServedAlone } from './served-alone.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('a customer is served alone for the time given, and no shorter for being named again', () => {
  const servedAlone = rememberServedAlone();
  servedAlone.add('ana', 60_000);
  servedAlone.add('ana', 5_000);
  vi.setSystemTime(Date.now() + 59_000);
  expect([servedAlone.has('ana'), servedAlone.has('bia')]).toEqual([true, false]);
  vi.setSystemTime(Date.now() + 2_000);
  expect(servedAlone.has('ana')).toBe(false);
});

test('of more customers than are remembered those named longest ago are forgotten, and nobody else', () => {
  const servedAlone = rememberServedAlone(3);
  for (const customer of ['ana', 'bia', 'caio', 'ana', 'davi', 'eva']) servedAlone.add(customer, 60_000);
  expect(['ana', 'bia', 'caio', 'davi', 'eva'].filter((customer) => servedAlone.has(customer))).toEqual([
    'ana',
    'davi',
    'eva',
  ]);
});
