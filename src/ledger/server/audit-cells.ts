import { cells } from '#platform/server/cell.ts';
import { type Database, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { eachAtOnce } from '#platform/server/each-at-once.ts';
import { codeOf } from '#database/server/is-lost.ts';
import { transaction } from '#database/server/transaction.ts';
import { addBroken, type Broken, findBroken } from './audit-books.ts';
import { ledgerPass, type Scope } from './ledger-pass.ts';
import { isProven } from './ledger-proof.ts';

/** The findings of an audit of the ledger, and how much it sealed. */
export interface Audited {
  broken: Broken[];
  /** Number of owners whose chain was read to a new end and sealed there. */
  sealed: number;
}

const atOnce = 2;
/** The most journals read in one transaction: few enough for sorts to stay in memory, and enough to visit each table page less often. */
const mostInOneReading = 100_000n;

export interface AuditOptions {
  /** `seals` reads what was posted after the last audit; `beginning` rereads everything and also compares the seals. */
  since: Scope['since'];
  /** Whether to seal what is correct; a replica cannot be written to. */
  seals?: boolean;
}

/**
 * Reads the ledger a few cells at a time, each reading in one snapshot, and seals what is correct; the next audit begins there. A cell with
 * anything broken keeps its previous seals.
 */
export async function auditCells(db: Database, { since, seals = true }: AuditOptions): Promise<Audited> {
  const audited: Audited = { broken: [], sealed: 0 };
  const readings = planReadings(await readWhatMoved(db, since));
  const faults = await eachAtOnce(
    readings,
    async (reading) => {
      const { broken, sealed } = await readCells(db, seals ? reading : { ...reading, moved: [] }, since);
      audited.sealed += sealed;
      for (const each of broken) addBroken(audited.broken, each);
    },
    atOnce,
  );
  for (const fault of faults.values()) throw fault;
  return audited;
}

/** The part of a cell that an audit has to read. */
export interface ToRead {
  /** Number of journals since its seals, or since its beginning. */
  journals: bigint;
  /** Whether there is anything to seal: an owner's last journal or balance differs from the seal. */
  isMoved: boolean;
}

export async function readWhatMoved(sql: Sql, since: Scope['since']): Promise<Map<number, ToRead>> {
  const rows = await sql.query<{ cell: number; journals: bigint; is_moved: boolean }>(
    `SELECT o.cell, coalesce(sum(o.number - CASE WHEN $1 THEN 0 ELSE coalesce(s.number, 0) END), 0)::bigint AS journals,
       bool_or((o.number, o.balance) IS DISTINCT FROM (s.number, s.balance)) AS is_moved
     FROM (
       SELECT cell, owner, number, balance FROM ledger.accounts
       UNION ALL SELECT cell, ledger.house_of(cell), number, booked FROM ledger.treasury
     ) o LEFT JOIN ledger.seals s ON s.cell = o.cell AND s.owner = o.owner GROUP BY o.cell`,
    [since === 'beginning'],
  );
  return new Map(rows.map(({ cell, journals, is_moved }) => [cell, { journals, isMoved: is_moved }]));
}

/** Consecutive cells that are read together, and those among them to seal. */
export interface Reading {
  first: number;
  last: number;
  moved: number[];
}

/** Divides all cells into readings of at most `most` journals; a cell that has more is read alone. */
export function planReadings(toRead: ReadonlyMap<number, ToRead>, most = mostInOneReading): Reading[] {
  const readings: Reading[] = [];
  let room = 0n;
  for (let cell = 0; cell < cells; cell += 1) {
    const { journals = 0n, isMoved = true } = toRead.get(cell) ?? {};
    room -= journals;
    let reading = readings.at(-1);
    if (!reading || room < 0n) {
      reading = { first: cell, last: cell, moved: [] };
      readings.push(reading);
      room = most - journals;
    }
    reading.last = cell;
    if (isMoved) reading.moved.push(cell);
  }
  return readings;
}

/**
 * The books are nearly always correct, and proving that takes half the time of locating errors. If the proof fails, or overflows because of
 * amounts that nobody can have posted, the rules are checked, cell by cell if there are cells to seal.
 */
async function readCells(db: Database, reading: Reading, since: Scope['since']): Promise<Audited> {
  const { first, last, moved } = reading;
  const scope: Scope = { cells: [first, last], since };
  const sealed = await atOneMoment(db, async (tx) =>
    (await isProven(tx, scope)) ? sealAll(db, tx, moved) : undefined,
  ).catch((error: unknown) => {
    if (codeOf(error) !== outOfRange) throw error;
  });
  if (sealed !== undefined) return { broken: [], sealed };
  if (first < last && moved.length > 0) return readOneByOne(db, reading, since);
  return atOneMoment(db, async (tx) => {
    const broken = await findBroken(tx, [ledgerPass(scope)]);
    return { broken, sealed: broken.length > 0 ? 0 : await sealAll(db, tx, moved) };
  });
}

const outOfRange = '22003';

async function readOneByOne(db: Database, { first, last, moved }: Reading, since: Scope['since']): Promise<Audited> {
  const audited: Audited = { broken: [], sealed: 0 };
  for (let cell = first; cell <= last; cell += 1) {
    const { broken, sealed } = await readCells(
      db,
      { first: cell, last: cell, moved: moved.filter((each) => each === cell) },
      since,
    );
    audited.sealed += sealed;
    for (const each of broken) addBroken(audited.broken, each);
  }
  return audited;
}

function atOneMoment<Read>(db: Database, read: (tx: Tx) => Promise<Read>): Promise<Read> {
  return transaction(db, async (tx) => {
    tx.send('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    tx.send('SET LOCAL statement_timeout = 0');
    tx.send('SET LOCAL idle_in_transaction_session_timeout = 0');
    tx.send(`SET LOCAL work_mem = '32MB'`);
    // JIT compilation of a statement this large takes longer than reading a cell.
    tx.send('SET LOCAL jit = off');
    // Planned once per connection, not per cell: planning takes longer than reading a small cell.
    tx.send('SET LOCAL plan_cache_mode = force_generic_plan');
    // Tables are read whole here, sequentially.
    tx.send('SET LOCAL random_page_cost = 4');
    return read(tx);
  });
}

/** Seals each cell in its own transaction, since one writes one cell, all in the snapshot that was read. */
async function sealAll(db: Database, read: Tx, moved: readonly number[]): Promise<number> {
  if (moved.length === 0) return 0;
  const { snapshot } = await requireOne<{ snapshot: string }>(read, 'SELECT pg_export_snapshot() AS snapshot');
  let all = 0;
  for (const cell of moved) {
    all += await sealOne(db, cell, snapshot).catch((error: unknown) => {
      if (error instanceof SealedMeanwhile) return 0;
      throw error;
    });
  }
  return all;
}

/** Another audit, with a different snapshot, has sealed the cell. Retrying in the same snapshot would fail again. */
class SealedMeanwhile extends Error {}

function sealOne(db: Database, cell: number, snapshot: string): Promise<number> {
  return transaction(db, async (tx) => {
    tx.send('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    tx.send(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
    tx.send('SET LOCAL statement_timeout = 0');
    const sealing = requireOne<{ sealed: bigint }>(tx, 'SELECT ledger.seal($1) AS sealed', [cell]);
    const { sealed } = await sealing.catch((error: unknown) => {
      throw codeOf(error) === serializationFailure ? new SealedMeanwhile() : error;
    });
    return Number(sealed);
  });
}

const serializationFailure = '40001';
