import { expect, test } from 'vitest';
import { partsOf } from './equity-parts.ts';
import { equityOf } from './testing/figures.ts';

test('[D5] products that the customer never used are left out', () => {
  expect(partsOf(equityOf(3))).toEqual(['Balance', 'Stake']);
});

test('[D5] a product used on any of the days is included, in its order', () => {
  const [today, ...before] = equityOf(3);
  expect(partsOf([{ ...today, Primezord: 1, Copytrade: 2 } as never, ...before])).toEqual([
    'Balance',
    'Stake',
    'Copytrade',
    'Primezord',
  ]);
});
