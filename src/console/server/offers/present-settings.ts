import { allSettings } from '#operator/server/all-settings.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import { readComing, readPresent, readVersions, type SettingVersion } from '#settings/server/setting-versions.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import type { readOffers, SettingVersionShown } from '#console/offers-contract.ts';

/** Every setting with its current value and planned versions. */
export async function presentSettings(sql: Sql, mode: Config['mode']): Promise<AnswerOf<typeof readOffers>> {
  const [{ now }, coming] = [await readBusinessClock(sql), await readComing(sql)];
  const Settings = await Promise.all(
    allSettings.map(async (setting) => ({
      Key: setting.key,
      Unit: setting.unit ?? null,
      Value: await readSetting(sql, setting, mode),
      Standard: setting.standard(mode),
      Description: setting.description,
      Coming: coming.filter(({ key }) => key === setting.key).map((each) => present(each, 'coming')),
    })),
  );
  return { Now: now.toISOString(), Settings };
}

/** A page of a setting's versions, the most recently made first. */
export async function presentVersions(
  sql: Sql,
  key: string,
  before: bigint | null,
  pageSize: number,
): Promise<{ rows: SettingVersionShown[]; next: string | null }> {
  const [{ now }, found] = [await readBusinessClock(sql), await readVersions(sql, key, before, pageSize + 1)];
  const inForce = (await readPresent(sql)).find((each) => each.key === key)?.number;
  const rows = found.slice(0, pageSize);
  const stateOf = ({ number, startsAt, withdrawnAt }: SettingVersion): SettingVersionShown['State'] => {
    if (withdrawnAt) return 'withdrawn';
    if (number === inForce) return 'present';
    return startsAt > now ? 'coming' : 'past';
  };
  return {
    rows: rows.map((each) => present(each, stateOf(each))),
    next: found.length > pageSize ? String(rows.at(-1)?.number) : null,
  };
}

function present(version: SettingVersion, State: SettingVersionShown['State']): SettingVersionShown {
  return {
    Number: String(version.number),
    Value: version.value,
    Before: version.before,
    From: version.startsAt.toISOString(),
    Made: version.madeAt.toISOString(),
    By: version.madeBy,
    State,
    WithdrawnBy: version.withdrawnBy,
  };
}
