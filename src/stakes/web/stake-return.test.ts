import { expect, test } from 'vitest';
import { returnOf } from './stake-return.ts';

test('[S5] a running stake returns its amount and the promised profit at its end', () => {
  expect(returnOf({ Amount: 300, Rate: 25, CancelFee: 40, Status: 'in_progress' })).toBe(375);
  expect(returnOf({ Amount: 300, Rate: 25, CancelFee: 40, Status: 'finished' })).toBe(375);
});

test('[S7] a cancelled stake returned its amount less its own fee, and no profit', () => {
  expect(returnOf({ Amount: 300, Rate: 25, CancelFee: 40, Status: 'canceled' })).toBe(180);
  expect(returnOf({ Amount: 300, Rate: 25, CancelFee: 12.5, Status: 'canceled' })).toBe(262.5);
  expect(returnOf({ Amount: 300, Rate: 25, CancelFee: 0, Status: 'canceled' })).toBe(300);
});

test('[S7] tax is withheld from the profit only, and not on early cancellation', () => {
  const taxed = { Amount: 300, Rate: 25, CancelFee: 40, TaxRate: 17.5 } as const;
  expect(returnOf({ ...taxed, Status: 'in_progress' })).toBe(361.87);
  expect(returnOf({ ...taxed, Status: 'canceled' })).toBe(180);
});
