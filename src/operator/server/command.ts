import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Operator } from '#commands/server/operator.ts';
import type { Params, ValuesOf } from '#commands/server/params.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import type { ReplicaOptions } from '#database/server/replica.ts';

/** Subscribers to a command's effects, supplied by the program that runs it. */
export interface Subscribed {
  events: DomainEvents;
}

/** The installation that a command works on, and the operator who runs it. */
export interface Lastro extends Subscribed {
  db: Database;
  /** Where its files are, if the running installation is known; only then can they be copied. */
  home: Home | null;
  mode: Config['mode'];
  operator: Operator;
  /** The brokerage; null if none is known. */
  brokerage: { url: string; token: string } | null;
  /** A replica of the database and how far it may lag; null if none is known. */
  replica: Pick<ReplicaOptions, 'url' | 'mostBehindMs'> | null;
  /** Reads a file given to a command: from the machine where it is typed, or as uploaded by a member of staff. */
  readFile: (name: string) => Promise<Buffer>;
  /** The names of all commands. */
  commandNames: readonly string[];
  /** The address of the staff's console. */
  consoleUrl: string;
}

export interface Home {
  dataDir: string;
}

/** Where an installation is or will be, and the operator; the command itself finds out whether one is running there. */
export interface Place {
  dataDir: string;
  operator: Operator;
  env: Record<string, string | undefined>;
  /** The environment as given, with the names of secret files instead of their contents. */
  given: Record<string, string | undefined>;
}

/** A command's output: lines for people, the same as JSON for machines. */
export interface Outcome {
  lines: string[];
  json: unknown;
  /** True when the command found a problem: the exit code is 1. */
  isRefused?: boolean;
}

/** What only those may do who have the machine: a password, a path or an answer of theirs never travels over the network. */
interface Typing<P extends Params> {
  /** The name as typed: `customer create`. */
  name: string;
  params: P;
  summary: string;
}

export interface AtMachine<P extends Params = Params> extends Typing<P> {
  /** Refused on an installation with real money. */
  sandboxOnly?: true;
  run(lastro: Lastro, values: ValuesOf<P>): Promise<Outcome>;
}

/** A command that needs no running Lastro, and may require that none runs. */
export interface AtPlace<P extends Params = Params> extends Typing<P> {
  runAt(place: Place, values: ValuesOf<P>): Promise<Outcome>;
  /** Runs even if the file of a secret cannot be read: the command reports that itself. */
  readsNoSecrets?: true;
}

export function atMachine<const P extends Params>(command: AtMachine<P>): AtMachine {
  return command;
}

export function atPlace<const P extends Params>(command: AtPlace<P>): AtPlace {
  return command;
}
