import { expect, test } from 'vitest';
import { usd } from './money.ts';
import { writeUsd } from './write-usd.ts';

test.each([
  ['pt-BR', '1974.809999', 'US$ 1.974,80'],
  ['en', '0.009999', '$0.00'],
  ['en', '-1.300001', '-$1.31'],
  ['fa', '12345678.9', '$۱۲٬۳۴۵٬۶۷۸٫۹۰'],
])('[L7] in %s %s dollars are written as the screens show them: %s', (language, amount, text) => {
  const written = writeUsd(usd(amount), language)
    .replace(/\u00a0/g, ' ')
    .replace(/\u200e/g, '');
  expect(written).toBe(text);
});

test('[B7] in Latin digits where a letter has them', () => {
  expect(writeUsd(usd('12.345'), 'fa', 'latn')).toContain('12.34');
});
