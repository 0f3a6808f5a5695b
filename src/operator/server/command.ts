import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Declared } from '#commands/server/declaration.ts';
import type { Params, ValuesOf } from '#commands/server/params.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import type { ReplicaOptions } from '#database/server/replica.ts';
import type { Operator } from '#commands/server/operator.ts';

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
  /** The sandbox brokerage; null if none is known. */
  brokerage: { url: string; token: string } | null;
  /** A replica of the database and how far it may lag; null if none is known. */
  replica: Pick<ReplicaOptions, 'url' | 'mostBehindMs'> | null;
  /** The address of the running Lastro; null if none is known to run. */
  api: string | null;
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

/** The arguments typed after the command's name. */
export interface CommandInput {
  options: Record<string, string>;
  words: string[];
}

/** A command's output: lines for people, the same as JSON for machines. */
export interface Outcome {
  lines: string[];
  json: unknown;
  /** True when the command found a problem: the exit code is 1. */
  isRefused?: boolean;
}

export interface Command extends Typing {
  /** The declaration it was made from. */
  declared?: Declared;
  /** Refused on an installation with real money. */
  sandboxOnly?: true;
  /**
   * Refuses what is bound to fail as things stand, before somebody else is asked to approve it, and again before they do. Reserves nothing:
   * `run` checks again. Without it the command is rehearsed: run in transactions that are rolled back, so its own refusals are foreseen. A
   * command with an effect beyond its transactions, or with more than one, has its own.
   *
   * @throws CommandRefused
   */
  foresee?(lastro: Omit<Lastro, 'operator'>, input: CommandInput): Promise<void>;
  /**
   * Options that fix what was asked for as things stood then: what it replaces, or which of several it is about. If that has changed by the
   * time of the approval, `run` refuses.
   */
  pin?(lastro: Omit<Lastro, 'operator'>, input: CommandInput): Promise<Record<string, string>>;
  run(lastro: Lastro, input: CommandInput): Promise<Outcome>;
}

/** A command of the machine's: typed there, and offered nowhere else. */
export interface AtMachine<P extends Params> extends Pick<Command, 'name' | 'summary' | 'sandboxOnly'> {
  params: P;
  run(lastro: Lastro, values: ValuesOf<P>): Promise<Outcome>;
}

/** The same of one that needs no running Lastro. */
export interface AtPlace<P extends Params> extends Pick<PlaceCommand, 'name' | 'summary' | 'readsNoSecrets'> {
  params: P;
  runAt(place: Place, values: ValuesOf<P>): Promise<Outcome>;
}

/** A command that needs no running Lastro, and may require that none runs. */
export interface PlaceCommand extends Typing {
  runAt(place: Place, input: CommandInput): Promise<Outcome>;
  /** Runs even if the file of a secret cannot be read: the command reports that itself. */
  readsNoSecrets?: true;
}

interface Typing {
  /** The name as typed: `customer create`. */
  name: string;
  /** The arguments after the name, in capitals, for the usage text. */
  words?: readonly string[];
  /** Required options, each with a value. */
  required?: readonly string[];
  optional?: readonly string[];
  /** Options without a value. */
  flags?: readonly string[];
  summary: string;
  /** Validates the input before the installation is queried, so that nobody is asked to approve a mistyped command. */
  check?(input: CommandInput): void;
}
