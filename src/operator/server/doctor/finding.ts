import type { Config } from '#settings/server/config.ts';
import type { Environment } from '#platform/server/secret-files.ts';
import type words from '#operator/messages/doctor/pt-BR.json';

/** `wrong`: the product does not work, or money or data are at risk. `warning`: it works, but should not stay as it is. */
export type State = 'ok' | 'warning' | 'wrong' | 'unknown';

type Words = typeof words;
export type Check = keyof Words['checks'];
type Keys<C extends Check, Kind extends 'said' | 'todo'> =
  Words['checks'][C] extends Record<Kind, infer Texts> ? keyof Texts & string : never;
type Said<C extends Check> = Keys<C, 'said'> | keyof Words['shared']['said'];
type Todo<C extends Check> = Keys<C, 'todo'> | keyof Words['shared']['todo'];

/** Numbers are written with the reader's digits; `roles` by their names. */
export type Values = Readonly<Record<string, string | number | readonly string[]>>;

/** The result of one check and its remedy, by their keys in messages/doctor. Contains no secret: it is printed, and sent to those who help. */
export interface Finding {
  check: Check;
  state: State;
  said: string;
  /** What to do; null if nothing is amiss. */
  todo: string | null;
  values: Values;
}

/** The installation under examination. */
export interface Patient {
  /** The settings as given, with the names of secret files. */
  given: Environment;
  /** The parsed settings; null if they cannot be read, in which case most checks cannot run. */
  config: Config | null;
  /** Each problem with the settings, as a sentence that states what to set. */
  problems: readonly string[];
  dataDir: string;
  /** The operator's folder of backups; null if none is named. */
  backups: string | null;
  now(): Date;
  /** Where the worker answers; null: PORT + 3 of this machine, as the units have it. */
  worker: string | null;
  /** A certificate authority trusted in addition to the usual ones; for tests. */
  trusted?: string;
}

/** By which a server knows that it is not asked by what watches it. */
export const doctorsName = 'lastro-doctor';

/** The timeout of each network request, in milliseconds. */
export const patienceMs = 5_000;

export function fine<C extends Check>(check: C, said: Said<C>, values: Values = {}): Finding {
  return { check, state: 'ok', said, todo: null, values };
}

/** Something amiss; what to do is under the same key, unless another is named. */
interface Amiss {
  <C extends Check>(check: C, what: Said<C> & Todo<C>, values?: Values): Finding;
  <C extends Check>(check: C, said: Said<C>, values: Values, todo: Todo<C>): Finding;
}

const amiss =
  (state: State): Amiss =>
  (check: Check, said: string, values: Values = {}, todo: string = said) => ({ check, state, said, todo, values });

export const warn = amiss('warning');
export const wrong = amiss('wrong');
/** The check could not be made, with the reason; not a fault of the installation. */
export const unknown = amiss('unknown');

/** Why something failed: a key of the reasons in messages/doctor, or the error's own words without the address, which may contain a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'none';
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (error.name === 'TimeoutError') return 'timeout';
  if (cause instanceof Error && error.message === 'fetch failed') return reasonOf(cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return typeof code === 'string' ? `${code}: ${withoutAddresses(error.message)}` : withoutAddresses(error.message);
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/\b[a-z]+:\/\/\S+/gi, '…');
}
