import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecoveryCode, writeRecoveryCode } from './recovery-code.ts';

const chance = fc.uint8Array({ minLength: 16, maxLength: 16 });

test('a recovery code is four groups of four characters without letters that resemble digits', () => {
  fc.assert(
    fc.property(chance, (bytes) => {
      expect(writeRecoveryCode(bytes)).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    }),
  );
});

test('reads the same code in capitals, with spaces, without dashes, and with O for 0 or l for 1', () => {
  fc.assert(
    fc.property(chance, (bytes) => {
      const code = writeRecoveryCode(bytes);
      const typed = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
      expect(readRecoveryCode(typed)).toBe(code.replaceAll('-', ''));
    }),
  );
});

test('each of the sixteen bytes contributes five bits', () => {
  const zeros = new Uint8Array(16);
  const codes = new Set([writeRecoveryCode(zeros)]);
  for (let at = 0; at < 16; at += 1) {
    for (let value = 1; value < 32; value += 1) codes.add(writeRecoveryCode(zeros.with(at, value)));
  }
  expect(codes.size).toBe(1 + 16 * 31);
});
