import * as z from 'zod/mini';
import { fromJsonNumber, type Micros, type Percent, percentFromJsonNumber } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import { declareSetting, readSettingHistory } from '#settings/server/settings.ts';
import { type AwardKind, residualLevels } from '../awards.ts';
import { mostBonusPercent, mostResidualPercent } from '../award-bounds.ts';

const partOfHundred = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((value) => Number(value.toFixed(2)) === value),
);

export const bonusPercent = declareSetting({
  key: 'network.bonus_percent',
  unit: 'percent',
  description: `What a customer earns on the new capital that a direct member invests, in per cent; 0 for nothing, at most ${mostBonusPercent}: above that, with the residual, related accounts would earn more by bringing each other than the 10 % that a stake of 30 days returns`,
  schema: partOfHundred.check(z.lte(mostBonusPercent)),
  standard: () => 5,
});

export const residualPercents = declareSetting({
  key: 'network.residual_percents',
  unit: 'percents',
  description: `What a customer earns on the profit paid to the three levels below them, in per cent, like [3,2,1]; together at most ${mostResidualPercent}: whoever holds every level earns the sum on top of each profit`,
  schema: z.array(partOfHundred).check(
    z.length(residualLevels),
    z.refine((levels) => sumOf(levels) <= mostResidualPercent),
  ),
  standard: () => [3, 2, 1],
});

const capUsd = z.number().check(
  z.gte(0),
  z.lte(1_000_000),
  z.refine((value) => Number(value.toFixed(2)) === value),
);

export const bonusCapDay = declareSetting({
  key: 'network.bonus_cap_day_usd',
  unit: 'usd',
  description: 'The cap on a customer’s bonuses in any 24 hours, in USD, at most 1000000; anything above it is cut',
  schema: capUsd,
  standard: () => 2_500,
});

export const bonusCapMonth = declareSetting({
  key: 'network.bonus_cap_month_usd',
  unit: 'usd',
  description: 'The cap on a customer’s bonuses in any 30 days, in USD, at most 1000000; anything above it is cut',
  schema: capUsd,
  standard: () => 10_000,
});

export const networkSettings = [bonusPercent, residualPercents, bonusCapDay, bonusCapMonth];

/** Adds in hundredths, to avoid floating-point error. */
function sumOf(levels: readonly number[]): number {
  return levels.reduce((total, level) => total + Math.round(level * 100), 0) / 100;
}

/** The percentages at an instant, nearest level first. */
export type PercentagesAt = (at: Date) => readonly Percent[];

/**
 * Returns the percentages by the instant at which something happened: a job computes its awards later, when they may be others. Awards
 * already computed keep theirs.
 */
export async function readPercentages(sql: Sql, kind: AwardKind): Promise<PercentagesAt> {
  const valueAt =
    kind === 'bonus'
      ? await readSettingHistory(sql, bonusPercent, 'production')
      : await readSettingHistory(sql, residualPercents, 'production');
  // Tens of thousands of causes share few values.
  const converted = new Map<number | readonly number[], Percent[]>();
  return (at) => {
    const value = valueAt(at);
    const known = converted.get(value) ?? [value].flat().map(percentFromJsonNumber);
    converted.set(value, known);
    return known;
  };
}

/** The caps on bonuses at an instant. */
export type CapsAt = (at: Date) => { day: Micros; month: Micros };

/** Returns the caps by the instant at which something happened, as `readPercentages` does. */
export async function readBonusCaps(sql: Sql): Promise<CapsAt> {
  const dayAt = await readSettingHistory(sql, bonusCapDay, 'production');
  const monthAt = await readSettingHistory(sql, bonusCapMonth, 'production');
  return (at) => ({ day: fromJsonNumber(dayAt(at)), month: fromJsonNumber(monthAt(at)) });
}
