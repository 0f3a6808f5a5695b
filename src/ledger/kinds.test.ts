import { expect, test } from 'vitest';
import { knownKinds, retiredKinds } from './kinds.ts';

test('[L5] each kind of event has one name and is known once', () => {
  for (const kind of knownKinds) expect(kind).toMatch(/^[a-z]+(_[a-z]+)+$/);
  expect(new Set(knownKinds).size).toBe(knownKinds.length);
  expect(knownKinds).toEqual(
    expect.arrayContaining(['treasury_funded', 'withdrawal_held', 'taxes_returned', 'stake_opened']),
  );
});

test('[L5] retired kinds stay known', () => {
  for (const kind of retiredKinds) expect(knownKinds).toContain(kind);
});
