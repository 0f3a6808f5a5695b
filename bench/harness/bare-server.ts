import fastify from 'fastify';
import pg from 'pg';

/**
 * The limit that reads are compared with: bare Fastify and one prepared statement that finds a row by its key. Runs in its own process,
 * `node bare-server.ts DATABASE_URL`, and reports its address.
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
