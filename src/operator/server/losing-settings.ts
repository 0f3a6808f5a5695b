import { type Percent, percent, percentFromJsonNumber, toDecimal } from '#money/money.ts';
import { bonusPercent, residualPercents } from '#network/server/network-settings.ts';
import type { Config } from '#platform/server/config.ts';
import type { Sql } from '#platform/server/database.ts';
import { readMoments, type SettingsAt } from '#platform/server/setting-versions.ts';
import { vaultDays, vaultRate } from '#primevault/server/vault-settings.ts';
import { rateWith } from '#primevault/vault-plan.ts';
import type { StakePlan } from '#stakes/plans.ts';
import { plansFrom, stakePlansSetting } from '#stakes/server/stake-settings.ts';

type Mode = Config['mode'];

const hundredth = percent('0.01');
const whole = percent('100');
/** The shortest term that there is: so often accounts that belong together can turn their money round. */
const turnDays = 30n;

/** Settings that are judged by each other; every other is judged by its schema alone. */
const judgedTogether: ReadonlySet<string> = new Set(
  [vaultDays, vaultRate, stakePlansSetting, bonusPercent, residualPercents].map(({ key }) => key),
);

/**
 * Why the settings, as they stand in this transaction or will stand at a moment for which a change is planned, would make the house lose
 * by design, null when they do not. What a setting may be by itself its schema says; here are those that only lose together with another.
 */
export async function losesBySettings(sql: Sql, key: string, mode: Mode): Promise<string | null> {
  if (!judgedTogether.has(key)) return null;
  return firstSentence(await readMoments(sql, mode), judge);
}

/** Likewise for points that a promotional code would add to the vault's rate until it is over. */
export async function losesByPoints(sql: Sql, points: Percent, mode: Mode, until: Date): Promise<string | null> {
  return firstSentence(await readMoments(sql, mode, until), (at) => losesByVault(at, points));
}

function firstSentence(moments: readonly SettingsAt[], why: (at: SettingsAt) => string | null): string | null {
  for (const moment of moments) {
    const sentence = why(moment);
    if (sentence) return moment.at ? `From ${moment.at.toISOString()} on: ${sentence}` : sentence;
  }
  return null;
}

function judge(at: SettingsAt): string | null {
  return losesByVault(at) ?? losesByNetwork(at);
}

/** The stake that returns the most a day: what the house has decided to pay for money at most. */
function bestOf(at: SettingsAt): StakePlan {
  const plans = plansFrom(at.valueOf(stakePlansSetting));
  return plans.reduce((one, other) => (other.rate * BigInt(one.days) > one.rate * BigInt(other.days) ? other : one));
}

function losesByVault(at: SettingsAt, points?: Percent): string | null {
  const [days, plain, best] = [at.valueOf(vaultDays), percentFromJsonNumber(at.valueOf(vaultRate)), bestOf(at)];
  const rate = points === undefined ? plain : rateWith(plain, points);
  // Exactly: rate / days ≤ best rate / best days.
  if (rate * BigInt(best.days) <= best.rate * BigInt(days)) return null;
  // Told as rates are typed, in hundredths.
  const most = toDecimal((((best.rate * BigInt(days)) / BigInt(best.days) / hundredth) * hundredth) as Percent);
  return `The vault would give ${toDecimal(rate, 0)} % in ${days} days, more a day than the best stake (${toDecimal(best.rate, 0)} % in ${best.days} days): at most ${most} % in ${days} days, promotional points included.`;
}

/** Accounts that bring each other may not be worth more than investing: b + r × R ≤ r (docs/decisions/0036-losing-settings.md). */
function losesByNetwork(at: SettingsAt): string | null {
  const returns = plansFrom(at.valueOf(stakePlansSetting)).map(({ rate, days }) => (rate * turnDays) / BigInt(days));
  const least = returns.reduce((one, other) => (other < one ? other : one));
  const bonus = percentFromJsonNumber(at.valueOf(bonusPercent));
  const residual = at.valueOf(residualPercents).reduce((total, level) => total + percentFromJsonNumber(level), 0n);
  const turn = bonus + (least * residual) / whole;
  if (turn <= least) return null;
  const [pays, earns] = [toDecimal(turn as Percent, 0), toDecimal(least as Percent, 0)];
  return `The network would pay up to ${pays} % for money that is turned round in ${turnDays} days, more than the ${earns} % that the lowest stake returns in them: accounts that bring each other would gain by it.`;
}
