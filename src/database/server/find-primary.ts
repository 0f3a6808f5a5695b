import { callbackify } from 'node:util';
import pg from 'pg';
import { HeardClient } from './clients.ts';
import { isLost } from './is-lost.ts';

/** Checks a server before it is used; throws when the server does not pass. */
export type Guard = (client: pg.ClientBase) => Promise<void>;

/** The role of the server to find: the one that is written to, or one that follows it. */
export type Role = 'primary' | 'standby';

interface Wanted {
  guard?: Guard | undefined;
  role?: Role;
}

/** How long one of several servers may take to connect before the next one is tried. */
const knockMs = 3_000;

/**
 * The servers that a DATABASE_URL names, in libpq's format: `postgresql://user@one:5432,two:5432/lastro`. One of them is the primary, and
 * after a failover it is another one; node-postgres itself supports only one host.
 */
export function candidatesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url];
}

type Connected = (error?: Error) => void;

/**
 * A client class for whichever server was last found to be the primary. A server that is unreachable, read-only, or fails the guard is not
 * the primary, and the next client tries the next one.
 */
function clientOf(candidates: readonly string[], { guard, role = 'primary' }: Wanted) {
  let believed = 0;
  const isOneOfSeveral = candidates.length > 1;

  return class extends HeardClient {
    readonly #at: number;

    constructor(config?: pg.ClientConfig) {
      const patience = isOneOfSeveral ? { connectionTimeoutMillis: knockMs } : {};
      super({ ...config, ...patience, connectionString: candidates[believed] });
      this.#at = believed;
    }

    override connect(): Promise<this>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<this> | void {
      if (!callback) return this.#connect();
      callbackify(() => this.#connect())((error) => callback(error ?? undefined));
    }

    async #connect(): Promise<this> {
      try {
        await super.connect();
        if (role === 'standby') await requireStandby(this);
        else if (isOneOfSeveral) await requireWritable(this);
        await guard?.(this);
        return this;
      } catch (error) {
        // Many clients may find the same server gone at the same time: it is skipped once.
        if (believed === this.#at) believed = (this.#at + 1) % candidates.length;
        void this.end().catch(() => {});
        throw error;
      }
    }
  };
}

/** Opens a connection to the primary, trying each server once. */
export async function connectToPrimary(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const candidates = candidatesOf(url);
  const Client = clientOf(candidates, {});
  for (let tries = 1; ; tries += 1) {
    try {
      return await new Client(config).connect();
    } catch (error) {
      if (tries >= candidates.length) throw error;
    }
  }
}

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A pool whose new connections go to the primary: a caller waits until each server has been tried once. */
export class PrimaryPool extends pg.Pool {
  readonly #candidates: number;

  constructor({ connectionString = '', ...config }: pg.PoolConfig, wanted: Wanted = {}) {
    const candidates = candidatesOf(connectionString);
    super({ ...config, Client: clientOf(candidates, wanted) });
    this.#candidates = candidates.length;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnected): void;
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | void {
    if (!callback) return this.#find();
    callbackify(() => this.#find())((error, client) =>
      callback(error ?? undefined, client, (release) => client?.release(release)),
    );
  }

  async #find(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await super.connect();
      } catch (error) {
        if (tries >= this.#candidates || !isLost(error)) throw error;
      }
    }
  }
}

async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new NotThePrimary();
}

/** Rejects a server that is itself a primary, and so follows none: it may be the one left behind at a failover. */
async function requireStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is');
  if (!rows[0]?.is) throw new NotAStandby();
}

class NotAStandby extends Error {
  override readonly name = 'NotAStandby';
  /** PostgreSQL's own code for a server that is not in the required state. */
  readonly code = '57P03';
  override readonly message = 'none of the servers in DATABASE_REPLICA_URL follows a primary';
}

/** Carries the code with which PostgreSQL itself would reject a write there. */
class NotThePrimary extends Error {
  override readonly name = 'NotThePrimary';
  readonly code = '25006';
  override readonly message = 'none of the servers in DATABASE_URL accepts writes';
}
