import pg from 'pg';

/**
 * Every connection to PostgreSQL is one of these, and is created here or by `openDatabase`; `tidy.test.ts` rejects any other. It may
 * break at any time, even in the packet that reports it ready, before the caller can listen, and an `error` event without a listener would
 * end the process. Whatever runs on it reports the failure itself.
 */
export class HeardClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/** Opens one connection outside any pool. */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new HeardClient(config);
  try {
    return await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

/** All connections of the pool were busy for as long as a caller may wait for one. */
export class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted';
  override readonly message = 'no connection to the database became free in time';
}

/** Takes a connection from the pool; the caller must release it. */
export async function takeConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // The pool signals exhaustion by its message alone; an unreachable server has a different one.
    const isExhausted = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
    throw isExhausted ? new PoolExhausted() : error;
  }
}

interface Corked {
  connection?: { stream?: { cork(): void; uncork(): void } };
}

/**
 * Makes everything sent on a connection in one turn of the event loop leave in one packet: a packet per statement costs more than the
 * statement. Call the returned function before each send.
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
