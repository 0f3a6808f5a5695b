import { openClient } from '#database/server/clients.ts';
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The logins of the built-in PostgreSQL, each with its own password: the superuser, for what no other login can do; the owner of the
 * tables, for migrations; and the product's login, which owns nothing.
 */
export const logins = ['postgres', 'lastro_owner', 'lastro_app'] as const;
export type Login = (typeof logins)[number];
export type Passwords = Record<Login, string>;

/** Stored beside the cluster, readable only by the account that starts it. */
const fileName = 'postgres-logins.json';

export function drawPasswords(): Passwords {
  const draw = (): string => randomBytes(24).toString('base64url');
  return { postgres: draw(), lastro_owner: draw(), lastro_app: draw() };
}

/** Returns null if there are none or they are unusable; new ones are set then. */
export async function readPasswords(dataDir: string): Promise<Passwords | null> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const kept = JSON.parse(text) as Partial<Passwords>;
    return logins.every((login) => /^[\w-]{32}$/.test(kept[login] ?? '')) ? (kept as Passwords) : null;
  } catch {
    return null;
  }
}

export async function writePasswords(dataDir: string, passwords: Passwords): Promise<void> {
  const draft = join(dataDir, `${fileName}.${process.pid}`);
  await writeFile(draft, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, join(dataDir, fileName));
}

/**
 * Resets the logins at every start: whatever a session of the product's login changed about it (its password, its own settings) is undone.
 */
export async function settleLogins(adminUrl: string, passwords: Passwords): Promise<void> {
  const client = await openClient({ connectionString: adminUrl });
  try {
    for (const login of ['lastro_owner', 'lastro_app'] as const) {
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [login]);
      if (rowCount === 0) await client.query(`CREATE ROLE ${login}`);
      await client.query(`ALTER ROLE ${login} ${plain} PASSWORD ${client.escapeLiteral(passwords[login])}`);
      await client.query(`ALTER ROLE ${login} RESET ALL`);
    }
  } finally {
    await client.end();
  }
}

const plain = 'LOGIN INHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';
