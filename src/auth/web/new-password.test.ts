import { expect, test } from 'vitest';
import { problemOf } from './new-password.ts';

const good = { current: 'capivara', next: 'tamanduá na varanda', again: 'tamanduá na varanda' };

test.each([
  [good, null],
  [{ ...good, current: '' }, 'currentMissing'],
  [{ ...good, next: '', again: '' }, 'length'],
  [{ ...good, next: '1234567', again: '1234567' }, 'length'],
  [{ ...good, next: 'x'.repeat(129), again: 'x'.repeat(129) }, 'length'],
  [{ ...good, next: 'x'.repeat(128), again: 'x'.repeat(128) }, null],
  [{ ...good, again: 'tamanduá na Varanda' }, 'mismatch'],
  [{ ...good, again: '' }, 'mismatch'],
] as const)('[P1] the problem with %j is %s', (typed, problem) => {
  expect(problemOf(typed)).toBe(problem);
});

test("[L6] one made of the customer's name, address or the brand is reported before the server is asked", () => {
  const known = { name: 'Ana Ribeiro', email: 'ana@example.com', brand: 'Lastro' };
  for (const next of ['lastro2026', 'R1beiro 1988', 'example-1234'])
    expect(problemOf({ ...good, next, again: next }, known)).toBe('personal');
  expect(problemOf(good, known)).toBeNull();
});
