import type pg from 'pg';

export interface KindOfEvent {
  kind: string;
  from_accounts: string[];
  to_accounts: string[];
}

/** The kinds that may have posting functions of their own. */
export async function ownKinds(client: pg.Client): Promise<KindOfEvent[]> {
  const { rows } = await client.query<KindOfEvent>(
    'SELECT kind, from_accounts, to_accounts FROM ledger.kinds WHERE owned AND referenced AND NOT retired ORDER BY kind',
  );
  return rows.filter((kind) => !(kind.from_accounts.includes('treasury') && kind.to_accounts.includes('treasury')));
}

/** Writes the functions that these kinds do not have in the product. */
export async function writeForAll(client: pg.Client, kinds: readonly KindOfEvent[]): Promise<void> {
  const names = kinds.map(({ kind }) => kind);
  for (const [write, suffix] of [
    ['write_posting', ''],
    ['write_postings', '_many'],
  ])
    await client.query(
      `SELECT ledger.${write}(kind) FROM unnest($1::text[]) AS kind WHERE to_regproc('ledger.post_' || kind || '${suffix}') IS NULL`,
      [names],
    );
}

/** Returns what the posting left behind, or why it was refused, then rolls back. */
export async function lookAtLedger(client: pg.Client, post: () => Promise<unknown>): Promise<unknown> {
  await client.query('SAVEPOINT before');
  try {
    await post();
    const rows = await client.query(`SELECT
      (SELECT jsonb_agg(j ORDER BY j.owner, j.number) FROM ledger.journals j) AS journals,
      (SELECT jsonb_agg(e ORDER BY e.owner, e.number, e.leg) FROM ledger.entries e) AS entries,
      (SELECT jsonb_agg(a ORDER BY a.owner) FROM ledger.accounts a) AS accounts,
      (SELECT jsonb_agg(t ORDER BY t.cell) FROM ledger.treasury t) AS treasury`);
    return rows.rows[0];
  } catch (error) {
    const { code, detail, constraint } = error as pg.DatabaseError;
    return { code, detail, constraint };
  } finally {
    await client.query('ROLLBACK TO SAVEPOINT before');
  }
}
