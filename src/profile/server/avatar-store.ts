import { createHash } from 'node:crypto';
import { refusePlatform } from '#platform/refusals.ts';
import { cellOf } from '#platform/server/cell.ts';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';

/**
 * Another picture, or the same picture of another customer, gets another name: what was once fetched never changes. The last byte is the
 * customer's cell, so that the name alone says where to look.
 */
export function nameAvatar(customerId: string, image: Buffer): string {
  return createHash('sha256').update(customerId).update(image).digest('hex').slice(0, -2) + customerId.slice(-2);
}

/** Stores the customer's only picture: the previous one is gone, and so is its URL. Refused to a customer who is erased meanwhile. */
export async function writeAvatar(tx: Tx, customerId: string, image: Buffer, address: (name: string) => string) {
  const name = nameAvatar(customerId, image);
  const shown = await tx.query('UPDATE customers SET avatar = $2 WHERE id = $1 AND erased_at IS NULL RETURNING id', [
    customerId,
    address(name),
  ]);
  if (shown.length === 0) throw refusePlatform('unauthenticated');
  await tx.query(
    `INSERT INTO avatars (customer_id, cell, name, image) VALUES ($1, cell_of($1), $2, $3)
     ON CONFLICT (customer_id, cell) DO UPDATE SET name = excluded.name, image = excluded.image, changed_at = now()`,
    [customerId, name, image],
  );
  return address(name);
}

export async function readAvatarImage(sql: Sql, name: string): Promise<Buffer | null> {
  const row = await readOne<{ image: Buffer }>(sql, 'SELECT image FROM avatars WHERE name = $1 AND cell = $2', [
    name,
    cellOf(name),
  ]);
  return row && row.image;
}
