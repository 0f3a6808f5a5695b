import type pg from 'pg';

/** Settings that an answered commit may rely on: flushed to this disk, and to the synchronous standby's where there is one. */
export const durableSettings: Record<string, readonly string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
};

interface Said {
  name: string;
  setting: string;
}

/**
 * Refuses to keep money on a database that may lose it (reliability: boot guard), or that would not report a loss: a Citus coordinator
 * answers a plain COMMIT where a node's wait for its standby was cancelled (docs/scale.md).
 */
export async function requireDurable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Said>(
    `SELECT name, current_setting(name) AS setting FROM unnest($1::text[]) AS name
     UNION ALL SELECT 'the extension', extname FROM pg_extension WHERE extname = 'citus'`,
    [Object.keys(durableSettings)],
  );
  const wrong = rows.filter(({ name, setting }) => !durableSettings[name]?.includes(setting));
  if (wrong.length === 0) return;
  const named = wrong.map(({ name, setting }) => `${name} ${setting}`).join(' and ');
  throw new Error(`the database runs with ${named}, so money is not safe on it`);
}
