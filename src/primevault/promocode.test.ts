import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percent, usd } from '#money/money.ts';
import { readCode } from '#platform/typed/read-code.ts';
import { endOf, isCode, isUsable, type Promocode, statusOf } from './promocode.ts';

const from = new Date('2026-03-01T00:00:00Z');
const until = new Date('2026-04-01T00:00:00Z');
const before = (at: Date): Date => new Date(at.getTime() - 1);

const summer: Promocode = {
  code: 'VERAO',
  points: percent('5'),
  usesAllowed: 10,
  usesPerCustomer: 1,
  uses: 0,
  mostPromised: usd('10000'),
  promised: usd('0'),
  minAmount: usd('500'),
  validFrom: from,
  validUntil: until,
  endedAt: null,
};

describe('a code', () => {
  test('[V3] is 2 to 32 letters, digits, dashes and underscores', () => {
    for (const code of ['A1', 'VERAO', 'VERAO-26_B', 'A'.repeat(32)])
      expect([code, isCode(code)]).toEqual([code, true]);
    for (const code of ['', 'A', 'A'.repeat(33), 'verao', '-A', 'VER AO', 'VERÃO', 'A\u0000', "A'--"]) {
      expect([code, isCode(code)]).toEqual([code, false]);
    }
  });

  test('[V3] is the same however it is typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{2,32}$/), fc.stringMatching(/^[ \t]{0,3}$/), (code, blanks) => {
        expect(readCode(blanks + code.toLowerCase() + blanks)).toBe(readCode(code));
        expect(isCode(readCode(code))).toBe(true);
      }),
    );
  });
});

describe('its validity', () => {
  test.each([
    ['just before it begins', before(from), {}, 'upcoming'],
    ['when it begins', from, {}, 'active'],
    ['at its last moment', before(until), {}, 'active'],
    ['when it ends', until, {}, 'expired'],
    ['with one use left', from, { uses: 9 }, 'active'],
    ['with no use left', from, { uses: 10 }, 'used_up'],
    ['used up and over', until, { uses: 10 }, 'expired'],
    ['used up before it begins', before(from), { uses: 10 }, 'upcoming'],
    ['when the operator has ended it', from, { endedAt: from }, 'expired'],
    ['ended before it began', before(from), { endedAt: before(from) }, 'expired'],
  ] as const)('[V3] is correct %s', (_when, now, changes, status) => {
    expect(statusOf({ ...summer, ...changes }, now)).toBe(status);
  });

  test('[V3] is not extended by ending it after its own end', () => {
    expect(endOf({ ...summer, endedAt: new Date('2027-01-01T00:00:00Z') })).toEqual(until);
  });

  test('[V3] covers its minimum amount and more', () => {
    expect(isUsable(summer, usd('499.999999'), from)).toBe(false);
    expect(isUsable(summer, usd('500'), from)).toBe(true);
    expect(isUsable(summer, usd('25000'), from)).toBe(true);
    expect(isUsable(summer, usd('500'), until)).toBe(false);
    expect(isUsable({ ...summer, promised: usd('8750') }, usd('25000'), from)).toBe(true);
    expect(isUsable({ ...summer, promised: usd('8750.01') }, usd('25000'), from)).toBe(false);
    expect(isUsable({ ...summer, uses: 10 }, usd('500'), from)).toBe(false);
  });
});
