import { readLeftAlone } from '#operator/server/approved-alone.ts';
import { declaredCalled, declaredCommands } from '#operator/server/all-commands.ts';
import { decidersFor } from '#operator/server/lacking-deciders.ts';
import type { Declared } from '#commands/server/declaration.ts';
import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import type { Config } from '#settings/server/config.ts';
import type { Role } from '#staff/roles.ts';
import { whoDecidesOnStaff } from '#staff/server/commands/member.ts';
import { twoPeople } from '#staff/server/staff-settings.ts';
import { hasDecider } from './request-store.ts';

/** How many people an action requires. */
export type People = 'one' | 'two';

/** The roles that may take an action. */
export const rolesOf = (command: string): readonly Role[] => declaredCalled(command)?.roles ?? [];

/** Who may decide on a request for it. */
export function decidersOf(command: string): readonly Role[] {
  const declared = declaredCalled(command);
  return declared ? decidersFor(declared) : [];
}

/** The commands whose requests a role may see, because it could ask for them or decide on them. */
export function requestsOf(role: Role): string[] {
  return declaredCommands
    .map(({ name }) => name)
    .filter((name) => rolesOf(name).includes(role) || decidersOf(name).includes(role));
}

/** The same by what an action says of itself: `depends` on what exactly is asked for, or on who is there. */
export function peopleSaid({ name, effect, effectOf, letsOut }: Declared): People | 'depends' {
  if (effectOf || letsOut || name === inviting) return 'depends';
  return effect === null ? 'one' : 'two';
}

/** An admin without anybody who could decide invites alone; whom they invited so counts as the same person until somebody else agrees. */
const inviting = 'staff invite';

/** The same for a member who has not yet said what exactly they want: their form asks why before anything is sent. */
export async function peopleBefore(
  sql: Sql,
  mode: Config['mode'],
  staffId: string,
): Promise<(declared: Declared) => People | 'depends'> {
  const alsoTwo = await readSetting(sql, twoPeople, mode);
  const invites = (await hasDecider(sql, staffId, whoDecidesOnStaff)) ? 'two' : 'one';
  return (declared) =>
    declared.name === inviting ? invites : alsoTwo.includes(declared.name) ? 'two' : peopleSaid(declared);
}

interface Asked {
  declared: Declared;
  values: Readonly<Record<string, unknown>>;
  staffId: string;
}

/**
 * How many people this particular action requires if this member takes it: two for whatever has an effect, and for what the setting adds.
 * What it lets out is judged again as it runs, with the member's row locked (`requireLeftAlone`).
 */
export async function peopleFor(sql: Sql, mode: Config['mode'], { declared, values, staffId }: Asked): Promise<People> {
  const { name, effect, effectOf, letsOut } = declared;
  if (name === inviting) return (await hasDecider(sql, staffId, whoDecidesOnStaff)) ? 'two' : 'one';
  if ((effectOf ? effectOf(values) : effect) !== null) return 'two';
  const amount = (await letsOut?.(sql, values)) ?? null;
  if (amount !== null && amount > (await readLeftAlone(sql, mode, staffId))) return 'two';
  return (await readSetting(sql, twoPeople, mode)).includes(name) ? 'two' : 'one';
}
