import { openClient } from '#database/server/clients.ts';
import { createDatabase, ownDatabase } from '#embedded-postgres/server/create-database.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { addTestKinds } from '#ledger/server/testing/test-kinds.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { migrate } from '#database/server/migrate.ts';

/** A throwaway PostgreSQL with one migrated database, from which any number are cloned. */
export interface Cluster {
  /** The URLs of an unused database, for the product's own login and for the superuser. */
  clone(): Promise<{ url: string; adminUrl: string }>;
  stop(): Promise<void>;
}

export async function openCluster(): Promise<Cluster> {
  const postgres = await startThrowawayPostgres();
  await createDatabase(postgres.databaseUrl, 'template');
  await migrate(postgres.databaseUrl('template', 'lastro_owner'), { isThrowaway: true });
  await addTestKinds((statement) => askAsOwner(postgres.databaseUrl('template'), statement));
  let clones = 0;
  return {
    clone: async () => {
      const name = `ground_${++clones}`;
      const client = await openClient({ connectionString: postgres.databaseUrl('postgres') });
      await client.query(`CREATE DATABASE ${name} TEMPLATE template`);
      await ownDatabase(client, name);
      await client.end();
      return { url: postgres.databaseUrl(name, 'lastro_app'), adminUrl: postgres.databaseUrl(name) };
    },
    stop: () => postgres.stop(),
  };
}
