import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isStorable, mostSaid, storableText } from './storable-text.ts';

test.each([
  ['account closed', 'account closed'],
  ['insufficient_funds\u0000', 'insufficient_funds'],
  ['conta\u0000\u0000encerrada\r\n', 'conta encerrada'],
  ['half a \ud83d character', 'half a   character'],
  ['\udc00\u0001\u007f\u0085', ''],
  ['', ''],
  ['حساب بسته‌شده', 'حساب بسته‌شده'],
  ['saldo 🦊 baixo', 'saldo 🦊 baixo'],
])('[F4] of what another firm says, what the database can hold is kept: %j', (said, kept) => {
  expect(storableText(said)).toBe(kept);
});

test.each(['a\u0000b', '\ud800', 'a\n', '\u007f'])(
  '[R3] what identifies somebody and cannot be stored is recognised: %j',
  (text) => {
    expect(isStorable(text)).toBe(false);
  },
);

test('[F4] long text of another firm is cut between two characters', () => {
  expect(storableText('x'.repeat(300_000))).toBe('x'.repeat(mostSaid));
  expect(storableText(`x${'🦊'.repeat(600)}`)).toBe(`x${'🦊'.repeat(mostSaid - 1)}`);
  expect(storableText('abc def', 4)).toBe('abc');
});

test('[F4] whatever another firm says becomes text that the database can hold, and stays as it is the second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), fc.integer({ min: 1, max: 600 }), (said, most) => {
      const kept = storableText(said, most);
      expect(isStorable(kept)).toBe(true);
      expect(kept).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      expect(Array.from(kept).length).toBeLessThanOrEqual(most);
      expect(storableText(kept, most)).toBe(kept);
    }),
  );
});
