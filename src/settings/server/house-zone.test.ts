import { expect, test } from 'vitest';
import { isValueOf } from './settings.ts';
import { dayIn, houseZone } from './house-zone.ts';

test('[A2] an instant belongs to the day that it is in the house’s zone', () => {
  const late = new Date('2026-11-28T01:30:00Z');
  expect(dayIn(houseZone.standard('production'), late)).toBe('2026-11-27');
  expect(dayIn('Asia/Shanghai', late)).toBe('2026-11-28');
});

test.each([
  ['Asia/Tehran', true],
  ['Nowhere/City', false],
  ['', false],
  [3, false],
])('[A2] the house’s zone may be %j: %j', (value, isGood) => expect(isValueOf(houseZone, value)).toBe(isGood));
