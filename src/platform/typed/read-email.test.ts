import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasOtherLetters, readEmail } from './read-email.ts';

const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.br`;

test.each([
  'r&d@example.com',
  'ana@xn--e1afmkfd.xn--p1ai',
  "o'neil@example.com",
  "!#$%&'*+-/=?^_`{|}~@example.com",
  'a@b.co',
  'first.last+tag=1@sub-domain.example.co.uk',
  'ana@123.example.com',
  'ana@example.c4',
  '"john doe"@example.com',
  '"a@b"@example.com',
  '"a\\"b"@example.com',
  '" "@example.com',
  '".a"@example.com',
  longest,
])('[L12] %s is a valid address, and stays as it is', (typed) => {
  expect(readEmail(typed)).toBe(typed);
});

test.each([
  [' Ana@Example.COM\t', 'ana@example.com'],
  ['ana\u200b@example.com\ufeff', 'ana@example.com'],
  ['\u202aana@example.com\u202c', 'ana@example.com'],
  ['mailto:ana@example.com', 'ana@example.com'],
  ['ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ana@example.com'],
  ['ana@example。com', 'ana@example.com'],
  ['ana۱۲@example.com', 'ana12@example.com'],
  ['"ana"@example.com', 'ana@example.com'],
  ['"a\\na"@example.com', 'ana@example.com'],
  // Cyrillic, Greek, Chinese, Arabic, Persian, Korean, Hebrew, and accents.
  ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
  ['ana@ΠΑΡΆΔΕΙΓΜΑ.ΕΛ', 'ana@xn--hxajbheg2az3al.xn--qxam'],
  ['ana@例子.中国', 'ana@xn--fsqu00a.xn--fiqs8s'],
  ['ana@مثال.إختبار', 'ana@xn--mgbh0fb.xn--kgbechtv'],
  ['ana@مثال.ایران', 'ana@xn--mgbh0fb.xn--mgba3a4f16a'],
  ['ana@실례.테스트', 'ana@xn--9n2bp8q.xn--9t4b11yi5a'],
  ['ana@דוגמה.טעסט', 'ana@xn--6dbbec0c.xn--deba0ad'],
  ['ana@ação.com.br', 'ana@xn--ao-siap.com.br'],
  ['ana@Bücher.example', 'ana@xn--bcher-kva.example'],
])('[L12] %s is read as %s, and reading that again changes nothing', (typed, address) => {
  expect(readEmail(typed)).toBe(address);
  expect(readEmail(address)).toBe(address);
});

test.each([
  ['', ' ', '@', 'ana', 'ana@', '@example.com', 'ana@example', 'ana@localhost', 'ana@@example.com'],
  ['.ana@example.com', 'ana.@example.com', 'a..b@example.com', 'a b@example.com', 'ana@exa mple.com'],
  ['ana@-example.com', 'ana@example-.com', 'ana@.example.com', 'ana@example..com', 'ana@exa_mple.com'],
  ['ana@127.0.0.1', 'ana@1.2', 'ana@[127.0.0.1]', 'ana@[::1]', 'ana@example.123', 'ana@0x7f.1'],
  ['ana@example.com/x', 'ana@example.com:25', 'ana@example.com?x', 'ana@x@example.com', 'ana@exam%70le.com'],
  ['ana@example.com\r\nBcc: eve@example.com', 'ana\r\n@example.com', '"a\nb"@example.com', 'ana@example.com\0.br'],
  ['ana@example.com, eve@example.com', 'ana@example.com;eve@example.com', '<ana@example.com>', 'Ana <a@b.co>'],
  [
    '"ana@example.com',
    '"a"b"@example.com',
    '"a\\"@example.com',
    '"<eve@x.com>"@example.com',
    'аna@example.com',
    'josé@example.com',
  ],
  [`${'a'.repeat(65)}@example.com`, `a${longest}`, `${longest}.br`, `ana@${'b'.repeat(64)}.com`],
])('[L12] %j and its like are no address', (...typed) => {
  for (const text of typed) expect(readEmail(text), text).toBeNull();
});

test.each([
  ['аna@example.com', true],
  ['josé@example.com', true],
  ['小明@example.com', true],
  ['ana@', false],
  ['a..b@例子.中国', false],
  ['ana۱\u200b@example', false],
])('[L12] letters before the @ are what is wrong with %s: %s', (typed, isWrong) => {
  expect(hasOtherLetters(typed)).toBe(isWrong);
});

test('[L12] whatever is typed, an address that is read is one line of visible ASCII', () => {
  const parts = fc.constantFrom('ana', '@', '.', 'com', '"', '\\', '\r\n', ' ', '例', '\u200e', '<', ',', '＠', 'é');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 9 }), (texts) => {
      const address = readEmail(texts.join(''));
      if (address === null) return;
      expect(address).toMatch(/^[ -~]{3,254}$/);
      expect(readEmail(address)).toBe(address);
    }),
    { numRuns: 5000 },
  );
});
