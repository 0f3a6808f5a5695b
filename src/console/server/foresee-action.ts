import type { Command, CommandInput } from '#operator/server/command.ts';
import type { Operator } from '#commands/server/operator.ts';
import type { ConsoleParts } from './take-action.ts';

/**
 * Refuses what is bound to fail as things stand: by the command's own foresight, or by carrying it out in transactions that are rolled back.
 *
 * @throws CommandRefused, or whatever else the command would be refused with
 */
export async function foresee(
  parts: ConsoleParts,
  command: Command,
  input: CommandInput,
  operator: Operator,
): Promise<void> {
  if (command.foresee) return command.foresee(parts, input);
  await command.run({ ...parts, db: { ...parts.db, isRehearsal: true }, operator }, input);
}

/** What may be asked for several times at once: each amount, message or report is another one. */
const independent = /^(treasury|taxes|announcement|reports) /;

/**
 * What a request is about, the same however it is typed: a customer by id, anything else by the command's first word. How a transfer ends is
 * one subject, whatever the end.
 */
export function subjectOf(command: string, { words, options }: CommandInput, customerId: string | null): string | null {
  if (independent.test(command)) return null;
  const [first = '', second = ''] = words.map((word) => word.trim().toLowerCase());
  if (command === 'customer correct') return `${command} ${customerId ?? ''} ${second}`;
  if (command.startsWith('customer ')) return `${command} ${customerId ?? ''}`;
  if (command.startsWith('transfer ')) return `transfer ${first}`;
  if (command === 'settings schedule') return `${command} ${first} ${options['from'] ?? ''}`;
  return `${command} ${first}`.trim();
}
