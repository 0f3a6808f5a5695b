import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { amountOf, answerAmount, queryAmount, requestAmount, shownAmount } from './amount.ts';

test.each([0, 0.01, 10, 10.5, 1234.56, 999_999_999.99, 1_000_000_000])(
  '[F1] %s is an amount that a customer may request',
  (value) => {
    expect(z.safeParse(requestAmount, value).success).toBe(true);
  },
);

test.each([
  -1,
  -0,
  -0.01,
  10.001,
  0.005,
  1_000_000_000.01,
  Number.NaN,
  Infinity,
  '10',
  true,
  null,
  undefined,
  [10],
  { inexact: '1e400' },
])('[F1] %s is refused as invalid_amount', (value) => {
  const checked = z.safeParse(requestAmount, value);
  expect(checked.error?.issues.map((issue) => issue.message)).toEqual(['invalid_amount']);
});

test('[F1] an amount is read to the cent', () => {
  expect(amountOf(1234.56)).toBe(1_234_560_000n);
  expect(amountOf(0.1 + 0.2 - 0.2)).toBe(100_000n);
  expect(amountOf(1.004)).toBe(1_000_000n);
});

test('[F1] the published contract states the limits of an amount', () => {
  expect(z.toJSONSchema(requestAmount)).toMatchObject({ minimum: 0, maximum: 1_000_000_000, multipleOf: 0.01 });
  expect(z.toJSONSchema(answerAmount)).toMatchObject({ type: 'number', description: 'USD, at most six decimals' });
});

test.each([
  ['0', 0],
  ['100', 100],
  ['99.5', 99.5],
  ['99.25', 99.25],
  ['1000000000', 1_000_000_000],
])('[V1] %s in a query is an amount', (text, value) => {
  expect(z.parse(queryAmount, text)).toBe(value);
});

test.each(['', ' 1', '-1', '1.001', '1e3', '1,5', 'NaN', '1000000000.01', '99999999999', ['1', '2'], undefined])(
  '[V1] %j in a query is refused as invalid_amount',
  (text) => {
    const checked = z.safeParse(queryAmount, text);
    expect(checked.error?.issues.map((issue) => issue.message)).toEqual(['invalid_amount']);
  },
);

test.each([0, 0.01, -12.34, 1234.5, 999_999_999.99])('[L7] %s may be shown on a screen', (value) => {
  expect(z.safeParse(shownAmount, value).success).toBe(true);
});

test.each([0.001, -12.345, 1234.567])('[L7] %s may not: it has a fraction of a cent', (value) => {
  expect(z.safeParse(shownAmount, value).success).toBe(false);
});

test('[L7] the published contract states that screens show whole cents', () => {
  const published = { description: 'USD in whole cents, as screens show it', multipleOf: 0.01 };
  expect(z.toJSONSchema(shownAmount)).toMatchObject(published);
});
