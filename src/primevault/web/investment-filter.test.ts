import { expect, test } from 'vitest';
import { everything, isNarrow, readFilter } from './investment-filter.ts';
import { writeFilter } from '#platform/web/address-filter.ts';

const filled = { start: '2026-03-02', min: '100', max: '2500.50', status: 'active', order: 'highest' } as const;

test('[V1] writes the filter to the address and omits defaults', () => {
  expect(writeFilter(new URLSearchParams('dialog=x'), filled, everything).toString()).toBe(
    'dialog=x&start=2026-03-02&min=100&max=2500.50&status=active&order=highest',
  );
  expect(writeFilter(new URLSearchParams('dialog=x&min=5'), everything, everything).toString()).toBe('dialog=x');
});

test('[V1] reads back what it wrote', () => {
  for (const filter of [filled, everything]) {
    expect(readFilter(writeFilter(new URLSearchParams(), filter, everything))).toEqual(filter);
  }
});

test.each(['start=yesterday', 'start=2026-13-45', 'min=abc', 'min=-1', 'max=1.001', 'status=finished', 'order=best'])(
  '[V1] ignores %s in the address',
  (search) => {
    expect(readFilter(new URLSearchParams(search))).toEqual(everything);
  },
);

test('[V1] an order does not narrow the list, every other filter does', () => {
  expect(isNarrow({ ...everything, order: 'lowest' })).toBe(false);
  for (const change of [{ start: '2026-03-02' }, { min: '1' }, { max: '1' }, { status: 'expired' as const }]) {
    expect(isNarrow({ ...everything, ...change })).toBe(true);
  }
});
