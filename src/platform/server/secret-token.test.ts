import { expect, test } from 'vitest';
import { drawToken, isTokenShaped } from './secret-token.ts';

test('[A4] a token is 32 random bytes', () => {
  const tokens = Array.from({ length: 200 }, () => drawToken());
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) {
    expect(isTokenShaped(token)).toBe(true);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  }
  const lastBytes = tokens.map((token) => Buffer.from(token, 'base64url').at(-1));
  expect(new Set(lastBytes).size).toBeGreaterThan(50);
});

test.each(['', 'x', 'null', "' OR 1=1 --"])('%j is not a token', (strange) => {
  expect(isTokenShaped(strange)).toBe(false);
});
