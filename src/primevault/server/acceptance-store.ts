import { readOne, type Sql } from '#platform/server/database.ts';

export async function insertAcceptance(sql: Sql, customerId: string, now: Date): Promise<void> {
  await sql.query(
    'INSERT INTO vault_acceptances (customer_id, cell, accepted_at) VALUES ($1, cell_of($1), $2) ON CONFLICT DO NOTHING',
    [customerId, now],
  );
}

export async function hasAccepted(sql: Sql, customerId: string): Promise<boolean> {
  const text = 'SELECT FROM vault_acceptances WHERE customer_id = $1 AND cell = cell_of($1)';
  return (await readOne(sql, text, [customerId])) !== null;
}
