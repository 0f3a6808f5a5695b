import { expect, test } from 'vitest';
import { usd } from './money.ts';
import { usdWriter, writeUsd } from './write-usd.ts';

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

test('[B7] in Latin digits where an email has them', () => {
  expect(writeUsd(usd('12.345'), 'fa', 'latn')).toContain('12.34');
});

test('[B7] one locale is never written in another’s digits, in whatever order they are requested', () => {
  const amount = usd('12');
  const persian = writeUsd(amount, 'fa');
  expect(writeUsd(amount, 'fa', 'latn')).not.toBe(persian);
  expect(writeUsd(amount, 'fa')).toBe(persian);
  expect(persian).toContain('۱۲');
});

test.each([
  ['en', '1234.567', '$1,234.56', '+$1,234.56'],
  ['en', '-1234.5', '-$1,234.50', '-$1,234.50'],
  ['en', '0', '$0.00', '$0.00'],
  ['es', '1234.5', '1.234,50 US$', '+1.234,50 US$'],
  ['pt-BR', '5', 'US$ 5,00', '+US$ 5,00'],
])('[G6] in %s a table writes %s as %s, and as a change %s', (locale, amount, plain, change) => {
  const write = usdWriter(locale);
  const written = [write(usd(amount)), write(usd(amount), false), write(usd(amount), true)];
  expect(written.map((text) => text.replace(/\u00a0/g, ' '))).toEqual([plain, plain, change]);
});
