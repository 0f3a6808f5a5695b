import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/server/free-port.ts';
import type { PostgresAccount } from './postgres-account.ts';

/** Where the embedded PostgreSQL listens. The same at every start, so that clients reconnect after a restart. */
export interface PostgresAddress {
  settings: Record<string, string>;
  urlOf(database: string, login: string, password: string): string;
}

/** Windows only: stored beside the cluster, so that its programs find it again. */
interface Loopback {
  port: number;
}

// The shortest sun_path among our platforms is macOS's 104 bytes, including the terminating NUL.
const longestSocketPath = 103;
const socketName = '.s.PGSQL.5432';

/** A Unix socket in a folder that only the cluster's owner can enter; it requires a password all the same. */
export async function socketAddress(clusterFolder: string, account: PostgresAccount): Promise<PostgresAddress> {
  const fits = Buffer.byteLength(join(clusterFolder, socketName)) <= longestSocketPath;
  const folder = fits ? clusterFolder : await shortFolder(clusterFolder, account);
  return {
    settings: { listen_addresses: '', port: '5432', unix_socket_directories: fits ? '.' : folder },
    // Port and sslmode are explicit because a client would otherwise take PGPORT and PGSSLMODE from its environment.
    urlOf: (database, login, password) =>
      `postgresql://${login}:${password}@localhost:5432/${database}?host=${encodeURIComponent(folder)}&sslmode=disable`,
  };
}

/**
 * For a DATA_DIR whose path is too long for a socket: a folder with a name derived from it, or a random one if somebody else took that
 * name.
 */
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

/** Windows has no sockets with owners, so this listens on a loopback port. */
export async function loopbackAddress(loopbackFile: string): Promise<PostgresAddress> {
  const kept = await readFile(loopbackFile, 'utf8').catch(() => '{}');
  const port = await freePort((JSON.parse(kept) as Partial<Loopback>).port);
  // Also drops a password that an older Lastro stored here.
  await writeFile(loopbackFile, JSON.stringify({ port } satisfies Loopback), { mode: 0o600 });
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    urlOf: (database, login, password) =>
      `postgresql://${login}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`,
  };
}
