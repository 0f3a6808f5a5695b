import { lookingOf, runDeclared } from '#operator/server/run-declared.ts';
import type { Declared } from '#commands/server/declaration.ts';
import type { Operator } from '#commands/server/operator.ts';
import type { Stored } from '#commands/server/say.ts';
import type { ConsoleParts } from './take-action.ts';

/**
 * Refuses what is bound to fail as things stand: by the command's own foresight, or by carrying it out in transactions that are rolled back.
 *
 * @throws CommandRefused, or whatever else the command would be refused with
 */
export async function foresee(
  parts: ConsoleParts,
  declared: Declared,
  values: Readonly<Record<string, unknown>>,
  operator: Operator,
): Promise<void> {
  if (declared.foresee) return declared.foresee(lookingOf(parts), values);
  await runDeclared(declared, { ...parts, db: { ...parts.db, isRehearsal: true }, operator }, values);
}

/** What may be asked for several times at once: each amount, message or report is another one. */
const independent = /^(treasury|taxes|announcement|reports) /;

/**
 * What a request is about, the same however it is typed: a customer by id, anything else by the command's first word. How a transfer ends is
 * one subject, whatever the end.
 */
export function subjectOf({ name, params }: Declared, stored: Stored, customerId: string | null): string | null {
  if (independent.test(name)) return null;
  const words = Object.keys(params).filter((each) => params[each]?.isWord);
  const [first = '', second = ''] = words.map((each) => stored[each]?.trim().toLowerCase());
  if (name === 'customer correct') return `${name} ${customerId ?? ''} ${second}`;
  if (name.startsWith('customer ')) return `${name} ${customerId ?? ''}`;
  if (name.startsWith('transfer ')) return `transfer ${first}`;
  if (name === 'settings schedule') return `${name} ${first} ${stored['from'] ?? ''}`;
  return `${name} ${first}`.trim();
}
