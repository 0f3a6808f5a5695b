import { expect, test } from 'vitest';
import { KnownOwners } from './known-owners.ts';

test('[L9] an owner is known by their token until that becomes invalid', () => {
  const known = new KnownOwners();
  known.note('a', 'ana');
  expect([known.ownerOf('a'), known.ownerOf('b')]).toEqual(['ana', undefined]);
  known.note('a', null);
  expect(known.ownerOf('a')).toBeUndefined();
});

test('[L9] an owner is forgotten after enough others were seen since', () => {
  const known = new KnownOwners(2);
  for (const token of ['a', 'b', 'a', 'c']) known.note(token, 'ana');
  expect(['a', 'b', 'c'].map((token) => known.ownerOf(token) !== undefined)).toEqual([true, false, true]);
});
