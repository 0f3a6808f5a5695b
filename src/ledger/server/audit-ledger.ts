import { type Database, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { eachAtOnce } from '#platform/server/each-at-once.ts';
import { codeOf } from '#database/server/is-lost.ts';
import { transaction } from '#database/server/transaction.ts';
import { addBroken, type Broken, findBroken } from './audit-books.ts';
import { everybody, ledgerPass, type Scope } from './ledger-pass.ts';
import { isProven } from './ledger-proof.ts';

/** The findings of an audit of the ledger, and how much it sealed. */
export interface Audited {
  broken: Broken[];
  /** Number of owners whose chain was read to a new end and sealed there. */
  sealed: number;
}

const atOnce = 2;
/** About how many journals are read in one transaction: few enough for sorts to stay in memory. An owner is read whole. */
const mostInOneReading = 100_000;

export interface AuditOptions {
  /** `seals` reads what was posted after the last audit; `beginning` rereads everything and also compares the seals. */
  since: Scope['since'];
  /** Whether to seal what is correct; a replica cannot be written to. */
  seals?: boolean;
}

/**
 * Reads the ledger some owners at a time, each reading in one snapshot, and seals what is correct; the next audit begins there. A reading
 * with anything broken keeps its previous seals.
 */
export async function auditLedger(db: Database, { since, seals = true }: AuditOptions): Promise<Audited> {
  const audited: Audited = { broken: [], sealed: 0 };
  await eachAtOnce(
    await planReadings(db, since),
    async ({ owners, isMoved }) => {
      const { broken, sealed } = await readOwners(db, { owners, since }, seals && isMoved);
      audited.sealed += sealed;
      for (const each of broken) addBroken(audited.broken, each);
    },
    atOnce,
  );
  return audited;
}

/** Owners that are read together, and whether there is anything to seal: one of them has journals that their seal does not know. */
export interface Reading extends Pick<Scope, 'owners'> {
  isMoved: boolean;
}

/** Divides all owners, in their order, into readings of about `most` journals since their seals, or since the beginning. */
export async function planReadings(sql: Sql, since: Scope['since'], most = mostInOneReading): Promise<Reading[]> {
  const rows = await sql.query<{ first: string; is_moved: boolean }>(
    `SELECT DISTINCT ON (reading) owner AS first, bool_or(is_moved) OVER (PARTITION BY reading) AS is_moved FROM (
       SELECT a.owner, a.number IS DISTINCT FROM s.number AS is_moved,
         div(sum(a.number - CASE WHEN $1 THEN 0 ELSE coalesce(s.number, 0) END) OVER (ORDER BY a.owner), $2) AS reading
       FROM ledger.accounts a LEFT JOIN ledger.seals s ON s.owner = a.owner
     ) o ORDER BY reading, owner`,
    [since === 'beginning', most],
  );
  return rows.map(({ first, is_moved }, at) => ({
    owners: [at === 0 ? everybody[0] : first, rows[at + 1]?.first ?? everybody[1]],
    isMoved: is_moved,
  }));
}

/**
 * The books are nearly always correct, and proving that takes half the time of locating errors. If the proof fails, or overflows because of
 * amounts that nobody can have posted, the rules are checked.
 */
async function readOwners(db: Database, scope: Scope, seals: boolean): Promise<Audited> {
  const sealed = await atOneMoment(db, async (tx) => {
    if (!(await isProven(tx, scope))) return null;
    return seals ? seal(db, tx, scope) : 0;
  }).catch((error: unknown) => {
    if (codeOf(error) !== outOfRange) throw error;
    return null;
  });
  if (sealed !== null) return { broken: [], sealed };
  return atOneMoment(db, async (tx) => {
    const broken = await findBroken(tx, [ledgerPass(scope)]);
    return { broken, sealed: broken.length > 0 || !seals ? 0 : await seal(db, tx, scope) };
  });
}

const outOfRange = '22003';

function atOneMoment<Read>(db: Database, read: (tx: Tx) => Promise<Read>): Promise<Read> {
  return transaction(db, async (tx) => {
    tx.send('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    tx.send('SET LOCAL statement_timeout = 0');
    tx.send('SET LOCAL idle_in_transaction_session_timeout = 0');
    tx.send(`SET LOCAL work_mem = '32MB'`);
    // JIT compilation of a statement this large takes longer than a reading.
    tx.send('SET LOCAL jit = off');
    // Planned once per connection, not per reading.
    tx.send('SET LOCAL plan_cache_mode = force_generic_plan');
    // Tables are read whole here, sequentially.
    tx.send('SET LOCAL random_page_cost = 4');
    return read(tx);
  });
}

/** Seals in a transaction of its own, in the snapshot that was read: reading waits for nobody, and a seal may lose a race. */
async function seal(db: Database, read: Tx, { owners }: Scope): Promise<number> {
  const { snapshot } = await requireOne<{ snapshot: string }>(read, 'SELECT pg_export_snapshot() AS snapshot');
  return transaction(db, async (tx) => {
    tx.send('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    tx.send(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
    tx.send('SET LOCAL statement_timeout = 0');
    const sealing = requireOne<{ sealed: bigint }>(tx, 'SELECT ledger.seal($1, $2) AS sealed', owners);
    const { sealed } = await sealing.catch((error: unknown) => {
      throw codeOf(error) === serializationFailure ? new SealedMeanwhile() : error;
    });
    return Number(sealed);
  }).catch((error: unknown) => {
    if (error instanceof SealedMeanwhile) return 0;
    throw error;
  });
}

/** Another audit, with a different snapshot, has sealed these owners. Retrying in the same snapshot would fail again. */
class SealedMeanwhile extends Error {}

const serializationFailure = '40001';
