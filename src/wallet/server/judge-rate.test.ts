import { expect, test } from 'vitest';
import { percent } from '#money/money.ts';
import { exchangeRate } from '../quote.ts';
import type { QuotedUsdBrl } from './fetch-usd-brl.ts';
import { judgeRate, type KnownRates, type SecondWord } from './judge-rate.ts';
import type { RateBounds } from './rate-settings.ts';

const now = new Date('2026-03-02T15:00:00Z');
const bounds: RateBounds = {
  maxAgeMinutes: 60,
  maxSpread: percent('4'),
  maxChange: percent('3'),
  maxDisagreement: percent('2'),
  firstBetween: null,
};
const inSandbox = { ...bounds, firstBetween: [exchangeRate('4'), exchangeRate('8')] as const };

function quoted(high: string | null, low: string | null, at = '2026-03-02T14:59:30Z'): QuotedUsdBrl {
  return { high: high && side(high), low: low && side(low), at: new Date(at) } as QuotedUsdBrl;
}
const side = (decimal: string) => exchangeRate(decimal);

/** The known rates after these were accepted, the latest last. */
function after(...accepted: [high: string, low: string][]): KnownRates {
  const sides = accepted.map(([high, low]) => ({ high: side(high), low: side(low) }));
  const sums = sides.map(({ high, low }) => high + low).toSorted((one, other) => (one < other ? -1 : 1));
  const last = sides.at(-1);
  if (!last) return { now, last: null, lately: null };
  return {
    now,
    last: { ...last, at: new Date('2026-03-02T14:58:00Z') },
    lately: {
      lowestSum: sums.at(0) as bigint,
      highestSum: sums.at(-1) as bigint,
    },
  };
}

const known = after(['5.46', '5.42']);
const judge = (said: QuotedUsdBrl, of = known, second: SecondWord = 'none', by = bounds) => {
  const judged = judgeRate(said, second, of, by);
  return judged.kind === 'within_bounds' ? 'taken' : judged.why;
};

test.each([
  ['a little more', '5.48', '5.44', 'taken'],
  ['as much more as is allowed', '5.6238', '5.5826', 'taken'],
  ['more than is allowed', '5.6239', '5.5826', 'change'],
  ['as much less as is allowed', '5.301', '5.2622', 'taken'],
  ['less than is allowed', '5.3', '5.2620', 'change'],
  ['sides that open around nearly the same middle', '5.46', '5.25', 'taken'],
  ['sides that open around a middle too far away', '5.37', '5.17', 'change'],
  ['sides too far apart', '5.7', '5.4', 'spread'],
  ['the low that paid a million reais', '9999.99', '9999.98', 'change'],
  ['the high that sold dollars for nothing', '0.000001', '0.000001', 'change'],
  ['nothing', '0', '0', 'senseless'],
  ['a low of nothing', '5.46', '0', 'senseless'],
  ['the wrong way round', '5.42', '5.46', 'senseless'],
  ['no high', null, '5.42', 'senseless'],
  ['no low', '5.46', null, 'senseless'],
])('[L2] against a rate of 5.46 and 5.42, %s (%s/%s): %s', (_what, high, low, said) => {
  expect(judge(quoted(high, low))).toBe(said);
});

test.each([
  ['that close at midnight', ['5.7', '5.5'], '5.68', '5.68', 'taken'],
  ['that close at the lower one', ['5.7', '5.5'], '5.5', '5.5', 'taken'],
  ['that open in the morning', ['5.6', '5.6'], '5.7', '5.5', 'taken'],
  ['that close too far above', ['5.7', '5.5'], '5.77', '5.77', 'change'],
  ['that close too far below', ['5.7', '5.5'], '5.43', '5.43', 'change'],
] as const)('[L2] sides %s: %j, then %s/%s: %s', (_what, before, high, low, said) => {
  expect(judge(quoted(high, low), after([...before]))).toBe(said);
});

test.each([
  ['2001-01-01T00:00:00Z', 'too_old'],
  ['2026-02-27T21:00:00Z', 'too_old'],
  ['2026-03-02T13:59:59Z', 'too_old'],
  ['2026-03-02T14:57:59Z', 'older_than_known'],
  ['2026-03-02T14:58:00Z', 'taken'],
  ['2026-03-02T15:02:00Z', 'taken'],
  ['2026-03-02T15:02:01Z', 'ahead_of_time'],
  ['2999-01-01T00:00:00Z', 'ahead_of_time'],
])('[L2] at three in the afternoon, judges a quote of %s by its own time: %s', (at, said) => {
  expect(judge(quoted('5.46', '5.42', at))).toBe(said);
});

test('[L2] many small steps go no further than one, measured over the whole last day', () => {
  const steps: [string, string][] = [['5.46', '5.42']];
  let high = 5.46;
  let taken = 0;
  for (let step = 0; step < 200; step += 1) {
    high *= 1.002;
    const next: [string, string] = [high.toFixed(6), (high - 0.04).toFixed(6)];
    if (judge(quoted(...next), after(...steps)) !== 'taken') break;
    steps.push(next);
    taken += 1;
  }
  expect(taken).toBe(14);
  expect(Number(steps.at(-1)?.[0]) / 5.46).toBeLessThanOrEqual(1.03);
});

test('[L2] the first rate, which has no reference, is taken within the band set for it or, without one, if a second source confirms it', () => {
  const none = after();
  const rate = quoted('5.46', '5.42');
  expect(judge(rate, none)).toBe('first');
  expect(judge(rate, none, rate)).toBe('taken');
  expect(judge(rate, none, 'none', inSandbox)).toBe('taken');
  for (const [high, low] of [
    ['9999.99', '9999.98'],
    ['0.000001', '0.000001'],
    ['8.01', '7.9'],
    ['4.1', '3.99'],
  ] as const) {
    expect([high, judge(quoted(high, low), none, quoted(high, low), inSandbox)]).toEqual([high, 'first']);
  }
});

test.each([
  ['the same', quoted('5.46', '5.42'), 'taken'],
  ['two per cent more', quoted('5.5692', '5.5284'), 'taken'],
  ['more than that', quoted('5.5693', '5.42'), 'second_source'],
  ['less than that', quoted('5.46', '5.31'), 'second_source'],
  ['a rate of long ago', quoted('5.46', '5.42', '2026-02-27T21:00:00Z'), 'second_away'],
  ['no rate', quoted(null, '5.42'), 'second_away'],
  ['nothing at all', 'away' as const, 'second_away'],
])('[L2] with a second source that says %s: %s', (_what, second, said) => {
  expect(judge(quoted('5.46', '5.42'), known, second)).toBe(said);
});
