import { expect, test } from 'vitest';
import { everything, isNarrow, readFilter } from './investment-filter.ts';
import { writeFilter } from '#platform/web/address-filter.ts';

const filled = { start: '2026-03-02', min: '100', max: '2500.50', status: 'active', order: 'highest' } as const;

test('[V1] the filter stands in the address, and what filters nothing does not', () => {
  expect(writeFilter(new URLSearchParams('dialog=x'), filled, everything).toString()).toBe(
    'dialog=x&start=2026-03-02&min=100&max=2500.50&status=active&order=highest',
  );
  expect(writeFilter(new URLSearchParams('dialog=x&min=5'), everything, everything).toString()).toBe('dialog=x');
});

test('[V1] what was written is read again', () => {
  for (const filter of [filled, everything]) {
    expect(readFilter(writeFilter(new URLSearchParams(), filter, everything))).toEqual(filter);
  }
});

test.each(['start=yesterday', 'start=2026-13-45', 'min=abc', 'min=-1', 'max=1.001', 'status=finished', 'order=best'])(
  '[V1] %s in the address filters nothing',
  (search) => {
    expect(readFilter(new URLSearchParams(search))).toEqual(everything);
  },
);

test('[V1] an order leaves nothing out, everything else may', () => {
  expect(isNarrow({ ...everything, order: 'lowest' })).toBe(false);
  for (const change of [{ start: '2026-03-02' }, { min: '1' }, { max: '1' }, { status: 'expired' as const }]) {
    expect(isNarrow({ ...everything, ...change })).toBe(true);
  }
});
