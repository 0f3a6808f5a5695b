import { expect, test } from 'vitest';
import { writeFilter } from '#platform/web/address-filter.ts';
import { readFilter, spanOf } from './history-filter.ts';

test('[H4] the view is in the URL, and invalid values are left out', () => {
  expect(readFilter(new URLSearchParams('tab=vault&start=2026-03-01&end=x'))).toEqual({
    tab: 'vault',
    start: '2026-03-01',
    end: null,
  });
  expect(readFilter(new URLSearchParams('tab=nonsense')).tab).toBe('statement');
});

test('[H4] writing it keeps the other parameters, and leaves out empty filters', () => {
  const next = writeFilter(new URLSearchParams('dialog=x&start=2026-01-01'), { tab: 'stakes', start: null, end: null });
  expect(next.toString()).toBe('dialog=x&tab=stakes');
});

test('[H1] the last day is included in full', () => {
  expect(spanOf({ start: '2026-03-01', end: '2026-03-31' })).toMatchObject({ start: '2026-03-01', end: '2026-04-01' });
  expect(spanOf({ start: null, end: null })).toMatchObject({ start: undefined, end: undefined });
});
