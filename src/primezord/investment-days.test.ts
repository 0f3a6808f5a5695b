import { expect, test } from 'vitest';
import { investmentDays } from './investment-days.ts';

test('[Z4] an investment is blocked for thirty days', () => {
  expect(investmentDays).toBe(30);
});
