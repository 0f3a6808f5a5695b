import { openClient } from '#platform/server/clients.ts';

/** What only somebody with the database's own password can do, without a limit of time. */
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
