import { cells } from '#platform/server/cell.ts';
import { type Database, requireOne } from '#platform/server/database.ts';
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

/**
 * Reads the ledger cell by cell, each as it was at one moment, and seals what it finds good: the next audit begins there. A cell in
 * which anything is broken keeps the seals that it had.
 *
 * @param since `seals` reads what came after the last audit; `beginning` reads everything again, and compares the seals too
 */
export async function auditCells(db: Database, since: Scope['since']): Promise<Audited> {
  const audited: Audited = { broken: [], sealed: 0 };
  let next = 0;
  const read = async (): Promise<void> => {
    for (let cell = next++; cell < cells; cell = next++) {
      const { broken, sealed } = await auditCell(db, cell, since);
      audited.sealed += sealed;
      for (const each of broken) addBroken(audited.broken, each);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, read));
  return audited;
}

function auditCell(db: Database, cell: number, since: Scope['since']): Promise<Audited> {
  return transaction(db, async (tx) => {
    tx.send('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    tx.send('SET LOCAL statement_timeout = 0');
    tx.send(`SET LOCAL work_mem = '32MB'`);
    const broken = await findBroken(tx, [ledgerPass({ cells: [cell, cell], since })]);
    if (broken.length > 0) return { broken, sealed: 0 };
    const { sealed } = await requireOne<{ sealed: bigint }>(tx, 'SELECT ledger.seal($1) AS sealed', [cell]);
    return { broken, sealed: Number(sealed) };
  });
}

function addBroken(all: Broken[], { rule, count, places }: Broken): void {
  const known = all.find((each) => each.rule === rule);
  if (!known) return void all.push({ rule, count, places: [...places] });
  known.count += count;
  known.places.push(...places.slice(0, mostPlacesShown - known.places.length));
}
