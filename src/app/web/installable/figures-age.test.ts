import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NetworkFailure } from '#platform/web/api-failure.ts';
import { readFiguresAge } from './figures-age.ts';

let queries: QueryClient;
let leave: (() => void)[] = [];
beforeEach(
  () => void (queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })),
);
afterEach(() => {
  for (const each of leave) each();
  leave = [];
});

/** A figure on the screen, fetched at that time. */
function show(name: string, readAtMs: number, options: { staleTime?: number | 'static' } = {}) {
  queries.setQueryData([name], 1, { updatedAt: readAtMs });
  const observer = new QueryObserver(queries, { queryKey: [name], queryFn: () => 1, staleTime: 1e15, ...options });
  leave.push(observer.subscribe(() => undefined));
}

test('while the server answers, no figure is reported as old', () => {
  show('balance', 1_000);
  expect(readFiguresAge(queries, true)).toBeNull();
});

test('without a connection the figures are as old as the oldest one on the screen', () => {
  show('stakes', 3_000);
  show('balance', 2_000);
  queries.setQueryData(['a screen that was left'], 1, { updatedAt: 500 });
  show('preferences', 100, { staleTime: Number.POSITIVE_INFINITY });
  show('explanation', 100, { staleTime: 'static' });
  expect(readFiguresAge(queries, false)).toBe(2_000);
});

test('before anything has loaded nothing is reported as old', () => {
  expect(readFiguresAge(queries, false)).toBeNull();
});

test('an unreachable server counts as no connection, even if the device is online', async () => {
  show('stakes', 3_000);
  const observer = new QueryObserver(queries, {
    queryKey: ['balance'],
    queryFn: () => Promise.reject(new NetworkFailure('no answer')),
  });
  leave.push(observer.subscribe(() => undefined));
  await observer.refetch();
  expect(readFiguresAge(queries, true)).toBe(3_000);
});

test('a refusal is an answer: the figures are not reported as old', async () => {
  show('stakes', 3_000);
  const observer = new QueryObserver(queries, {
    queryKey: ['balance'],
    queryFn: () => Promise.reject(new Error('503')),
  });
  leave.push(observer.subscribe(() => undefined));
  await observer.refetch();
  expect(readFiguresAge(queries, true)).toBeNull();
});
