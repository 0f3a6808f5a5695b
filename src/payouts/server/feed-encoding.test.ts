import { expect, test } from 'vitest';
import { decodeFeed as decodeWith } from '../feed-encoding.ts';

const decodeFeed = (bytes: Uint8Array): string => decodeWith(bytes, TextDecoder);

const text = 'date,asset,pair,payout,reference\n2026-01-06T10:00:00Z,Açúcar,São Paulo/USD,1,Ú-1\n';
const utf16 = Buffer.from(text, 'utf16le');
const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.concat([hex('efbbbf'), Buffer.from(text)])],
  ['UTF-16', utf16],
  ['UTF-16 with a mark', Buffer.concat([hex('fffe'), utf16])],
  ['UTF-16, big end first', Buffer.from(utf16).swap16()],
  ['UTF-16, big end first, with a mark', Buffer.concat([hex('feff'), Buffer.from(utf16).swap16()])],
  ['Latin-1', Buffer.from(text, 'latin1')],
])('[C3] %s is recognised', (_name, bytes) => {
  expect(decodeFeed(bytes)).toBe(text);
});

test('[C3] the code page of Western Windows is recognised by its own signs', () => {
  expect(decodeFeed(Buffer.concat([Buffer.from('Fundo '), hex('80'), Buffer.from(' \u00e7', 'latin1')]))).toBe(
    'Fundo € ç',
  );
});

test.each(['c3', 'c0af', 'eda080', 'f4908080', 'ff', 'fefe'])('[H3] a letter broken into %s stays lost', (damage) => {
  const bytes = Buffer.concat([Buffer.from('date,asset\n2026,Fo'), hex(damage), Buffer.from('rex\n')]);
  expect(decodeFeed(bytes)).toContain('\ufffd');
});

test('[H3] a file in two encodings, or whose letters were lost before, is not guessed', () => {
  expect(decodeFeed(Buffer.concat([Buffer.from('Açúcar;'), Buffer.from('Açúcar', 'latin1')]))).toContain('\ufffd');
  expect(decodeFeed(Buffer.from('A\ufffdúcar'))).toBe('A\ufffdúcar');
});
