import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { type Database, openDatabase, requireOne } from '#platform/server/database.ts';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { lockInstallation } from '#platform/server/lock-installation.ts';
import { migrate } from '#platform/server/migrate.ts';
import { fundTreasury } from '../fund-treasury.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { typeCommand } from '../testing/type-command.ts';

let root = '';
let postgres: EmbeddedPostgres;
let dataDir = '';
let db: Database;
/** The keys of the requests that were answered. */
const answered: string[] = [];

/** A running installation with a second-factor secret and a brokerage that knows one transfer more than the database. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lastro-backup-'));
  postgres = await startThrowawayPostgres();
  const url = postgres.databaseUrl('lastro', 'lastro_app');
  dataDir = dirname(new URL(url).searchParams.get('host') ?? '');
  await createDatabase(postgres.databaseUrl, 'lastro');
  await migrate(postgres.databaseUrl('lastro', 'lastro_owner'), { mode: 'sandbox', isThrowaway: true });
  db = openDatabase({ url });
  await db.query(`INSERT INTO setting_versions (key, value, starts_at) VALUES ('a setting', '1', now())`);
  await writeFile(join(dataDir, 'second-key-secret'), 'a secret that seals', { mode: 0o600 });
  await mkdir(join(dataDir, 'sandbox'));
  const strange = { kind: 'booked', request: { reference: '6f0f3d3e-5b0c-4a43-8f3c-6d2a9c1b7e10' } };
  const book = [{ kind: 'opened', account: 'ana' }, strange].map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await writeFile(join(dataDir, 'sandbox/brokerage.jsonl'), book);
  await mkdir(join(dataDir, 'outbox'));
  await writeFile(join(dataDir, 'running.json'), JSON.stringify({ mode: 'sandbox', port: null }));
  const keys = { databaseUrl: url, adminUrl: postgres.databaseUrl('lastro') };
  await writeFile(join(dataDir, 'running-keys.json'), JSON.stringify(keys));
});
afterAll(async () => {
  await db.close();
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

const lastro = (line: string, at = dataDir) => typeCommand(line.split(' '), { DATA_DIR: at });

async function fund(): Promise<void> {
  await fundTreasury(db, usd('1'), 'tests');
  const { key } = await requireOne<{ key: string }>(
    db,
    `SELECT key FROM ledger.journals WHERE kind = 'treasury_funded' ORDER BY number DESC LIMIT 1`,
  );
  answered.push(key);
}

/** Queries the installation in a folder with its own PostgreSQL. */
async function lookInto<Answer>(folder: string, ask: (restored: Database) => Promise<Answer>): Promise<Answer> {
  const restored = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  const books = openDatabase({ url: restored.databaseUrl('lastro') });
  try {
    return await ask(books);
  } finally {
    await books.close();
    await restored.stop();
  }
}

// A thousand files are synced to disk, which takes long on a busy machine.
const patience = 120_000;

