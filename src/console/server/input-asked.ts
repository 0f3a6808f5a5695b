import { inputOf } from '#operator/server/as-command.ts';
import type { Command, CommandInput } from '#operator/server/command.ts';
import { checkInput } from '#operator/server/read-command.ts';
import { Mistyped } from '#commands/server/refused.ts';
import type { Refusal } from '#platform/refusal.ts';
import { refuseConsole } from '../refusals.ts';

export interface ActionAsked extends CommandInput {
  command: string;
  /** Of a declared command, instead of words and options. */
  params?: Readonly<Record<string, unknown>> | undefined;
  reason?: string | undefined;
}

/** A declared command takes its parameters and nothing else; any other, words and options. */
export function inputAsked({ declared }: Command, { params, words, options }: ActionAsked): CommandInput {
  try {
    if (!declared && params === undefined) return { words, options };
    if (!declared) throw new Mistyped('This action takes words and options.');
    const [given = 'words'] = [...(words.length > 0 ? ['words'] : []), ...Object.keys(options)];
    if (words.length > 0 || Object.keys(options).length > 0) throw new Mistyped(`There is no ${given} here.`, given);
    return inputOf(declared, params ?? {});
  } catch (error) {
    if (error instanceof Mistyped) throw refuseMistyped(error);
    throw error;
  }
}

export function refuseMistyped({ message, field }: Mistyped): Refusal {
  return refuseConsole('mistyped', { sentence: message, ...(field !== undefined && { field }) });
}

export function requireInput(command: Command, { words, options }: CommandInput): CommandInput {
  try {
    checkInput(command, { words, options });
    return { words, options };
  } catch (error) {
    if (error instanceof Mistyped) throw refuseMistyped(error);
    throw error;
  }
}
