import { expect, test } from 'vitest';
import { shortReference } from './short-reference.ts';

test('[H4] two positions of the same minute have different short references', () => {
  const [one, next] = ['01a2026e-3375-7b5f-8833-cfb7a3943567', '01a2026e-336a-7015-9866-110f4d89b54c'];
  expect([shortReference(one), shortReference(next)]).toEqual(['a3943567', '4d89b54c']);
  expect(shortReference(null)).toBe('');
});
