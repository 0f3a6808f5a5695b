import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database.ts';
import type { ReplicaOptions } from '#platform/server/replica.ts';
import type { OnSecurityChange } from '#secondfactor/server/second-factor-parts.ts';
import type { Operator } from './record-action.ts';

/** Who hears of what a command does: the program that runs it knows. */
export interface Subscribed {
  events: DomainEvents;
  onSecurityChange: OnSecurityChange;
}

/** The installation that a command works on, and who types it. */
export interface Lastro extends Subscribed {
  db: Database;
  /** Where its files are, when what runs there is known; only then can they be copied. */
  home: Home | null;
  mode: Config['mode'];
  operator: Operator;
  /** The sandbox brokerage; null where none is known. */
  brokerage: { url: string; token: string } | null;
  /** A copy that follows the database, and how far behind it may be; null where none is known. */
  replica: Pick<ReplicaOptions, 'url' | 'mostBehindMs'> | null;
  /** Where the running Lastro answers; null where none is known to run. */
  api: string | null;
  /** Reads a file that a command is given: of the machine that it is typed on, or one that somebody of the staff brought along. */
  readFile: (name: string) => Promise<Buffer>;
  /** Every command that there is. */
  commandNames: readonly string[];
  /** Where the staff finds the console. */
  consoleUrl: string;
}

export interface Home {
  dataDir: string;
  /** As the superuser of the built-in database; null where it is not the built-in one. */
  adminUrl: string | null;
  /** BACKUP_RECIPIENTS, as it is said: whose keys open the backups that are made of it. Empty: they are not sealed. */
  backupRecipients: string;
}

/** Where an installation is or will be, and who types; whether one runs there is for the command to see. */
export interface Place {
  dataDir: string;
  operator: Operator;
  env: Record<string, string | undefined>;
  /** As it was given, with the names of files instead of what is in them. */
  given: Record<string, string | undefined>;
}

/** What was typed after the command's own words. */
export interface CommandInput {
  options: Record<string, string>;
  words: string[];
}

/** What a command has to say: lines for people, the same as JSON for machines. */
export interface Outcome {
  lines: string[];
  json: unknown;
  /** True when what was looked for is not as it should be: the exit code is 1. */
  isRefused?: boolean;
}

export interface Command extends Typing {
  /** Refused on an installation that handles real money. */
  sandboxOnly?: true;
  /** It shows something and writes nothing down itself: in the console, where somebody is known to look, the look is written down. */
  isLook?: true;
  /**
   * Refuses what could only fail as things stand, before somebody else is asked to agree to it. It holds nothing: `run` judges anew.
   *
   * @throws CommandRefused
   */
  foresee?(lastro: Pick<Lastro, 'db' | 'commandNames'>, input: CommandInput): Promise<void>;
  run(lastro: Lastro, input: CommandInput): Promise<Outcome>;
}

/** One that needs no Lastro to run, and may need that none runs. */
export interface PlaceCommand extends Typing {
  runAt(place: Place, input: CommandInput): Promise<Outcome>;
  /** Runs although a file of a secret cannot be read: it says so itself. */
  readsNoSecrets?: true;
}

interface Typing {
  /** As it is typed: `customer create`. */
  name: string;
  /** What follows the name, in capitals, for the usage. */
  words?: readonly string[];
  /** Options that must be given, each with a value. */
  required?: readonly string[];
  optional?: readonly string[];
  /** Options without a value. */
  flags?: readonly string[];
  summary: string;
  /** What can be said against it before anything is asked of the installation: nobody is asked to agree to what is mistyped. */
  check?(input: CommandInput): void;
}

/** A no with its reason: one sentence for whoever typed the command. Exit code 1. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';

  constructor(
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** The command was not typed as it has to be. Exit code 2. */
export class Mistyped extends Error {
  override readonly name = 'Mistyped';
}
