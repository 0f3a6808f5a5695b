import { describe, expect, test } from 'vitest';
import { languages } from '#platform/languages.ts';
import { countryOf, formatPhone, listCountries, readPhoneOf } from './phone-numbers.ts';
import { readTypedPhone } from './read-typed-phone.ts';

describe('with Brazil chosen, its code can be omitted', () => {
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
    expect(readPhoneOf('BR', typed)).toBe(meant);
  });

  test.each(['', '98765-4321', '11 9876', '(11) 98765-4321 ramal 5', 'ligue para mim', '(10) 98765-43210', '912 345'])(
    '[A7] [P1] rejects %s',
    (typed) => {
      expect(readPhoneOf('BR', typed)).toBeNull();
    },
  );
});

test.each([
  ['IR', '0912 345 6789', '+989123456789'],
  ['IR', '۰۹۱۲۳۴۵۶۷۸۹', '+989123456789'],
  ['IR', '\u200e٠٩١٢ ٣٤٥ ٦٧٨٩', '+989123456789'],
  ['CN', '138 0013 8000', '+8613800138000'],
  ['CN', '１３８００１３８０００', '+8613800138000'],
  ['US', '(415) 555-2671', '+14155552671'],
  ['GB', '020 7946 0958', '+442079460958'],
  ['MX', '55 5123 4567', '+525551234567'],
  ['KR', '010-2345-6789', '+821023456789'],
  ['IL', '050-234-5678', '+972502345678'],
  ['RU', '8 (912) 345-67-89', '+79123456789'],
  ['IR', '+55 (11) 98765-4321', '+5511987654321'],
  ['BR', '0098 912 345 6789', '+989123456789'],
  ['BR', 'tel:+5511987654321', '+5511987654321'],
])('[L12] with %s chosen, %s is %s', async (country, typed, meant) => {
  expect(await readTypedPhone(country, typed)).toBe(meant);
  expect(await readTypedPhone('BR', meant)).toBe(meant);
});

test.each([
  ['IR', '(11) 98765-4321'],
  ['CN', '(11) 9876'],
])('[L12] with %s chosen, %s is no number', async (country, typed) => {
  expect(await readTypedPhone(country, typed)).toBeNull();
});

test('[L12] a number with its code says its country, and every country can be chosen in every language', () => {
  expect([countryOf('+98 912 345 6789'), countryOf('912 345 6789'), countryOf('+1')]).toEqual(['IR', null, null]);
  for (const language of languages) {
    const countries = listCountries(language);
    expect(countries.length).toBeGreaterThan(200);
    expect(countries.filter(({ name }) => !/[^A-Z\s].* \(\u2066\+\d+\u2069\)$/u.test(name))).toEqual([]);
  }
});

test.each([
  ['BR', '+5511987654321', '(11) 98765-4321'],
  ['BR', '11987654321', '(11) 98765-4321'],
  ['BR', '+989123456789', '+98 912 345 6789'],
  [undefined, '+989123456789', '+98 912 345 6789'],
  [undefined, '+5511987654321', '+55 11 98765 4321'],
  ['BR', 'ligue', 'ligue'],
  ['BR', '119', '119'],
  [undefined, '11987654321', '11987654321'],
])('[A7] [P1] at home in %s %s is shown as %s', (home, written, shown) => {
  expect(formatPhone(home, written)).toBe(shown);
});