describe('a backup', { timeout: patience }, () => {
  let before = 0;
  let made: { exit: number; out: string };
  const folder = () => join(root, 'backup');
  const restoredTo = () => join(root, 'restored');

  beforeAll(async () => {
    let isWorking = true;
    const work = async () => {
      while (isWorking) await fund();
    };
    for (let times = 0; times < 20; times += 1) await fund();
    before = answered.length;
    const load = work();
    made = await lastro(`backup make ${folder()} --json`);
    isWorking = false;
    await load;
  }, patience);

  test('[R1] [R2] is made while the installation runs, is private to its owner, and is journalled', async () => {
    expect(made.exit).toBe(0);
    const { id, files, journals } = JSON.parse(made.out) as { id: string; files: number; journals: number };
    expect([files > 500, journals >= before]).toEqual([true, true]);
    expect(await db.query(`SELECT operator, details FROM actions WHERE action = 'backup make'`)).toEqual([
      { operator: 'operator-of-tests', details: { backup: id } },
    ]);
    expect((await stat(folder())).mode & 0o077).toBe(0);
    expect((await readdir(folder())).toSorted()).toEqual(['manifest.json', 'postgres', 'sandbox', 'second-key-secret']);
    expect((await lastro(`backup check ${folder()}`)).out).toMatch(/^The backup is intact: sandbox, of /);
  });

  test('[R1] [R2] whose completion could not be journalled is kept, and says so', async () => {
    const owner = (sql: string) => askAsOwner(postgres.databaseUrl('lastro'), sql);
    await owner(`CREATE TRIGGER refused BEFORE INSERT ON actions FOR EACH ROW WHEN (NEW.action = 'backup finished')
      EXECUTE FUNCTION refuse_change()`);
    const kept = await lastro(`backup make ${join(root, 'unnoted')}`);
    await owner('DROP TRIGGER refused ON actions');
    expect([kept.exit, kept.out]).toEqual([1, expect.stringContaining('could not be recorded')]);
    expect((await lastro(`backup check ${join(root, 'unnoted')}`)).exit).toBe(0);
    await rm(join(root, 'unnoted'), { recursive: true });
  });

  test('[R1] [R2] restored, contains everything answered before it began, balances, and has no sessions', async () => {
    const { exit, out } = await lastro(`backup restore ${folder()}`, restoredTo());
    expect([exit, out]).toEqual([0, expect.stringContaining('The books balance.')]);
    expect((await readdir(restoredTo())).toSorted()).toEqual([
      'lastro.lock',
      'postgres',
      'sandbox',
      'second-key-secret',
    ]);
    const held = await lookInto(restoredTo(), async (books) => ({
      keys: (await books.query<{ key: string }>(`SELECT key FROM ledger.journals WHERE kind = 'treasury_funded'`)).map(
        ({ key }) => key,
      ),
      actions: await books.query(`SELECT operator, action FROM actions WHERE operator <> 'tests' ORDER BY number`),
      sessions: await books.query('SELECT FROM sessions'),
    }));
    expect(held.keys).toEqual(expect.arrayContaining(answered.slice(0, before)));
    // Writes made during the backup are included up to one instant, without a gap.
    expect(held.keys.toSorted()).toEqual(answered.slice(0, held.keys.length).toSorted());
    expect(held.actions).toEqual([
      { operator: 'operator-of-tests', action: 'backup make' },
      { operator: 'operator-of-tests', action: 'backup restore' },
    ]);
    expect(held.sessions).toEqual([]);
    expect(await readFile(join(restoredTo(), 'second-key-secret'), 'utf8')).toBe('a secret that seals');
    // The sandbox as a whole returns to that instant: its brokerage no longer knows what the database does not.
    expect(await readFile(join(restoredTo(), 'sandbox/brokerage.jsonl'), 'utf8')).toBe(
      '{"kind":"opened","account":"ana"}\n',
    );
  });

  test('[R1] is not restored into a non-empty or running installation', async () => {
    const again = await lastro(`backup restore ${folder()}`, restoredTo());
    expect([again.exit, again.err]).toEqual([1, expect.stringContaining('is not empty')]);
    const busy = join(root, 'busy');
    await mkdir(busy);
    const lock = await lockInstallation(busy);
    const running = await lastro(`backup restore ${folder()} --json`, busy);
    lock.release();
    expect([running.exit, JSON.parse(running.out).code]).toEqual([1, 'running']);
  });

  test('[L1] of a sandbox cannot be restored as production and stays a sandbox', async () => {
    const env = { DATA_DIR: join(root, 'as-production'), MODE: 'production' };
    const { exit, out } = await typeCommand(['backup', 'restore', folder(), '--json'], env);
    expect([exit, JSON.parse(out).code]).toEqual([1, 'other_mode']);
    const stamp = await lookInto(restoredTo(), (books) => books.query('SELECT mode FROM installation'));
    expect(stamp).toEqual([{ mode: 'sandbox' }]);
  });

  test('[R1] with one changed byte or a missing file is refused, and leaves nothing behind', async () => {
    await appendFile(join(folder(), 'postgres/PG_VERSION'), ' ');
    await rm(join(folder(), 'second-key-secret'));
    const elsewhere = join(root, 'elsewhere');
    for (const line of [`backup check ${folder()}`, `backup restore ${folder()}`]) {
      const { exit, err } = await lastro(line, elsewhere);
      expect([exit, err]).toEqual([1, expect.stringContaining('is damaged: 2 of its')]);
      expect(err).toContain('\n  postgres/PG_VERSION has changed\n  second-key-secret cannot be read\n');
    }
    expect(await readdir(elsewhere)).toEqual(['lastro.lock']);
  });

  test('[R1] with a changed or missing manifest is not accepted', async () => {
    const file = join(folder(), 'manifest.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"journals": ', '"journals": 1'));
    expect((await lastro(`backup check ${folder()} --json`)).out).toContain('damaged_backup');
    await rm(file);
    expect((await lastro(`backup check ${folder()} --json`)).out).toContain('no_backup');
  });
});

