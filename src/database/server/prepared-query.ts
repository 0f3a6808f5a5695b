import pg from 'pg';

/** A node-postgres connection, as far as a query uses it; its types do not cover this. */
interface Wire {
  bind(bound: { portal: string; statement: string; values: readonly unknown[]; binary: false }): void;
  stream: { write(bytes: Buffer): boolean; cork(): void; uncork(): void };
}

/** The result that node-postgres builds up. */
interface Gathered {
  fields: unknown[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
  rows: object[];
}

/** The parts of node-postgres' own query class that are used here. */
interface QueryParts {
  name: string;
  values: readonly unknown[];
  _result: Gathered;
  _accumulateRows: boolean;
  hasBeenParsed(on: Wire): boolean;
  submit(on: Wire): Error | null;
  prepare(on: Wire): void;
  handleError(error: Error, on: Wire): void;
  handleRowDescription(message: object): void;
  handleCommandComplete(message: object, on: Wire): void;
}

type Columns = Pick<Gathered, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

/** Columns by connection and statement. PostgreSQL rejects a prepared statement whose columns have changed since it was prepared. */
const columnsOf = new WeakMap<Wire, Map<string, Columns>>();

/** Execute (all rows of the unnamed portal) and Sync: the same bytes for every statement. */
const executeAndSync = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/**
 * The values as they are sent. node-postgres would serialise them in the middle of writing a message.
 *
 * @throws whatever makes a value unfit to be written, before anything is sent
 */
export function writeValues(values: readonly unknown[]): unknown[] {
  return values.map((value) => prepareValue(value));
}

const Query = pg.Query as unknown as new (text: string) => QueryParts;

/**
 * A prepared statement. node-postgres has PostgreSQL describe the result columns on every run; here they are requested when a connection
 * first runs the statement, and remembered (docs/decisions/0082-what-a-call-costs.md).
 */
class PreparedQuery extends Query {
  readonly answered: Promise<object[]>;
  callback: (error: Error | null, result: Gathered) => void = () => {};
  /** Why it was not sent, known as soon as it should have been. */
  unsent: Error | null = null;
  #isSubmitted = false;
  #isTold = false;

  constructor(name: string, text: string, values: readonly unknown[]) {
    super(text);
    this.name = name;
    this.values = writeValues(values);
    this.answered = new Promise((resolve, reject) => {
      this.callback = (error, result) => (error ? reject(error) : resolve(result.rows));
    });
  }

  override submit(on: Wire): Error | null {
    const refused = super.submit(on);
    this.unsent ??= refused;
    this.#isSubmitted = true;
    return refused;
  }

  override handleError(error: Error, on: Wire): void {
    if (!this.#isSubmitted) this.unsent ??= error;
    super.handleError(error, on);
  }

  override prepare(on: Wire): void {
    const columns = this.hasBeenParsed(on) ? columnsOf.get(on)?.get(this.name) : undefined;
    if (!columns) return super.prepare(on);
    this.#isTold = true;
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    on.bind({ portal: '', statement: this.name, values: this.values, binary: false });
    on.stream.write(executeAndSync);
  }

  override handleCommandComplete(message: object, on: Wire): void {
    super.handleCommandComplete(message, on);
    if (this.#isTold) return;
    const known = columnsOf.get(on) ?? new Map<string, Columns>();
    columnsOf.set(on, known);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/**
 * Runs a prepared statement on this connection and returns its rows.
 *
 * @throws at once, and not by the promise, if the statement could not be sent: the server then knows nothing of it
 */
export function queryPrepared<Row extends object>(
  on: pg.ClientBase,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const query = new PreparedQuery(name, text, values);
  on.query(query as unknown as pg.Submittable);
  if (query.unsent) {
    query.answered.catch(() => {});
    throw query.unsent;
  }
  return query.answered as Promise<Row[]>;
}
