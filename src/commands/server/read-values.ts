import * as z from 'zod/mini';
import type { Declared } from './declaration.ts';
import { Mistyped } from './refused.ts';
import { sayWrong, type Stored } from './say.ts';

type Values = Readonly<Record<string, unknown>>;

/** What was typed on the command line, as the body of a call would hold it. */
export function fromTyped({ params }: Pick<Declared, 'params'>, typed: Stored): Values {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, said]) =>
      said === undefined ? [] : [[name, Object.hasOwn(params, name) ? params[name]?.fromTyped(said) : said]],
    ),
  );
}

/**
 * Reads and checks a command's parameters as the body of a call holds them.
 *
 * @throws Mistyped naming the first that is wrong
 */
export function readValues(command: Pick<Declared, 'params'>, given: Values): Values {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(command.params, name));
  if (unknown !== undefined) throw new Mistyped(sayWrong(command, 'en', unknown), unknown);
  const read = Object.entries(command.params).flatMap(([name, param]): [string, unknown][] => {
    if (given[name] === undefined && !param.isRequired) return [];
    const parsed = z.safeParse(param.schema, given[name]);
    if (!parsed.success) throw new Mistyped(`${name}: ${sayWrong(command, 'en', name)}`, name);
    return [[name, parsed.data]];
  });
  return Object.fromEntries(read);
}

/** The values as they are stored. */
export function writeValues({ params }: Declared, values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, param]) =>
      values[name] === undefined ? [] : [[name, param.write(values[name])]],
    ),
  );
}
