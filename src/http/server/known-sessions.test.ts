import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CustomerId, Investor } from './investor.ts';
import { GuessedClock, isAsGuessed, KnownSessions } from './known-sessions.ts';

const noon = Date.parse('2026-03-02T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

const ana: Investor = {
  id: '00000000-0000-7000-8000-000000000001' as CustomerId,
  sessionStartedAt: new Date(noon - 1_000),
  sessionExpiresAt: new Date(noon + 60_000),
  isEmailConfirmed: false,
  now: new Date(noon),
};

describe('a guess', () => {
  test('is right when the database returns the same a moment later', () => {
    vi.setSystemTime(noon + 40);
    expect(isAsGuessed(ana, { ...ana, now: new Date(noon + 30) }, noon)).toBe(true);
  });

  test.each<[string, Partial<Investor>]>([
    ['whose it is', { id: '00000000-0000-7000-8000-000000000002' as CustomerId }],
    ['whether the address is confirmed', { isEmailConfirmed: true }],
    ['when the session began', { sessionStartedAt: new Date(noon) }],
    ['when it ends', { sessionExpiresAt: new Date(noon) }],
    ['business time that was moved ahead', { now: new Date(noon + 1_000) }],
    ['business time that was set back', { now: new Date(noon - 1_000) }],
  ])('[A5] is wrong about %s', (_what, other) => {
    expect(isAsGuessed(ana, { ...ana, ...other }, noon)).toBe(false);
  });
});

describe('a known session', () => {
  test('is known by its token until that becomes invalid, and no token is stored', () => {
    const known = new KnownSessions();
    known.note('a', ana, noon);
    expect([known.ownerOf('a'), known.guess('a'), known.guess('b')]).toEqual([ana.id, ana, undefined]);
    known.note('a', null, noon);
    expect([known.ownerOf('a'), known.guess('a')]).toEqual([undefined, undefined]);
  });

  test('is evicted after enough others were seen', () => {
    const known = new KnownSessions({ most: 2 });
    for (const token of ['a', 'b', 'a', 'c']) known.note(token, ana, noon);
    expect(['a', 'b', 'c'].map((token) => known.ownerOf(token) !== undefined)).toEqual([true, false, true]);
  });
});

describe('the guessed clock', () => {
  test('is never behind what the database has answered, and as close to it as the fastest answer', () => {
    const clock = new GuessedClock();
    // A day ahead; the answers took 50, 3 and 20 ms to arrive.
    for (const way of [50, 3, 20]) clock.learn(new Date(noon + 86_400_000 + way), noon);
    expect(clock.now()).toEqual(new Date(noon + 86_400_003));
  });

  test('follows business time that is moved ahead immediately, and a slower clock within a minute', () => {
    const clock = new GuessedClock();
    clock.learn(new Date(noon), noon);
    clock.learn(new Date(noon + 3_600_000), noon);
    expect(clock.now()).toEqual(new Date(noon + 3_600_000));
    for (let second = 0; second <= 100; second += 10) {
      vi.setSystemTime(noon + second * 1_000);
      clock.learn(new Date(Date.now() + 3_600_000 + second), Date.now());
    }
    expect(clock.now().getTime() - Date.now() - 3_600_000).toBeGreaterThan(0);
  });
});
