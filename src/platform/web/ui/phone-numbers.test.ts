import { describe, expect, test } from 'vitest';
import type { Language } from '#platform/languages.ts';
import { formatPhone, readPhoneOf } from './phone-numbers.ts';
import { readTypedPhone } from './read-typed-phone.ts';

describe('in Portuguese the Brazilian country code can be omitted', () => {
  test.each([
    ['(11) 98765-4321', '+5511987654321'],
    ['11987654321', '+5511987654321'],
    ['11 98765 4321', '+5511987654321'],
    ['011 98765-4321', '+5511987654321'],
    ['۱۱ ۹۸۷۶۵ ۴۳۲۱', '+5511987654321'],
    ['(21) 3456-7890', '+552134567890'],
    ['5511987654321', '+5511987654321'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['+98 912 345 6789', '+989123456789'],
    ['+351 912 345 678', '+351912345678'],
  ])('[A7] [P1] %s is %s', (typed, meant) => {
    expect(readPhoneOf('pt-BR', typed)).toBe(meant);
  });

  test.each(['', '98765-4321', '11 9876', '(11) 98765-4321 ramal 5', 'ligue para mim', '(10) 98765-43210', '912 345'])(
    '[A7] [P1] rejects %s',
    (typed) => {
      expect(readPhoneOf('pt-BR', typed)).toBeNull();
    },
  );
});

test.each(['en', 'es', 'zh-CN', 'fa'] as const)('[A7] [P1] in %s a number needs its country code', async (language) => {
  expect(await readTypedPhone(language, '(11) 98765-4321')).toBeNull();
  expect(await readTypedPhone(language, '+55 (11) 98765-4321')).toBe('+5511987654321');
  expect(await readTypedPhone(language, '+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹')).toBe('+989123456789');
  expect(await readTypedPhone(language, '0098 912 345 6789')).toBe('+989123456789');
});

test.each<[Language, string, string]>([
  ['pt-BR', '+5511987654321', '(11) 98765-4321'],
  ['pt-BR', '11987654321', '(11) 98765-4321'],
  ['pt-BR', '+989123456789', '+98 912 345 6789'],
  ['fa', '+989123456789', '+98 912 345 6789'],
  ['en', '+5511987654321', '+55 11 98765 4321'],
  ['pt-BR', 'ligue', 'ligue'],
  ['pt-BR', '119', '119'],
  ['en', '11987654321', '11987654321'],
])('[A7] [P1] in %s %s is shown as %s', (language, written, shown) => {
  expect(formatPhone(language, written)).toBe(shown);
});