describe('a backup is not made', () => {
  const isRoot = process.getuid?.() === 0;

  test('[R1] in a non-empty or impossible place, or where it would be lost with its installation', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, '');
    const places = [root, file, join(file, 'below'), join(dataDir, 'backup'), dataDir];
    const refused = await Promise.all(places.map((place) => lastro(`backup make ${place} --json`)));
    expect(refused.map(({ exit, out }) => [exit, JSON.parse(out).code])).toEqual(places.map(() => [1, 'bad_folder']));
    expect(existsSync(join(dataDir, 'backup'))).toBe(false);
    expect(await db.query(`SELECT FROM actions WHERE action = 'backup make'`)).toHaveLength(2);
  });

  test.runIf(isRoot)('[R1] by a user who cannot read the installation', async () => {
    const open = join(root, 'open');
    await mkdir(open);
    await chmod(root, 0o711);
    process.seteuid?.(54_321);
    try {
      const { exit, out } = await lastro(`backup make ${join(open, 'backup')} --json`);
      expect([exit, JSON.parse(out).code]).toEqual([1, 'no_rights']);
    } finally {
      process.seteuid?.(0);
    }
    expect(await readdir(open)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('[R1] where nobody can write, not even root', async () => {
    const { exit, out } = await lastro('backup make /sys/lastro-backup --json');
    expect([exit, JSON.parse(out)]).toEqual([
      1,
      {
        code: 'no_rights',
        message: expect.stringMatching(/^The folder \/sys\/lastro-backup cannot be created or written/),
      },
    ]);
  });

  test('[R1] of an external PostgreSQL, whatever DATA_DIR contains', async () => {
    const env = { DATABASE_URL: postgres.databaseUrl('lastro', 'lastro_app'), DATA_DIR: root };
    const { exit, err } = await typeCommand(['backup', 'make', join(root, 'other')], env);
    expect([exit, err]).toEqual([1, expect.stringMatching(/^This Lastro uses your own PostgreSQL/)]);
  });

  test('[R1] of files that belong to another database than the one that answers', async () => {
    const other = join(root, 'other-data');
    await mkdir(join(other, 'postgres/global'), { recursive: true });
    await writeFile(join(other, 'postgres/global/pg_control'), Buffer.alloc(8192, 7));
    for (const name of ['running.json', 'running-keys.json'])
      await writeFile(join(other, name), await readFile(join(dataDir, name)));
    const target = join(root, 'of-another');
    const { exit, err } = await lastro(`backup make ${target}`, other);
    expect([exit, err]).toEqual([1, expect.stringContaining('is not the one whose files are in')]);
    expect(await readdir(target)).toEqual([]);
  });
});
