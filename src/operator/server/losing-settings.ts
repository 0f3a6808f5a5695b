import { type Percent, percent, percentFromJsonNumber, toDecimal } from '#money/money.ts';
import { bonusPercent, residualPercents } from '#network/server/network-settings.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { readMoments, type SettingsAt } from '#settings/server/setting-versions.ts';
import { vaultDays, vaultRate } from '#primevault/server/vault-settings.ts';
import { rateWith } from '#primevault/vault-plan.ts';
import type { StakePlan } from '#stakes/plans.ts';
import { plansFrom, stakePlansSetting } from '#stakes/server/stake-settings.ts';

type Mode = Config['mode'];

const hundredth = percent('0.01');
const whole = percent('100');
/** The shortest term: how often accounts that belong together can reinvest the same money. */
const turnDays = 30n;

/** Settings that are checked against each other; the others are checked only by their schema. */
const judgedTogether: ReadonlySet<string> = new Set(
  [vaultDays, vaultRate, stakePlansSetting, bonusPercent, residualPercents].map(({ key }) => key),
);

/**
 * Explains why the settings, now in this transaction or at any instant for which a change is scheduled, would make the house lose by
 * design; null if they do not. A setting's own bounds are in its schema; this covers losses from combinations.
 */
export async function losesBySettings(sql: Sql, key: string, mode: Mode): Promise<string | null> {
  if (!judgedTogether.has(key)) return null;
  return firstSentence(await readMoments(sql, mode), judge);
}

/** The same for points that a promotional code would add to the vault's rate until it ends. */
export async function losesByPoints(sql: Sql, points: Percent, mode: Mode, until: Date): Promise<string | null> {
  return firstSentence(await readMoments(sql, mode, until), (at) => losesByVault(at, points));
}

function firstSentence(moments: readonly SettingsAt[], why: (at: SettingsAt) => string | null): string | null {
  for (const moment of moments) {
    const sentence = why(moment);
    if (sentence) return moment.at ? `From ${moment.at.toISOString()}: ${sentence}` : sentence;
  }
  return null;
}

function judge(at: SettingsAt): string | null {
  return losesByVault(at) ?? losesByNetwork(at);
}

/** The stake with the highest return per day: the most that the house has decided to pay for money. */
function bestOf(at: SettingsAt): StakePlan {
  const plans = plansFrom(at.valueOf(stakePlansSetting));
  return plans.reduce((one, other) => (other.rate * BigInt(one.days) > one.rate * BigInt(other.days) ? other : one));
}

function losesByVault(at: SettingsAt, points?: Percent): string | null {
  const [days, plain, best] = [at.valueOf(vaultDays), percentFromJsonNumber(at.valueOf(vaultRate)), bestOf(at)];
  const rate = points === undefined ? plain : rateWith(plain, points);
  // Without rounding: rate / days ≤ best rate / best days.
  if (rate * BigInt(best.days) <= best.rate * BigInt(days)) return null;
  // Shown in hundredths, as rates are typed.
  const most = toDecimal((((best.rate * BigInt(days)) / BigInt(best.days) / hundredth) * hundredth) as Percent);
  return `The vault would return ${toDecimal(rate, 0)} % in ${days} days, more per day than the best stake (${toDecimal(best.rate, 0)} % in ${best.days} days): at most ${most} % in ${days} days, including promotional points.`;
}

/** Bringing each other may not earn accounts more than investing: b + r × R ≤ r (docs/decisions/0037-adversary.md). */
function losesByNetwork(at: SettingsAt): string | null {
  const returns = plansFrom(at.valueOf(stakePlansSetting)).map(({ rate, days }) => (rate * turnDays) / BigInt(days));
  const least = returns.reduce((one, other) => (other < one ? other : one));
  const bonus = percentFromJsonNumber(at.valueOf(bonusPercent));
  const residual = at.valueOf(residualPercents).reduce((total, level) => total + percentFromJsonNumber(level), 0n);
  const turn = bonus + (least * residual) / whole;
  if (turn <= least) return null;
  const [pays, earns] = [toDecimal(turn as Percent, 0), toDecimal(least as Percent, 0)];
  return `The network would pay up to ${pays} % on money cycled within ${turnDays} days, more than the ${earns} % that the lowest stake returns in that time: accounts that refer each other would profit.`;
}
