import * as z from 'zod/mini';
import { type Percent, percentFromJsonNumber } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import { declareSetting, readSetting } from '#platform/server/settings.ts';
import { type AwardKind, residualLevels } from '../awards.ts';

const partOfHundred = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((value) => Number(value.toFixed(2)) === value),
);

export const bonusPercent = declareSetting({
  key: 'network.bonus_percent',
  description: 'What a customer earns of each amount that a direct member invests, in per cent; 0 for nothing',
  schema: partOfHundred,
  standard: () => 5,
});

export const residualPercents = declareSetting({
  key: 'network.residual_percents',
  description: 'What a customer earns of the profit paid to the three levels below them, in per cent, like [3,2,1]',
  schema: z.array(partOfHundred).check(z.length(residualLevels)),
  standard: () => [3, 2, 1],
});

export const networkSettings = [bonusPercent, residualPercents];

/** The percentages of now, the nearest level first. What was reckoned before keeps its own. */
export async function readPercentages(sql: Sql, kind: AwardKind): Promise<Percent[]> {
  const set =
    kind === 'bonus'
      ? [await readSetting(sql, bonusPercent, 'production')]
      : await readSetting(sql, residualPercents, 'production');
  return set.map(percentFromJsonNumber);
}
