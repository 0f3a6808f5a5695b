import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { languages } from '#platform/languages.ts';
import { fileForms, writeCsvLine } from './csv.ts';
import { momentWriter } from './moments.ts';

test('[H4] a timestamp is written as each language’s spreadsheets read it, to the second, in the customer’s time zone', () => {
  const written = languages.map((language) => [
    language,
    momentWriter(fileForms[language].date, 'America/Sao_Paulo')('2026-03-02T02:05:09.999Z'),
  ]);
  expect(Object.fromEntries(written)).toEqual({
    'pt-BR': '01/03/2026 23:05:09',
    es: '01/03/2026 23:05:09',
    en: '2026-03-01 23:05:09',
    'zh-CN': '2026/03/01 23:05:09',
    fa: '2026-03-01 23:05:09',
  });
});

test('[H4] midnight is hour 00 of the new day', () => {
  expect(momentWriter(fileForms.en.date, 'UTC')('2026-03-02T00:00:00Z')).toBe('2026-03-02 00:00:00');
});

test('[H4] the decimal sign is a comma in languages whose spreadsheets expect it, and a point elsewhere', () => {
  expect(languages.filter((language) => fileForms[language].decimal === 'comma')).toEqual(['pt-BR', 'es']);
  expect(languages.filter((language) => fileForms[language].decimal === 'point')).toEqual(['en', 'zh-CN', 'fa']);
});

test.each([
  ['one;two', 'comma', '"one;two"'],
  ['one,two', 'comma', 'one,two'],
  ['one;two', 'point', 'one;two'],
  ['one\ntwo', 'point', '"one\ntwo"'],
  ['one\rtwo', 'point', '"one\rtwo"'],
  ['\rx', 'point', `"'\rx"`],
  ['\nx', 'point', `"'\nx"`],
  ['-12,50', 'comma', '-12,50'],
  ['-12', 'point', '-12'],
  ['-1-2', 'point', `"'-1-2"`],
  ['-12.5x', 'point', `"'-12.5x"`],
  ['x=1', 'point', 'x=1'],
] as const)('[H4] the cell %j with the decimal %s is written as %j', (cell, decimal, written) => {
  expect(writeCsvLine([cell], decimal)).toBe(`${written}\r\n`);
});

/** Local time in a zone, formatted separately for each instant. */
function asked(zone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(at);
}

test('[H4] a timestamp is written in the zone’s local time, also on days when the clocks change', () => {
  const zones = [
    'UTC',
    'America/Sao_Paulo',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Asia/Tehran',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
  ];
  const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  for (const zone of zones) {
    const write = momentWriter(fileForms.en.date, zone);
    fc.assert(
      fc.property(moments, (at) => {
        expect([zone, write(at.toISOString())]).toEqual([zone, asked(zone, at)]);
      }),
      { numRuns: 100 },
    );
  }
  const write = momentWriter(fileForms.en.date, 'Australia/Lord_Howe');
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    const at = new Date(Date.UTC(2026, 3, 4, 0, minute));
    expect(write(at.toISOString())).toBe(asked('Australia/Lord_Howe', at));
  }
});
