import { expect, test } from 'vitest';
import { everything, isNarrow, queryOf, readFilter } from './operation-filter.ts';
import { writeFilter } from '#platform/web/address-filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

test('[H2] the filter is read from the URL', () => {
  expect(read('start=2026-03-01&end=2026-03-31&asset=Forex')).toEqual({
    start: '2026-03-01',
    end: '2026-03-31',
    asset: 'Forex',
  });
});

test.each(['', 'start=yesterday', 'end=2026-02-30', 'asset=', `asset=${'x'.repeat(41)}`, 'dialog=deposit'])(
  '[H2] a URL with %j filters nothing',
  (search) => {
    expect(read(search)).toEqual(everything);
    expect(isNarrow(read(search))).toBe(false);
  },
);

test('[H2] a written filter reads back the same, and the rest of the URL is preserved', () => {
  const filter = { start: null, end: '2026-03-31', asset: 'Índices & mais' };
  const written = writeFilter(new URLSearchParams('dialog=deposit&start=2026-01-01'), filter);
  expect(readFilter(written)).toEqual(filter);
  expect(written.get('dialog')).toBe('deposit');
  expect(isNarrow(filter)).toBe(true);
  expect(writeFilter(written, everything).toString()).toBe('dialog=deposit');
});

test('[H2] the last day is included whole: the request ends at the following day', () => {
  expect(queryOf({ start: '2028-02-01', end: '2028-02-28', asset: null })).toEqual({
    start: '2028-02-01',
    end: '2028-02-29',
    asset: undefined,
  });
  expect(queryOf({ ...everything, end: '2026-12-31' }).end).toBe('2027-01-01');
  expect(queryOf(everything)).toEqual({ start: undefined, end: undefined, asset: undefined });
});
