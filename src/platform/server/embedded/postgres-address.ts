import { createHash, randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import type { PostgresAccount } from './postgres-account.ts';

/** Where the embedded PostgreSQL listens: the same place at every start, so clients find it again after a restart. */
export interface PostgresAddress {
  settings: Record<string, string>;
  databaseUrl(database: string): string;
}

/** Windows only. Made with the cluster, kept beside it and readable by its owner. */
export interface Loopback {
  port: number;
  password: string;
}

// The shortest sun_path among our platforms is macOS's 104 bytes, its closing zero included.
const longestSocketPath = 103;
const socketName = '.s.PGSQL.5432';

/** A Unix socket that only the cluster's owner can reach. No password is needed behind it, and none can leak. */
export async function socketAddress(clusterFolder: string, account: PostgresAccount): Promise<PostgresAddress> {
  const fits = Buffer.byteLength(join(clusterFolder, socketName)) <= longestSocketPath;
  const folder = fits ? clusterFolder : await shortFolder(clusterFolder, account);
  return {
    settings: { listen_addresses: '', port: '5432', unix_socket_directories: fits ? '.' : folder },
    // Port and sslmode are said because a client would otherwise take PGPORT and PGSSLMODE from its environment.
    databaseUrl: (database) =>
      `postgresql://postgres@localhost:5432/${database}?host=${encodeURIComponent(folder)}&sslmode=disable`,
  };
}

/** For a DATA_DIR whose path is too long for a socket: a folder named after it, unless somebody else took the name. */
async function shortFolder(clusterFolder: string, account: PostgresAccount): Promise<string> {
  const owner = account.owner ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const name = createHash('sha256').update(clusterFolder).digest('hex').slice(0, 12);
  const parent = Buffer.byteLength(tmpdir()) <= 40 ? tmpdir() : '/tmp';
  const folder = join(parent, `lastro-${owner.uid}-${name}`);
  const isNew = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  const found = await lstat(folder);
  const isSafe = found.isDirectory() && (isNew || found.uid === owner.uid) && (found.mode & 0o077) === 0;
  const chosen = isSafe ? folder : await mkdtemp(`${folder}-`);
  if (account.owner) await chown(chosen, owner.uid, owner.gid);
  return chosen;
}

/** Windows has no sockets with owners: a port on the loopback, with a password. */
export async function loopbackAddress(loopbackFile: string): Promise<PostgresAddress> {
  const kept = JSON.parse(await readFile(loopbackFile, 'utf8')) as Loopback;
  const port = await freePort(kept.port);
  if (port !== kept.port) await writeFile(loopbackFile, JSON.stringify({ ...kept, port }), { mode: 0o600 });
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    databaseUrl: (database) => `postgresql://postgres:${kept.password}@127.0.0.1:${port}/${database}?sslmode=disable`,
  };
}

export async function createLoopback(loopbackFile: string): Promise<Loopback> {
  const loopback = { port: await freePort(), password: randomBytes(24).toString('hex') };
  await writeFile(loopbackFile, JSON.stringify(loopback), { mode: 0o600 });
  return loopback;
}
