import { toJSONSchema } from 'zod/v4/core';
import type { Config } from '#settings/server/config.ts';
import type { Looking, Running } from '#commands/server/declaration.ts';
import type { Sql } from '#database/server/database.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { isValueOf, readSetting, type Setting, writeSetting } from '#settings/server/settings.ts';
import { holdSettings, readMoments } from '#settings/server/setting-versions.ts';
import { hasItsZone, houseZone } from '#settings/server/house-zone.ts';
import { allSettings } from './all-settings.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { losesBySettings } from './losing-settings.ts';

export interface SettingChange {
  key: string;
  value: unknown;
  /** When it takes effect, in business time; immediately if omitted. */
  from?: Date | undefined;
  /** What it replaces: refused if that is something else by now. */
  was?: unknown;
}

/** Nobody plans further ahead. */
const farthestDays = 3650;
const dayMs = 86_400_000;

/**
 * Changes a setting for every process, now or from a later instant. The value is checked against its own bounds and together with related
 * settings, now and at every instant for which a change is scheduled. Returns what it was, as JSON.
 *
 * @throws CommandRefused `unknown_setting`, `invalid_value`, `past`, `too_far`, `zone_kept`, `losing_value`, `changed_meanwhile`
 */
export async function writeChange(
  { tx, mode, by, commandNames }: Pick<Running, 'tx' | 'mode' | 'by' | 'commandNames'>,
  { key, value, from: startsAt, was }: SettingChange,
): Promise<string> {
  const setting = requireSetting(key);
  // What members do from here on is reckoned when it is known whether the setting has changed.
  await tx.query('SELECT cause_place()');
  const now = await holdSettings(tx);
  if (startsAt) requireAhead(startsAt, now);
  await requireZoneless(tx, { key, startsAt });
  await requireUnchanged(tx, mode, setting, { startsAt, was });
  const before = await readSetting(tx, setting, mode);
  if (!(await writeSetting(tx, setting, value, { by, startsAt }))) throw refuseValue(setting, value);
  requireCommands(setting, value, commandNames);
  const loses = await losesBySettings(tx, key, mode);
  if (loses) throw new CommandRefused('losing_value', `${key} cannot be ${JSON.stringify(value)}. ${loses}`);
  return JSON.stringify(before);
}

/**
 * Checks that the value is valid by itself and the instant lies ahead. Related settings may change before somebody approves, so whether
 * they would make the house lose is checked on execution.
 *
 * @throws CommandRefused `unknown_setting`, `invalid_value`, `past`, `too_far`, `zone_kept`, `changed_meanwhile`, `nothing_changes`
 */
export async function foreseeSetting(
  { sql, mode, commandNames }: Looking,
  { key, value, from: startsAt, was }: SettingChange,
): Promise<void> {
  const setting = requireSetting(key);
  if (startsAt) requireAhead(startsAt, (await readBusinessClock(sql)).now);
  await requireZoneless(sql, { key, startsAt });
  if (!isValueOf(setting, value)) throw refuseValue(setting, value);
  requireCommands(setting, value, commandNames);
  await requireUnchanged(sql, mode, setting, { startsAt, was });
  if (JSON.stringify(await readStanding(sql, mode, setting, startsAt)) !== JSON.stringify(value)) return;
  throw new CommandRefused('nothing_changes', `${key} is ${JSON.stringify(value)} already.`);
}

/** What a change of a setting would replace: its value now, or as planned for the instant at which the change takes effect. */
export async function readReplaced(
  { sql, mode }: Looking,
  { key, from }: Pick<SettingChange, 'key' | 'from'>,
): Promise<unknown> {
  return readStanding(sql, mode, requireSetting(key), from);
}

/** From when on. */
interface Standing {
  startsAt: Date | undefined;
}

async function readStanding(sql: Sql, mode: Config['mode'], setting: Setting, startsAt?: Date): Promise<unknown> {
  const moments = await readMoments(sql, mode);
  const then = moments.findLast(({ at }) => at === null || (startsAt !== undefined && at <= startsAt));
  return then?.valueOf(setting);
}

async function requireUnchanged(
  sql: Sql,
  mode: Config['mode'],
  setting: Setting,
  { startsAt, was }: Standing & Pick<SettingChange, 'was'>,
): Promise<void> {
  if (was === undefined) return;
  const [before, standing] = [was, await readStanding(sql, mode, setting, startsAt)].map((each) =>
    JSON.stringify(each),
  );
  if (standing === before) return;
  const sentence = `${setting.key} was ${before} when this was asked for, and is ${standing} by now: ask again.`;
  throw new CommandRefused('changed_meanwhile', sentence);
}

/** The refusal of a value outside the setting's own bounds, which its description states. */
export function refuseValue({ key, description }: Setting, value: unknown): CommandRefused {
  return new CommandRefused('invalid_value', `${key} cannot be ${JSON.stringify(value)}. ${description}.`);
}

/** The least and the most that it, or each of its list, may be; nothing where it is no number. */
export function boundsOf(key: string | undefined): { least?: string; most?: string } {
  const setting = allSettings.find((each) => each.key === key);
  if (!setting) return {};
  const { items, minimum, maximum } = toJSONSchema(setting.schema, { io: 'input', unrepresentable: 'any' });
  const { minimum: least = minimum, maximum: most = maximum } = Object(items) as { minimum?: number; maximum?: number };
  return { ...(least !== undefined && { least: String(least) }), ...(most !== undefined && { most: String(most) }) };
}

export function requireSetting(key: string): Setting {
  const setting = allSettings.find((each) => each.key === key);
  if (setting) return setting;
  const known = allSettings.map((each) => each.key).join(', ');
  throw new CommandRefused('unknown_setting', `There is no setting ${key}. Settings: ${known}.`);
}

/** A list of commands may only name existing ones: an unknown one would leave out the command that was meant. */
export function requireCommands({ key, unit }: Setting, value: unknown, names: readonly string[]): void {
  if (unit !== 'commands') return;
  const unknown = (value as string[]).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new CommandRefused('invalid_value', `${key} cannot be that: there is no command "${unknown}".`);
}

/** The database refuses it as well. */
async function requireZoneless(sql: Sql, { key, startsAt }: Standing & Pick<SettingChange, 'key'>): Promise<void> {
  if (key !== houseZone.key || (!startsAt && !(await hasItsZone(sql)))) return;
  throw new CommandRefused(
    'zone_kept',
    `${key} is set at once, and before the first customer or code: days are kept in it.`,
  );
}

/** @throws CommandRefused `past`, `too_far` */
export function requireAhead(startsAt: Date, now: Date): void {
  if (startsAt <= now) {
    throw new CommandRefused(
      'past',
      `${startsAt.toISOString()} has passed: it is ${now.toISOString()}. Use "settings set" to change it now.`,
    );
  }
  if (startsAt.getTime() - now.getTime() > farthestDays * dayMs) {
    throw new CommandRefused('too_far', `${startsAt.toISOString()} is more than ${farthestDays} days ahead.`);
  }
}
