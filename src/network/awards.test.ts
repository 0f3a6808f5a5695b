import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { micros, percent, usd } from '#money/money.ts';
import { awardsOf, type Cause, residualLevels } from './awards.ts';

function cause(base: string, kind: Cause['kind'] = 'residual'): Cause {
  return { kind, sourceId: 'eva', product: 'stake', positionId: 'p1', base: usd(base), at: new Date(0) };
}

const residual = [percent('3'), percent('2'), percent('1')];

describe('awards', () => {
  test('[W2] a bonus is five per cent of the new capital that the direct member invests', () => {
    const [award, ...others] = awardsOf(cause('300', 'bonus'), ['ana', 'bia'], [percent('5')]);
    expect(award).toMatchObject({ beneficiaryId: 'bia', level: 1, value: usd('15') });
    expect(others).toEqual([]);
  });

  test('[W2] a profit of 100 pays 3, 2 and 1 to the three levels above, and nobody further up', () => {
    expect(residualLevels).toBe(3);
    const awards = awardsOf(cause('100'), ['root', 'ana', 'bia', 'davi'], residual);
    expect(awards.map(({ beneficiaryId, level, value }) => [beneficiaryId, level, value])).toEqual([
      ['davi', 1, usd('3')],
      ['bia', 2, usd('2')],
      ['ana', 3, usd('1')],
    ]);
  });

  test('[W2] two referees earning 10 and 5 each yield exactly their own share', () => {
    const values = ['10', '5'].map((profit) => awardsOf(cause(profit), ['ana'], residual)[0]?.value);
    expect(values).toEqual([usd('0.3'), usd('0.15')]);
  });

  test.each([
    ['a loss', '-10', ['ana'], residual],
    ['no profit', '0', ['ana'], residual],
    ['a part below a micro-dollar', '0.00001', ['ana'], residual],
    ['nobody above', '10', [], residual],
    ['a percentage set to zero', '10', ['ana'], [percent('0')]],
  ])('[W2] %s earns nobody anything', (_what, base, upline, percentages) => {
    expect(awardsOf(cause(base), upline, percentages)).toEqual([]);
  });

  test('[W2] nobody earns more than their percentage of any profit, nor a micro-dollar less', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 0, max: 10_000 }), (base, hundredths) => {
        const rate = percent((hundredths / 100).toFixed(2));
        const value = awardsOf({ ...cause('1'), base: micros(base) }, ['ana'], [rate])[0]?.value ?? 0n;
        const exact = base * rate;
        expect(value * 100_000_000n <= exact && exact < (value + 1n) * 100_000_000n).toBe(true);
      }),
    );
  });
});
