import { expect, test } from 'vitest';
import { ageOf, numberOf } from './replica-lag.ts';

test('[O2] a log position is parsed into a number', () => {
  expect(numberOf('0/0')).toBe(0n);
  expect(numberOf('16/B374D848')).toBe(0x16_b374_d848n);
  expect(numberOf('1/0') > numberOf('0/FFFFFFFF')).toBe(true);
});

test("[O2] a standby's data is as old as the newest mark it has passed", () => {
  const marks = [
    { atMs: 1_000, position: 100n },
    { atMs: 2_000, position: 200n },
    { atMs: 3_000, position: 200n },
    { atMs: 4_000, position: 300n },
  ];
  const at = (position: bigint, ageMs: number | null = null) => ageOf(marks, { position, ageMs }, 4_100);
  expect(at(300n)).toBe(100);
  // Nothing was written between the second mark and the third: the data is no older than the third.
  expect(at(299n)).toBe(1_100);
  expect(at(200n)).toBe(1_100);
  expect(at(199n)).toBe(3_100);
});

test('[O2] one behind every mark is at least as old as the oldest, and as its last transaction', () => {
  const marks = [{ atMs: 1_000, position: 100n }];
  expect(ageOf(marks, { position: 99n, ageMs: null }, 1_500)).toBe(500);
  expect(ageOf(marks, { position: 99n, ageMs: 3_600_000 }, 1_500)).toBe(3_600_000);
  expect(ageOf([], { position: 99n, ageMs: null }, 1_500)).toBe(0);
});
