import pg from 'pg';
import type { World } from '#testing/server/world.ts';

/** Makes a request expire. Done as the owner of the tables, since the product itself never writes this column. */
export async function letExpire(world: World, requestId: string): Promise<void> {
  const owner = new pg.Client({ connectionString: world.db.adminUrl });
  await owner.connect();
  await owner.query('ALTER TABLE staff_requests DISABLE TRIGGER requests_go_forward');
  await owner.query(`UPDATE staff_requests SET expires_at = now() - interval '1 second' WHERE id = $1`, [requestId]);
  await owner.query('ALTER TABLE staff_requests ENABLE TRIGGER requests_go_forward');
  await owner.end();
}
