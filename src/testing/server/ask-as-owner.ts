import { openClient } from '#database/server/clients.ts';

/** Runs a statement that takes the database owner's own password, without a time limit. */
export async function askAsOwner<Row extends object>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await openClient({ connectionString: url });
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
