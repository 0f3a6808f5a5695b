import { cells } from '#platform/server/cell.ts';
import { type Database, requireOne } from '#platform/server/database.ts';
import { eachAtOnce } from '#platform/server/each-at-once.ts';
import { transaction } from '#platform/server/transaction.ts';
import { type Broken, findBroken, mostPlacesShown } from './audit-books.ts';
import { ledgerPass, type Scope } from './ledger-pass.ts';

/** What reading the ledger found, and how far it went. */
export interface Audited {
  broken: Broken[];
  /** Owners whose chain was read to a new end, and sealed there. */
  sealed: number;
}

const atOnce = 2;
/** So many journals of quiet cells are read in one transaction. */
const mostInOneReading = 20_000n;

export interface AuditOptions {
  /** `seals` reads what came after the last audit; `beginning` reads everything again, and compares the seals too. */
  since: Scope['since'];
  /** Whether what is good is sealed; a replica cannot be written to. */
  seals?: boolean;
}

/**
 * Reads the ledger cell by cell, each as it was at one moment, and seals what it finds good: the next audit begins there. A cell in
 * which anything is broken keeps the seals that it had. Cells with nothing to seal are read many at a time: books in which little
 * happens are audited in a few transactions.
 */
export async function auditCells(db: Database, { since, seals = true }: AuditOptions): Promise<Audited> {
  const audited: Audited = { broken: [], sealed: 0 };
  const readings = await planReadings(db, { since, seals });
  const faults = await eachAtOnce(
    readings,
    async (reading) => {
      const { broken, sealed } = await readCells(db, reading, since);
      audited.sealed += sealed;
      for (const each of broken) addBroken(audited.broken, each);
    },
    atOnce,
  );
  for (const fault of faults.values()) throw fault;
  return audited;
}

/** Cells that follow each other, read together; one by itself where there is something to seal. */
interface Reading {
  first: number;
  last: number;
  isSealed: boolean;
}

async function planReadings(db: Database, { since, seals }: Required<AuditOptions>): Promise<Reading[]> {
  const rows = await db.query<{ cell: number; journals: bigint; is_moved: boolean }>(
    `SELECT o.cell, coalesce(sum(o.number), 0)::bigint AS journals,
       bool_or((o.number, o.balance) IS DISTINCT FROM (s.number, s.balance)) AS is_moved
     FROM (
       SELECT cell, owner, number, balance FROM ledger.accounts
       UNION ALL SELECT cell, ledger.house_of(cell), number, balance FROM ledger.treasury
     ) o LEFT JOIN ledger.seals s ON s.cell = o.cell AND s.owner = o.owner GROUP BY o.cell`,
  );
  const byCell = new Map(rows.map((row) => [row.cell, row]));
  const readings: Reading[] = [];
  let room = 0n;
  for (let cell = 0; cell < cells; cell += 1) {
    const { journals = 0n, is_moved = true } = byCell.get(cell) ?? {};
    const isMoved = seals && is_moved;
    const read = since === 'seals' ? 0n : journals;
    const last = readings.at(-1);
    room -= read;
    if (last && !isMoved && !last.isSealed && room >= 0n) last.last = cell;
    else {
      readings.push({ first: cell, last: cell, isSealed: isMoved });
      room = mostInOneReading - read;
    }
  }
  return readings;
}

function readCells(db: Database, { first, last, isSealed }: Reading, since: Scope['since']): Promise<Audited> {
  return transaction(db, async (tx) => {
    tx.send('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    tx.send('SET LOCAL statement_timeout = 0');
    tx.send(`SET LOCAL work_mem = '32MB'`);
    // Compiling a statement of this size takes longer than a cell does.
    tx.send('SET LOCAL jit = off');
    // Planned once a connection, not once a cell: the planning takes longer than a small cell does.
    tx.send('SET LOCAL plan_cache_mode = force_generic_plan');
    const broken = await findBroken(tx, [ledgerPass({ cells: [first, last], since })]);
    if (broken.length > 0 || !isSealed) return { broken, sealed: 0 };
    const { sealed } = await requireOne<{ sealed: bigint }>(tx, 'SELECT ledger.seal($1) AS sealed', [first]);
    return { broken, sealed: Number(sealed) };
  });
}

function addBroken(all: Broken[], { rule, count, places }: Broken): void {
  const known = all.find((each) => each.rule === rule);
  if (!known) return void all.push({ rule, count, places: [...places] });
  known.count += count;
  known.places.push(...places.slice(0, mostPlacesShown - known.places.length));
}
