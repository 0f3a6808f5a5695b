import { expect, test } from 'vitest';
import { readDecimal } from '#platform/typed/read-decimal.ts';
import { draftOf, type PlanDraft, readPlans, valueOfDraft as readDraft } from './drafts.ts';

const valueOfDraft = (unit: Parameters<typeof readDraft>[0], draft: string, decimalSign = ',') =>
  readDraft(unit, draft, (typed, places) => readDecimal(typed, decimalSign, places));

test.each([
  ['percent', 12.5, '12,5', '12.5'],
  ['days', 180, '90', '90'],
  ['open', false, 'true', 'true'],
  ['amounts', [50, 100], '50 100; 250', '[50,100,250]'],
  ['percents', [3, 2, 1], '2,5 1,25 0', '[2.5,1.25,0]'],
  ['rates', [4, 8], '', '[]'],
  ['commands', ['staff invite', 'staff role'], 'staff invite, rates accept', '["staff invite","rates accept"]'],
] as const)('[R6] a typed value of %s becomes what the command takes', (unit, value, typed, sent) => {
  expect(valueOfDraft(unit, draftOf(unit, value))).toBe(JSON.stringify(value));
  expect(valueOfDraft(unit, typed)).toBe(sent);
});

test('[R6] a value is prefilled in the reader’s number format', () => {
  const write = (number: number) => String(number).replace('.', ',');
  expect(draftOf('percents', [2.5, 1.25], write)).toBe('2,5 1,25');
  expect(valueOfDraft('percents', draftOf('percents', [2.5, 1.25], write))).toBe('[2.5,1.25]');
});

test.each([
  ['percent', 'ten'],
  ['percent', ''],
  ['percent', '-1'],
  ['days', '1.5'],
  ['open', 'maybe'],
  ['amounts', '10 20,5'],
] as const)('[R6] %s: %j cannot be sent', (unit, typed) => {
  expect(valueOfDraft(unit, typed)).toBeUndefined();
});

test.each([
  ['usd', '10,000', '.', '10000'],
  ['usd', '10.000', ',', '10000'],
  ['brl', '5,4321', ',', '5.4321'],
  ['percent', '1.234', '.', '1.234'],
  ['days', '1,000', '.', '1000'],
  ['percent', '0,005', '.', undefined],
  ['usd', '1e3', '.', undefined],
] as const)('[L12] %s: %j with the decimal sign %s is %s, not a thousandth of it', (unit, typed, sign, sent) => {
  expect(valueOfDraft(unit, typed, sign)).toBe(sent);
});

test('[R6] stake periods are typed row by row, and sent when each is complete', () => {
  const value = [{ days: 30, rate: 10, amounts: [10, 20], offered: true }];
  const draft = draftOf('plans', value);
  expect(valueOfDraft('plans', draft)).toBe(JSON.stringify(value));
  const more = { days: '45', rate: '12,5', amounts: '100', offered: false };
  const typed = (...plans: PlanDraft[]) => valueOfDraft('plans', JSON.stringify(plans));
  expect(typed(...readPlans(draft), more)).toContain('"rate":12.5');
  expect(typed({ ...more, amounts: '' })).toBeUndefined();
  expect(typed()).toBeUndefined();
  expect(valueOfDraft('plans', '')).toBeUndefined();
});
