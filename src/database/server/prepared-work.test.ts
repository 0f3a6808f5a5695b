import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { kindOf, prepareWork, withFormForMany } from './prepared-work.ts';

const lock = withFormForMany(`SELECT '${randomUUID()}'`, 'once');
const insert = withFormForMany(`INSERT '${randomUUID()}'`, { text: 'INSERT many' });

async function kindWith(text: string, values: readonly unknown[]): Promise<string | null> {
  const work = await prepareWork(async (tx) => tx.send(text, values));
  return work && kindOf(work);
}

test.each([
  ['a comma in a value', ['a,b'], ['a', 'b']],
  ['null instead of nothing', [null], ['']],
  ['null instead of a word', [null], ['null']],
  ['a number instead of its digits', [1], ['1']],
])('works that share a value are of different kinds if it differs: %s', async (_what, one, another) => {
  expect(await kindWith(lock, one)).toBe(await kindWith(lock, [...one]));
  expect(await kindWith(lock, one)).not.toBe(await kindWith(lock, another));
});

test('a value that cannot be compared is not shared', async () => {
  expect(await kindWith(lock, [{ a: 1 }])).toBeNull();
});

test('works whose statements have different numbers of values are of different kinds', async () => {
  expect(await kindWith(insert, [1])).toBe(await kindWith(insert, [2]));
  expect(await kindWith(insert, [1])).not.toBe(await kindWith(insert, [1, 2]));
});

test('a statement that comes after its work has ended is a fault, and is in no transaction', async () => {
  let late: (() => void) | undefined;
  const work = await prepareWork(async (tx) => void (late = () => tx.send(insert, [1])));
  expect(late).toThrow('after the end');
  expect(work?.statements).toEqual([]);
});
