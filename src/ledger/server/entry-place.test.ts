import { expect, test } from 'vitest';
import { type EntryPlace, entryId, makeEntryPage, readEntryCursor, readEntryId } from './entry-place.ts';

test.each<[string, EntryPlace]>([
  ['1-1', { number: 1n, leg: 1 }],
  ['41-2', { number: 41n, leg: 2 }],
  ['999999999999999999-999', { number: 999_999_999_999_999_999n, leg: 999 }],
])('[H1] %s is the place of an entry, and its id', (id, place) => {
  expect([readEntryId(id), entryId(place)]).toEqual([place, id]);
});

test.each([
  '',
  '1',
  '1-',
  '-1',
  '0-1',
  '01-1',
  '1-0',
  '1-01',
  '1-1111',
  ' 1-1',
  '1-1 ',
  'x1-1',
  '1-1x',
  '9999999999999999999-1',
  '1.5-1',
])('[H1] %j is no entry id, and no page starts after it', (id) => {
  expect(readEntryId(id)).toBeNull();
  expect(() => readEntryCursor(id)).toThrow(
    expect.objectContaining({ code: 'invalid_field', values: { field: 'after' } }),
  );
});

test('[H1] the newest page starts before every possible entry', () => {
  expect(readEntryCursor(undefined)).toEqual({ number: 2n ** 63n - 1n, leg: 0 });
  expect(readEntryCursor('7-3')).toEqual({ number: 7n, leg: 3 });
});

test('[H1] a page says where the next one starts while there is more', () => {
  const rows = [3n, 2n, 1n].map((number) => ({ number, leg: 1 }));
  const present = (row: EntryPlace): string => `entry ${row.number}`;
  expect(makeEntryPage(rows, 2, present)).toEqual({ rows: ['entry 3', 'entry 2'], next: '2-1' });
  expect(makeEntryPage(rows, 3, present)).toEqual({ rows: ['entry 3', 'entry 2', 'entry 1'], next: null });
  expect(makeEntryPage([], 3, present)).toEqual({ rows: [], next: null });
});
