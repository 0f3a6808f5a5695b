import fastify from 'fastify';
import pg from 'pg';

/**
 * The limit that a read is compared with: Fastify with nothing on it, and one prepared statement that finds one row by its key.
 * A process of its own: `node bare-server.ts DATABASE_URL`, says its address.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
const app = fastify();
app.get('/*', async () => {
  const id = 1 + Math.floor(Math.random() * 100_000);
  const { rows } = await pool.query({
    name: 'one',
    text: 'SELECT aid, bid, abalance FROM pgbench_accounts WHERE aid = $1',
    values: [id],
  });
  return rows[0];
});
process.send?.({ address: await app.listen({ port: 0, host: '127.0.0.1' }) });
