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

test('[L12] reads the same code with invisible marks, wide letters, longer dashes and the digits of another script', () => {
  for (const typed of [
    'K7MQ–2FXA‑9T3H—WZ4C',
    '\u200ek7mq-2fxa-9t3h-wz4c\ufeff',
    'ｋ７ｍｑ２ｆｘａ９ｔ３ｈｗｚ４ｃ',
    'k۷mq ۲fxa ۹t۳h wz۴c',
  ]) {
    expect(readRecoveryCode(typed)).toBe('k7mq2fxa9t3hwz4c');
  }
});

test('each of the sixteen bytes contributes five bits', () => {
  const zeros = new Uint8Array(16);
  const codes = new Set([writeRecoveryCode(zeros)]);
  for (let at = 0; at < 16; at += 1) {
    for (let value = 1; value < 32; value += 1) codes.add(writeRecoveryCode(zeros.with(at, value)));
  }
  expect(codes.size).toBe(1 + 16 * 31);
});
