import { readLeftAlone } from '#operator/server/approved-alone.ts';
import { allCommands } from '#operator/server/all-commands.ts';
import { storedOf } from '#operator/server/as-command.ts';
import type { Command, CommandInput, PlaceCommand } from '#operator/server/command.ts';
import type { Effect } from '#commands/server/declaration.ts';
import { fromTyped, readValues } from '#commands/server/read-values.ts';
import type { Sql } from '#database/server/database.ts';
import { readSetting } from '#settings/server/settings.ts';
import type { Config } from '#settings/server/config.ts';
import type { Role } from '#staff/roles.ts';
import { whoDecidesOnStaff } from '#staff/server/commands/member.ts';
import { twoPeople } from '#staff/server/staff-settings.ts';
import { hasDecider } from './request-store.ts';

/** How many people an action requires. */
export type People = 'one' | 'two';

type EffectOf = (
  sql: Sql,
  mode: Config['mode'],
  input: CommandInput,
  staffId: string,
) => Effect | null | Promise<Effect | null>;

export interface Rule {
  roles: readonly Role[];
  /** A function where it depends on the input or on who is there. What has none may still take two because of the setting. */
  effect: Effect | null | EffectOf;
  /** Who may decide on a request; by default the same roles and the admin, so that one person of a role is enough. */
  deciders?: readonly Role[];
}

/**
 * Which roles may take which action in the console, and what it does that takes two people. Every command of the command line is here or in
 * {@link machineOnly}; the tests enforce this.
 */
export const policy: Record<string, Rule> = {
  ...Object.fromEntries(allCommands.flatMap(ruleOfDeclared)),
  'staff invite': { roles: ['admin'], effect: effectOfInviting, deciders: whoDecidesOnStaff },
};

/**
 * Commands restricted to people with access to the machine: installation, backups, and the sandbox's own. A file or input that such a
 * command reads lives on the machine, and a password that one person chooses for another must not travel over the network or end up in a
 * request.
 */
export const machineOnly = [
  'customer create',
  'migrate',
  'backup note',
  'doctor',
  'clock forward',
  'clock show',
  'brokerage fault',
  'sandbox year',
  'staff code',
  'reports save',
];

/** Who may decide on a request for this. */
export function decidersOf(command: string): readonly Role[] {
  const rule = policy[command];
  return rule ? (rule.deciders ?? [...new Set<Role>([...rule.roles, 'admin'])]) : [];
}

/** The commands whose requests a role may see, because it could ask for them or decide on them. */
export function requestsOf(role: Role): string[] {
  return Object.keys(policy).filter((name) => policy[name]?.roles.includes(role) || decidersOf(name).includes(role));
}

/** How many people this particular action requires if this member takes it: two for whatever has an effect, and for what the setting adds. */
export async function peopleFor(
  sql: Sql,
  mode: Config['mode'],
  { command, input, staffId }: { command: string; input: CommandInput; staffId: string },
): Promise<People> {
  const rule = policy[command];
  if (!rule) return 'two';
  const effect = typeof rule.effect === 'function' ? await rule.effect(sql, mode, input, staffId) : rule.effect;
  if (effect !== null) return 'two';
  const isAdded = (await readSetting(sql, twoPeople, mode)).includes(command);
  // Somebody who is alone invites the second person alone, whatever the setting says.
  return isAdded && command !== 'staff invite' ? 'two' : 'one';
}

/** What a declared command says itself. What it lets out is judged again as it runs, with the member's row locked (`requireLeftAlone`). */
function ruleOfDeclared(command: Command | PlaceCommand): [string, Rule][] {
  const declared = 'declared' in command ? command.declared : undefined;
  if (!declared) return [];
  const { name, roles, effect, effectOf, letsOut, deciders } = declared;
  if (!letsOut && !effectOf) return [[name, { roles, effect, ...(deciders && { deciders }) }]];
  const judge: EffectOf = async (sql, mode, input, staffId) => {
    const values = readValues(declared, fromTyped(declared, storedOf(declared, input)));
    const amount = (await letsOut?.(sql, values)) ?? null;
    if (amount !== null && amount > (await readLeftAlone(sql, mode, staffId))) return 'money';
    return effectOf ? effectOf(values) : effect;
  };
  return [[name, { roles, effect: judge, ...(deciders && { deciders }) }]];
}

/** An admin without anybody who could decide invites alone; whom they invited so counts as the same person until somebody else agrees. */
async function effectOfInviting(
  sql: Sql,
  _mode: Config['mode'],
  _input: CommandInput,
  staffId: string,
): Promise<Effect | null> {
  return (await hasDecider(sql, staffId, whoDecidesOnStaff)) ? 'access' : null;
}
