import pg from 'pg';

/**
 * Every connection to PostgreSQL is one of these, and is made here or by `find-primary.ts`; `tidy.test.ts` refuses any other. It may
 * break at any moment, also in the one packet that says that it is ready, before whoever asked for it can listen: what
 * nobody listens to would end the process. Whatever runs on it says so by itself.
 */
export class HeardClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/** One connection, of no pool. */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new HeardClient(config);
  try {
    return await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

/** All connections of the pool were busy for as long as anybody may wait for one. */
export class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted';
  override readonly message = 'no connection to the database became free in time';
}

/** A connection of the pool, to be released by whoever took it. */
export async function takeConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // The pool says it in words alone; a server that cannot be reached is told in others.
    const isExhausted = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
    throw isExhausted ? new PoolExhausted() : error;
  }
}

interface Corked {
  connection?: { stream?: { cork(): void; uncork(): void } };
}

/**
 * What is sent on a connection in one turn of the event loop leaves in one packet: a packet for each statement costs more than the
 * statement. To be called before each.
 */
export function sendTogether(client: pg.ClientBase): () => void {
  const stream = (client as Corked).connection?.stream;
  let isCorked = false;
  return () => {
    if (!stream || isCorked) return;
    isCorked = true;
    stream.cork();
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  };
}
