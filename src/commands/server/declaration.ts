import type { Micros } from '#money/money.ts';
import type { Language } from '#platform/languages.ts';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Database, Sql, Tx } from '#database/server/database.ts';
import type { ReplicaOptions } from '#database/server/replica.ts';
import type { Config } from '#settings/server/config.ts';
import type { Role } from '#staff/roles.ts';
import type { Kind } from '../kinds.ts';
import type { Operator } from './operator.ts';
import type { Params, ValuesOf } from './params.ts';
import type { Standing } from './standing.ts';

/**
 * Why an action takes two people: it creates what the house owes, loosens a bound, moves money or stops it for good, changes who may do or
 * be something, or reaches or names many customers at once. Whatever does none of this takes one (`null`).
 */
export type Effect = 'liability' | 'bound' | 'money' | 'access' | 'many';

/** The texts of a command in one language; `{name}` stands for a parameter or a fact. */
export interface CommandWords {
  /** What a button calls it. */
  title: string;
  /** What it does, in one line: for lists, and above its form. */
  summary: string;
  /** What exactly is asked for or was done. */
  sentence: string;
  /** What whoever decides reads besides it: too long for the account of actions. */
  more?: string;
  /** How things stand while it waits to be decided on, and what it would change about them. */
  now?: string;
  /** The label of each parameter that is asked for. */
  params: Readonly<Record<string, string>>;
  /** What to know when filling in a parameter. */
  hints?: Readonly<Record<string, string>>;
  /** By the outcome that `run` returns. */
  outcomes: Readonly<Record<string, string>>;
  /** By the code of its refusal. */
  refusals?: Readonly<Record<string, string>>;
  /** What each value of a choice is called. */
  choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What to know before choosing it. */
  notes?: CommandWords['choices'];
}

/** The facts that a command's sentence and entry name beyond its parameters, each with its kind. */
type Facts = Readonly<Record<string, Kind>>;
type Known<F extends Facts> = Record<keyof F & string, string>;

/** What a command runs on: one transaction, in which its entry in the account of actions is written last. */
export interface Running extends Pick<Looking, 'atOneMoment'> {
  tx: Tx;
  mode: Config['mode'];
  operator: Operator;
  /** Whose name stands on what it changes: both people's, if two agreed. */
  by: string;
  events: DomainEvents;
  commandNames: readonly string[];
  /** The address of the staff's console. */
  consoleUrl: string;
}

/** What a command looks at beforehand. */
export interface Looking {
  sql: Sql;
  mode: Config['mode'];
  commandNames: readonly string[];
  /** Reads everything as of one moment, however long it takes. */
  atOneMoment<Result>(read: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** The brokerage; null if none is known. */
  brokerage: { url: string; token: string } | null;
  /** Reads a file given to a command: from the machine where it is typed, or as uploaded by a member of staff. */
  readFile: (name: string) => Promise<Buffer>;
}

/** What a command reaches beyond its transaction. */
export type Reaching = Looking &
  Pick<Running, 'events'> & {
    db: Database;
    /** A replica of the database and how far it may lag; null if none is known. */
    replica: Pick<ReplicaOptions, 'url' | 'mostBehindMs'> | null;
  };

/** Something else that a command did, by the name of the command that does it alone. */
export interface Beside {
  action: string;
  details: Readonly<Record<string, string>>;
}

export interface Done<F extends Facts = Facts> {
  /** Which of its texts says how it ended. */
  outcome: string;
  facts: Partial<Known<F>>;
  /** What parameters replaced, by their names. */
  was?: Readonly<Record<string, string>>;
  /** What stands in the account just before its own entry; what two people agreed on is its own. */
  also?: readonly Beside[];
  /** For the eyes of who took it: stands in no entry. */
  shown?: { lines: readonly string[]; json: object };
  /** It found something wrong: the exit code is 1. */
  isWrong?: boolean;
  /** What leaves the house by it: one person alone lets out no more than the settings leave them. */
  letsOut?: Micros;
}

/** What every command of the staff or the operator says of itself. */
interface Saying<P extends Params, F extends Facts> {
  /** As typed: `withdrawals approve`. */
  name: string;
  params: P;
  facts: F;
  /** Parameters that replace something, with the pinned one that says what it replaces. */
  replaces?: Readonly<Record<string, string>>;
  roles: readonly Role[];
  /** Not there where the money is real. */
  sandboxOnly?: true;
  /** What it does that takes two people. */
  effect: Effect | null;
  /** The same where it depends on what is asked for. */
  effectOf?(values: ValuesOf<P>): Effect | null;
  /** Takes away what is not had back by asking: money, access, an offer, somebody's data. Its confirm looks like it. */
  isDestructive?: true;
  /** Who may decide on a request for it; by default the same roles and the admin, so that one person of a role is enough. */
  deciders?: readonly Role[];
  words(language: Language): CommandWords;
  /** Takes two people if more than what the settings leave one person; null while it is not known. */
  letsOut?(sql: Sql, values: ValuesOf<P>): Promise<Micros | null>;
  /** The facts as they stand, for the person who decides; null where there are none. */
  read?(on: Looking, values: ValuesOf<P>): Promise<Partial<Known<F>> | null>;
  /** How things stand, for whoever decides: the facts of `now` (amounts before and after, why it waits), history, how many it concerns. */
  stands?(on: Looking, values: ValuesOf<P>): Promise<(Partial<Known<F>> & Standing) | null>;
  /** The pinned parameters, as they stand when it is requested. */
  pin?(on: Looking, values: ValuesOf<P>): Promise<Partial<ValuesOf<P>>>;
  /** Refuses what is bound to fail, where running it in a transaction that is rolled back does not tell. */
  foresee?(on: Looking, values: ValuesOf<P>): Promise<void>;
}

/** A command, declared once in the folder of its business. */
export interface Declaration<P extends Params = Params, F extends Facts = Facts, Brought = unknown> extends Saying<
  P,
  F
> {
  /** Lets it begin when it is its turn, where many at once would be too many. */
  inTurn?<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Brings what one transaction cannot: a file, an answer of the brokerage. What has an effect by it has its own `foresee`. */
  bring?(on: Reaching, values: ValuesOf<P>): Promise<Brought>;
  run(on: Running, values: ValuesOf<P>, brought: Brought): Promise<Done<F>>;
}

interface Shown {
  lines: string[];
  json: unknown;
  /** Where it shows people, whom: then the look is recorded at the machine too, and with this instead of its parameters. */
  seen?: Readonly<Record<string, string | number>>;
  /** It found something wrong: the exit code is 1. */
  isWrong?: boolean;
}

/** A command that only shows something; who looked in the console is recorded. */
export interface Look<P extends Params = Params> extends Saying<P, Facts> {
  show(on: Looking & Pick<Running, 'operator'>, values: ValuesOf<P>): Promise<Shown>;
}

export type Declared = Declaration | Look;

/** Declares a command; what it is typed with is what it runs with. */
export function declareCommand<const P extends Params, const F extends Facts, Brought = undefined>(
  command: Declaration<P, F, Brought>,
): Declared {
  return command;
}

/** Declares a look. */
export function declareLook<const P extends Params>(look: Omit<Look<P>, 'facts' | 'effect'>): Declared {
  return { ...look, facts: {}, effect: null };
}
