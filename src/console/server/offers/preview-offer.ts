import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '#catalog/contract.ts';
import { type Offers, readCatalog } from '#catalog/server/read-catalog.ts';
import { allSettings } from '#operator/server/all-settings.ts';
import { commandNames } from '#operator/server/all-commands.ts';
import { refuseValue, requireAhead, requireCommands, requireSetting } from '#operator/server/change-setting.ts';
import { readValue } from '#commands/server/params.ts';
import { settingsSchedule, settingsSet } from '#operator/server/commands/settings.ts';
import type { Language } from '#platform/languages.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { losesBySettings } from '#operator/server/losing-settings.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { readMoments } from '#settings/server/setting-versions.ts';
import { transaction } from '#database/server/transaction.ts';
import type { previewOffer } from '#console/offers-contract.ts';
import { sayWhy } from '../say-command.ts';

export interface Wanted {
  key: string;
  /** In the format of the command. */
  value: string;
  from?: string | undefined;
}

type Preview = AnswerOf<typeof previewOffer>;

/**
 * Previews what customers would see: applies the change as the command does, reads the catalog as of that instant, and rolls everything
 * back.
 */
export async function previewChange(
  db: Database,
  config: Config,
  offers: Offers,
  language: Language,
  wanted: Wanted,
): Promise<Preview> {
  const say = (code: string, sentence: string) =>
    sayWhy(wanted.from ? settingsSchedule : settingsSet, language, { code, sentence }, { ...wanted });
  const Now = await readCatalog(db, config, offers);
  try {
    const { loses, Then } = await tryOut(db, (tx) => readThen(tx, config, offers, wanted));
    return { Problem: loses && say('losing_value', loses), Now, Then };
  } catch (error) {
    if (error instanceof CommandRefused) return { Problem: say(error.code, error.message), Now, Then: null };
    throw error;
  }
}

async function readThen(
  tx: Tx,
  config: Config,
  offers: Offers,
  { key, value: typed, from }: Wanted,
): Promise<{ loses: string | null; Then: Catalog | null }> {
  const { mode } = config;
  const startsAt = from === undefined ? undefined : new Date(from);
  const setting = requireSetting(key);
  if (startsAt) requireAhead(startsAt, (await readBusinessClock(tx)).now);
  if (!(await writeSetting(tx, setting, readValue(typed), { startsAt }))) {
    throw refuseValue(setting, readValue(typed));
  }
  requireCommands(setting, readValue(typed), commandNames);
  const loses = await losesBySettings(tx, key, mode);
  const moments = await readMoments(tx, mode);
  const [now, then] = [moments[0], moments.findLast(({ at }) => at === null || (startsAt && at <= startsAt))];
  // Makes every version that starts by that instant effective now; what stays as it is may be one that cannot be set any more.
  for (const each of allSettings)
    if (!isDeepStrictEqual(now?.valueOf(each), then?.valueOf(each))) await writeSetting(tx, each, then?.valueOf(each));
  return { loses, Then: await readCatalog(tx, config, offers) };
}

class TakenBack extends Error {
  constructor(readonly result: unknown) {
    super('taken back');
  }
}

/** Runs work in a transaction that is always rolled back, and returns its result. */
async function tryOut<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await transaction(db, async (tx) => {
      throw new TakenBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as Result;
    throw error;
  }
}
