import { expect, test } from 'vitest';
import { watchJumps } from './watch-jumps.ts';

const minute = 60_000;

function watched() {
  const time = { wall: 1_000_000, page: 0 };
  const hasJumped = watchJumps({ wall: () => time.wall, page: () => time.page });
  return (byWall: number, byPage: number): boolean => {
    time.wall += byWall;
    time.page += byPage;
    return hasJumped();
  };
}

test.each([
  ['time that goes by', 1_000, 1_000, false],
  ['a page that nobody looks at', minute, minute, false],
  ['a clock that is corrected by a little', 3_000, 1_000, false],
  ['a laptop that slept', 3 * 60 * minute, 1_000, true],
  ['one whose page’s clock went on meanwhile', 3 * 60 * minute, 3 * 60 * minute, true],
  ['a clock that was put forward', 10 * minute, 1_000, true],
  ['a clock that was put back', -10 * minute, 1_000, true],
])('[G5] %s', (_, byWall, byPage, isJump) => {
  const look = watched();
  expect(look(1_000, 1_000)).toBe(false);
  expect(look(byWall, byPage)).toBe(isJump);
  expect(look(1_000, 1_000)).toBe(false);
});
