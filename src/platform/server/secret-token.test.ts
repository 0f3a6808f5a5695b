import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cellOf } from './cell.ts';
import { cellOfToken, drawToken, isTokenShaped } from './secret-token.ts';

test('[A4] a token encodes the cell of its customer and nothing else: the rest is random', () => {
  for (let at = 0; at < 200; at += 1) {
    const customerId = randomUUID();
    const [token, other] = [drawToken(customerId), drawToken(customerId)];
    expect(isTokenShaped(token)).toBe(true);
    expect(cellOfToken(token)).toBe(cellOf(customerId));
    const [bytes, others] = [Buffer.from(token, 'base64url'), Buffer.from(other, 'base64url')];
    expect(bytes).toHaveLength(32);
    expect(bytes.subarray(0, 31)).not.toEqual(others.subarray(0, 31));
  }
});

test.each(['', 'x', 'null', "' OR 1=1 --"])('%j is not a token and falls back to cell 0', (strange) => {
  expect(isTokenShaped(strange)).toBe(false);
  expect(cellOfToken(strange)).toBe(0);
});
