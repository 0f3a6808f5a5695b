import { expect, test } from 'vitest';
import { nextCursor } from './next-cursor.ts';

test("[S5] reads the cursor of a list's next page from its Link header", () => {
  expect(nextCursor('</api/stakes?limit=20&after=MjAyNg_-x>; rel="next"')).toBe('MjAyNg_-x');
});

test('[S5] a list without a next page has no cursor', () => {
  expect(nextCursor(null)).toBeNull();
  expect(nextCursor('</api/stakes?after=abc>; rel="prev"')).toBeNull();
});
