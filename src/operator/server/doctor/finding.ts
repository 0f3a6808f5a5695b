import type { Config } from '#platform/server/config.ts';
import type { Environment } from '#platform/server/secret-files.ts';

/** `wrong`: the product does not work, or money or data are in danger. `warning`: it works, and should not stay as it is. */
export type State = 'ok' | 'warning' | 'wrong' | 'unknown';

/** What a look at one thing has shown, and what is to be done about it. Holds no secret: it is printed, and sent to whoever helps. */
export interface Finding {
  check: string;
  state: State;
  said: string;
  /** What to do; where nothing is amiss there is nothing. */
  remedy?: string;
}

/** The installation that is looked at. */
export interface Patient {
  /** As it was given, with the names of files that hold secrets. */
  given: Environment;
  /** What the settings come to; null where they cannot be read, and most cannot be looked at. */
  config: Config | null;
  /** Each thing that is wrong with the settings, in a sentence that says what to set. */
  problems: readonly string[];
  dataDir: string;
  /** Where the operator says that backups are kept; null where they say nothing. */
  backups: string | null;
  now(): Date;
  /** Whom certificates are believed beside those whom everybody believes; for tests. */
  trusted?: string;
}

/** Whoever is asked over the network has this long, in milliseconds. */
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

/** Could not be looked at, and why; not a fault of the installation. */
export function unknown(check: string, said: string, remedy: string): Finding {
  return { check, state: 'unknown', said, remedy };
}

/** Why something did not work, without what was asked or where: an address may hold a password. */
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
