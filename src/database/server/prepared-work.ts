import { type Changes, gatherChanges, noteChange } from './changes.ts';
import type { Tx } from './database.ts';
import { isRemediable, type Remediable } from './remedies.ts';

/**
 * How one statement stands for the same statement of several transactions: a text that takes an array for each parameter, or `once`, where
 * all have the same values.
 */
type ForMany = { text: string; heldUp?: string } | 'once';

const formsForMany = new Map<string, ForMany>();

/**
 * Declares how a statement is sent for several transactions at once, and returns the statement. If it can fail because somebody else holds
 * a row, `heldUp` takes an array of customers and returns, without waiting, each `customer` for whom that is so.
 */
export function withFormForMany(text: string, form: ForMany): string {
  formsForMany.set(text, form);
  return text;
}

interface Statement {
  text: string;
  values: readonly unknown[];
  explain: ((error: unknown) => unknown) | undefined;
}

/** The work of a transaction that has sent nothing yet: all its statements, and the result that it has if none fails. */
export interface PreparedWork<Result> {
  statements: readonly Statement[];
  changes: Changes;
  result: Result;
}

/** Runs `work` without a database. Returns null if it awaits rows, or throws: then it has to run in its transaction. */
export async function prepareWork<Result>(work: (tx: Tx) => Promise<Result>): Promise<PreparedWork<Result> | null> {
  const statements: Statement[] = [];
  let awaitsRows = false;
  let isOver = false;
  const recorder: Pick<Tx, 'query' | 'send'> = {
    query: () => {
      awaitsRows = true;
      return Promise.reject(new Error('there is no database here'));
    },
    send: (text, values = [], explain) => {
      if (isOver) throw new Error('a statement came after the end of its transaction');
      statements.push({ text, values, explain });
    },
  };
  const tx = recorder as Tx;
  const changes = gatherChanges(tx);
  try {
    const result = await work(tx);
    return awaitsRows ? null : { statements, changes, result };
  } catch {
    return null;
  } finally {
    isOver = true;
  }
}

/** Sends what was prepared. */
export function sendPrepared<Result>(tx: Tx, { statements, changes, result }: PreparedWork<Result>): Result {
  for (const { text, values, explain } of statements) tx.send(text, values, explain);
  noteChanges(tx, changes);
  return result;
}

/** Equal for works that can be sent as one; null for one that has to be sent by itself. */
export function kindOf({ statements }: PreparedWork<unknown>): string | null {
  let kind = '';
  for (const { text, values } of statements) {
    const form = formsForMany.get(text);
    if (form === undefined) return null;
    const common = form === 'once' ? writeCommon(values) : writePlaces(values);
    if (common === null) return null;
    kind += `${text}\n${common}\n`;
  }
  return kind;
}

/** Different for different values; null where that cannot be told. */
function writeCommon(values: readonly unknown[]): string | null {
  if (values.some((value) => typeof value === 'object' && value !== null)) return null;
  return JSON.stringify(values.map((value) => [typeof value, String(value)]));
}

/** Null for a list: in a list of lists PostgreSQL could not tell whose values are whose. */
function writePlaces(values: readonly unknown[]): string | null {
  return values.some((value) => Array.isArray(value)) ? null : String(values.length);
}

/** The statement that tells who is held up; undefined if these works have none. */
export function heldUpOf({ statements }: PreparedWork<unknown>): string | undefined {
  for (const { text } of statements) {
    const form = formsForMany.get(text);
    if (form !== undefined && form !== 'once' && form.heldUp) return form.heldUp;
  }
  return undefined;
}

/**
 * Sends several works of one kind, each statement a single time. An error is the database's own, except where one remedy is all of theirs.
 */
export function sendAsOne(tx: Tx, works: readonly PreparedWork<unknown>[]): void {
  for (const [at, { text, values, explain }] of (works[0]?.statements ?? []).entries()) {
    const form = formsForMany.get(text) ?? 'once';
    if (form === 'once') tx.send(text, values, (error) => remediable(explain?.(error)) ?? error);
    else
      tx.send(
        form.text,
        values.map((_value, place) => works.map(({ statements }) => statements[at]?.values[place])),
      );
  }
  for (const { changes } of works) noteChanges(tx, changes);
}

function remediable(error: unknown): (Error & Remediable) | null {
  return isRemediable(error) ? error : null;
}

function noteChanges(tx: Tx, changes: Changes): void {
  for (const [customerId, topics] of changes) for (const topic of topics) noteChange(tx, customerId, topic);
}
