import { expect, test } from 'vitest';
import {
  chooseLanguage,
  directionOf,
  firstLanguage,
  isLanguage,
  languageOfTag,
  languages,
  localeOf,
} from './languages.ts';

test.each([
  [['pt-BR'], 'pt-BR'],
  [['pt-PT', 'en'], 'pt-BR'],
  [['PT'], 'pt-BR'],
  [['en-GB', 'pt'], 'en'],
  [['es-AR'], 'en'],
  [['fa'], 'en'],
  [[], 'en'],
])('[B7] a browser that prefers %j starts in %s', (preferred, language) => {
  expect(firstLanguage(preferred)).toBe(language);
});

test.each([
  [undefined, 'pt-BR'],
  ['', 'pt-BR'],
  ['*', 'pt-BR'],
  ['es-MX,en;q=0.5', 'es'],
  ['en;q=0.2, zh;q=0.9', 'zh-CN'],
  ['xx, fa-AF;q=0.1', 'fa'],
  ['en;q=0', 'pt-BR'],
  ['en; q=0.1 , es; q=0.9', 'es'],
  ['en;q=0.1 ,es;q=0.5', 'es'],
  ['en;xq=0,es;q=0.5', 'en'],
  ['en;q=1,es', 'en'],
  ['en;q=0x,es;q=0.5', 'en'],
  [';;q=,,', 'pt-BR'],
  [`${','.repeat(15)}es`, 'es'],
  [`${','.repeat(16)}es`, 'pt-BR'],
  [`${' '.repeat(300)}es`, 'pt-BR'],
  [`es${','.repeat(15_500)}`, 'es'],
])('[B7] an answer to Accept-Language %j is in %s', (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});

test('[B7] Persian is right-to-left, the others are left-to-right', () => {
  expect(['pt-BR', 'en', 'es', 'zh-CN', 'fa'].map((tag) => directionOf(languageOfTag(tag) as 'en'))).toEqual([
    'ltr',
    'ltr',
    'ltr',
    'ltr',
    'rtl',
  ]);
});

test('[B7] there are five languages, and nothing else is accepted as one', () => {
  expect(languages).toEqual(['pt-BR', 'en', 'es', 'zh-CN', 'fa']);
  for (const language of languages) expect(isLanguage(language)).toBe(true);
  for (const other of ['pt', 'EN', '', null, undefined, 5]) expect(isLanguage(other)).toBe(false);
});

test.each([
  ['pt-PT', 'pt-BR'],
  [' ES ', 'es'],
  ['zh-Hans', 'zh-CN'],
  ['fa', 'fa'],
  ['de', null],
  ['', null],
])('[B7] the tag “%s” selects %s', (tag, language) => {
  expect(languageOfTag(tag)).toBe(language);
});

test('[B7] Spanish uses Latin American formats: the currency sign in front, a decimal comma, and the 24-hour clock', () => {
  const locale = localeOf('es');
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
  expect(plain(money.format(1303.09))).toBe('US$ 1.303,09');
  expect(new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value).toBe(',');
  const evening = new Date('2026-11-23T18:05:00Z');
  expect(new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(evening)).toBe('18:05');
  for (const language of languages.filter((each) => each !== 'es')) expect(localeOf(language)).toBe(language);
});
