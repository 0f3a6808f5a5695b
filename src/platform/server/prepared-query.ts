import pg from 'pg';

/** A connection of node-postgres, as far as a query has to do with it; its types say nothing of it. */
interface Wire {
  bind(bound: { portal: string; statement: string; values: readonly unknown[]; binary: false }): void;
  stream: { write(bytes: Buffer): boolean; cork(): void; uncork(): void };
}

/** What node-postgres keeps of an answer. */
interface Gathered {
  fields: unknown[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
  rows: object[];
}

/** The parts of node-postgres' own query that are worked with here. */
interface QueryParts {
  name: string;
  values: readonly unknown[];
  _result: Gathered;
  _accumulateRows: boolean;
  hasBeenParsed(on: Wire): boolean;
  prepare(on: Wire): void;
  handleRowDescription(message: object): void;
  handleCommandComplete(message: object, on: Wire): void;
}

type Columns = Pick<Gathered, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

/** By connection and statement. PostgreSQL refuses a prepared statement whose columns would be others than when it was prepared. */
const columnsOf = new WeakMap<Wire, Map<string, Columns>>();

/** All rows of the portal without a name, and Sync: nothing in them differs from statement to statement. */
const executeAndSync = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

const Query = pg.Query as unknown as new (text: string) => QueryParts;

/**
 * A prepared statement. node-postgres asks each time which columns come back, and PostgreSQL tells it each time; here it is asked when a
 * connection runs the statement for the first time, and remembered (docs/decisions/0082-what-a-call-costs.md).
 */
class PreparedQuery extends Query {
  readonly answered: Promise<object[]>;
  callback: (error: Error | null, result: Gathered) => void = () => {};
  readonly #bound: readonly unknown[];
  #isTold = false;

  constructor(name: string, text: string, values: readonly unknown[]) {
    super(text);
    this.name = name;
    this.values = values;
    this.#bound = values.map((value) => prepareValue(value));
    this.answered = new Promise((resolve, reject) => {
      this.callback = (error, result) => (error ? reject(error) : resolve(result.rows));
    });
  }

  override prepare(on: Wire): void {
    const columns = this.hasBeenParsed(on) ? columnsOf.get(on)?.get(this.name) : undefined;
    if (!columns) return super.prepare(on);
    this.#isTold = true;
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    on.bind({ portal: '', statement: this.name, values: this.#bound, binary: false });
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

/** The rows that a prepared statement answers on this connection. */
export function queryPrepared<Row extends object>(
  on: pg.ClientBase,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const query = new PreparedQuery(name, text, values);
  on.query(query as unknown as pg.Submittable);
  return query.answered as Promise<Row[]>;
}
