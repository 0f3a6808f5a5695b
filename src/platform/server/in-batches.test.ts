import { expect, test, vi } from 'vitest';
import { inBatches } from './in-batches.ts';

const doubled = (keys: readonly string[]) => Promise.resolve(new Map(keys.map((key) => [key, key.repeat(2)])));

test('concurrent questions share one query, each with its own answer', async () => {
  const read = vi.fn(doubled);
  const ask = inBatches(read);
  const keys = Array.from({ length: 1_500 }, (_, n) => `k${n}`);
  expect(await Promise.all([...keys, ...keys].map(ask))).toEqual([...keys, ...keys].map((key) => key.repeat(2)));
  expect(read).toHaveBeenCalledOnce();
});

test('more than fit into one batch run one after the other, and a missing answer is null', async () => {
  let underWay = 0;
  const read = vi.fn(async (keys: readonly string[]) => {
    underWay += 1;
    expect(underWay).toBe(1);
    await Promise.resolve();
    underWay -= 1;
    return new Map(keys.filter((key) => key !== 'k7').map((key) => [key, true]));
  });
  const ask = inBatches(read, { gatherMs: 1, mostAtOnce: 10 });
  const answers = await Promise.all(Array.from({ length: 35 }, (_, n) => ask(`k${n}`)));
  expect([read.mock.calls.length, answers.filter((answer) => answer === null).length]).toEqual([4, 1]);
});

test('a failed query is reported to those in it, and the next one still runs', async () => {
  let isAway = true;
  const ask = inBatches((keys) => (isAway ? Promise.reject(new Error('away')) : doubled(keys)), { gatherMs: 1 });
  const failed = await Promise.allSettled([ask('a'), ask('b')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await ask('a')).toBe('aa');
});
