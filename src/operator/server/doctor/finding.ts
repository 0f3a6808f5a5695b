import type { Config } from '#settings/server/config.ts';
import type { Environment } from '#platform/server/secret-files.ts';

/** `wrong`: the product does not work, or money or data are at risk. `warning`: it works, but should not stay as it is. */
export type State = 'ok' | 'warning' | 'wrong' | 'unknown';

/** The result of one check and its remedy. Contains no secret: it is printed, and sent to those who help. */
export interface Finding {
  check: string;
  state: State;
  said: string;
  /** What to do; absent if nothing is amiss. */
  remedy?: string;
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

export function fine(check: string, said: string): Finding {
  return { check, state: 'ok', said };
}

export function warn(check: string, said: string, remedy: string): Finding {
  return { check, state: 'warning', said, remedy };
}

export function wrong(check: string, said: string, remedy: string): Finding {
  return { check, state: 'wrong', said, remedy };
}

/** The check could not be made, with the reason; not a fault of the installation. */
export function unknown(check: string, said: string, remedy: string): Finding {
  return { check, state: 'unknown', said, remedy };
}

/** Describes why something failed, without the address or the request: an address may contain a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason was given';
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (error.name === 'TimeoutError') return 'no answer in time';
  if (cause instanceof Error && error.message === 'fetch failed') return reasonOf(cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return typeof code === 'string' ? `${code}: ${withoutAddresses(error.message)}` : withoutAddresses(error.message);
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/\b[a-z]+:\/\/\S+/gi, '…');
}
