import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { startThrowawayPostgres } from '#embedded-postgres/server/start-throwaway-postgres.ts';
import { usd } from '#money/money.ts';
import { type Database, openDatabase } from '#platform/server/database.ts';
import { migrate } from '#platform/server/migrate.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { fundTreasury } from '../fund-treasury.ts';
import { builtProgram } from '#testing/server/built-program.ts';
import { typeCommand, type Typed } from '../testing/type-command.ts';

/** Files are synced to disk, which takes long on a busy machine. */
const patience = 180_000;
const secret = 'a secret that seals the second factors';

let root = '';
let postgres: EmbeddedPostgres;
let dataDir = '';
let db: Database;
let recipient = '';
let backup = '';
const inRoot = (name: string): string => join(root, name);
const env = (more: Record<string, string> = {}): Record<string, string> => ({
  DATA_DIR: dataDir,
  BACKUP_RECIPIENTS: recipient,
  ...more,
});
const lastro = (line: string, more: Record<string, string> = {}): Promise<Typed> =>
  typeCommand(line.split(' '), env(more));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lastro-sealed-'));
  postgres = await startThrowawayPostgres();
  const url = postgres.databaseUrl('lastro', 'lastro_app');
  dataDir = dirname(new URL(url).searchParams.get('host') ?? '');
  await createDatabase(postgres.databaseUrl, 'lastro');
  await migrate(postgres.databaseUrl('lastro', 'lastro_owner'), { mode: 'sandbox', isThrowaway: true });
  db = openDatabase({ url });
  await fundTreasury(db, usd('1234'), 'tests');
  await writeFile(join(dataDir, 'second-key-secret'), secret, { mode: 0o600 });
  await mkdir(join(dataDir, 'sandbox'));
  await writeFile(join(dataDir, 'sandbox/brokerage.jsonl'), '{"kind":"opened","account":"ana"}\n');
  await writeFile(join(dataDir, 'running.json'), JSON.stringify({ mode: 'sandbox', port: null }));
  const keys = { databaseUrl: url, adminUrl: postgres.databaseUrl('lastro') };
  await writeFile(join(dataDir, 'running-keys.json'), JSON.stringify(keys));
  for (const name of ['right', 'other']) {
    const identity = await generateIdentity();
    await writeFile(inRoot(`${name}.key`), `# a key for tests\n${identity}\n`, { mode: 0o600 });
    if (name === 'right') recipient = await identityToRecipient(identity);
  }
  backup = inRoot('backup');
}, patience);
afterAll(async () => {
  await db.close();
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

const actions = async (): Promise<string[]> =>
  (await db.query<{ action: string }>('SELECT action FROM actions ORDER BY number')).map(({ action }) => action);

test(
  '[O5] [R1] a backup killed midway is not valid, contains nothing readable, and is not recorded as made',
  async () => {
    const killed = inRoot('killed');
    const child = spawn(process.execPath, [builtProgram('lastro'), 'backup', 'make', killed], {
      cwd: projectFolder,
      env: { ...process.env, MODE: 'sandbox', ...env() },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (words: Buffer) => (said += words.toString()));
    const ended = new Promise((resolve) => child.once('close', resolve));
    const begun = async (): Promise<number> =>
      existsSync(killed)
        ? (await readdir(killed, { recursive: true, withFileTypes: true })).filter((each) => each.isFile()).length
        : 0;
    while ((await begun()) < 20 && child.exitCode === null) await pause(2);
    child.kill('SIGKILL');
    await ended;
    expect([child.signalCode, said]).toEqual(['SIGKILL', '']);
    const files = (await readdir(killed, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
    expect(files.filter(({ name }) => !name.endsWith('.age'))).toEqual([]);
    expect((await lastro(`backup check ${killed}`)).err).toContain('never finished');
    const restored = await lastro(`backup restore ${killed} --identity ${inRoot('right.key')}`, {
      DATA_DIR: inRoot('of-killed'),
    });
    expect([restored.exit, restored.err]).toEqual([1, expect.stringContaining('never finished')]);
    expect(await actions()).not.toContain('backup finished');
  },
  patience,
);

test(
  '[O5] [R1] encrypted to a key, it has nothing readable, omits the second-factor secret and is checked without the key',
  async () => {
    const made = await lastro(`backup make ${backup} --secret ${inRoot('apart/secret')}`);
    expect([made.exit, made.err]).toEqual([0, '']);
    expect(made.out).toContain('sealed for one key');
    expect(await readdir(inRoot('apart'))).toEqual(['secret.age']);
    const files = (await readdir(backup, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
    expect(files.map(({ name }) => name).filter((name) => !name.endsWith('.age'))).toEqual(['manifest.json']);
    const sealed = await readFile(join(backup, 'sandbox/brokerage.jsonl.age'));
    expect([sealed.subarray(0, 21).toString(), sealed.includes('ana')]).toEqual(['age-encryption.org/v1', false]);
    expect(existsSync(join(backup, 'second-key-secret.age'))).toBe(false);
    expect((await lastro(`backup check ${backup}`)).out).toMatch(
      /^The backup is intact: sandbox, .* sealed for one key/,
    );
    expect((await actions()).at(-1)).toBe('backup finished');
  },
  patience,
);

test('[O5] without its key, with another key or with an invalid key file, it is refused with a message and nothing is written', async () => {
  const refused: [string, string, string][] = [
    ['', 'needs_identity', 'name the file of the secret key with --identity FILE'],
    [` --identity ${inRoot('other.key')}`, 'wrong_key', `is sealed for ${recipient}: no key in`],
    [` --identity ${join(backup, 'manifest.json')}`, 'no_identity', 'is not an identity file'],
    [` --identity ${inRoot('nothing')}`, 'no_identity', 'cannot be read (ENOENT)'],
  ];
  const place = inRoot('refused');
  for (const [option, code, words] of refused) {
    const { exit, out } = await lastro(`backup restore ${backup}${option} --json`, { DATA_DIR: place });
    expect([exit, JSON.parse(out)]).toEqual([1, { code, message: expect.stringContaining(words) }]);
  }
  expect(existsSync(place)).toBe(false);
  const checked = await lastro(`backup check ${backup} --identity ${inRoot('other.key')} --json`);
  expect([checked.exit, JSON.parse(checked.out).code]).toEqual([1, 'wrong_key']);
});

test(
  '[O5] [R1] restored with its key and the separate secret, it is the whole installation; killed midway, it can be restored again',
  async () => {
    const place = inRoot('restored');
    const words = [
      'backup',
      'restore',
      backup,
      '--identity',
      inRoot('right.key'),
      '--secret',
      inRoot('apart/secret.age'),
    ];
    const child = execFile(process.execPath, [builtProgram('lastro'), ...words], {
      cwd: projectFolder,
      env: { ...process.env, MODE: 'sandbox', ...env({ DATA_DIR: place }) },
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    while (!existsSync(join(place, 'restore-draft/postgres')) && child.exitCode === null) await pause(2);
    child.kill('SIGKILL');
    await ended;
    expect([child.signalCode, existsSync(join(place, 'postgres'))]).toEqual(['SIGKILL', false]);

    const { exit, out } = await lastro(words.join(' '), { DATA_DIR: place });
    expect([exit, out]).toEqual([0, expect.stringContaining('The books balance.')]);
    expect(await readFile(join(place, 'second-key-secret'), 'utf8')).toBe(secret);
    const again = await startEmbeddedPostgres({ dataDir: place, log: () => {} });
    const books = openDatabase({ url: again.databaseUrl('lastro') });
    const funded = await books.query(`SELECT FROM ledger.journals WHERE kind = 'treasury_funded'`);
    await books.close();
    await again.stop();
    expect(funded).not.toEqual([]);
  },
  patience,
);

test(
  '[O5] [R1] with one byte changed it is refused, naming the file, with or without the key',
  async () => {
    await appendFile(join(backup, 'postgres/PG_VERSION.age'), ' ');
    const place = inRoot('damaged');
    for (const line of [`backup check ${backup}`, `backup restore ${backup} --identity ${inRoot('right.key')}`]) {
      const { exit, err } = await lastro(line, { DATA_DIR: place });
      expect([exit, err]).toEqual([1, expect.stringContaining('is damaged: 1 of its')]);
      expect(err).toMatch(/postgres\/PG_VERSION (has changed|cannot be read)/);
    }
    expect(existsSync(join(place, 'postgres'))).toBe(false);
  },
  patience,
);

test(
  '[O5] rejects an invalid recipient, and a secret next to the backup',
  async () => {
    const wrong = await lastro(`backup make ${inRoot('wrong')} --json`, {
      BACKUP_RECIPIENTS: `${recipient}, age1nothing`,
    });
    expect([wrong.exit, JSON.parse(wrong.out)]).toEqual([
      1,
      { code: 'bad_recipient', message: expect.stringContaining('Number 2 of BACKUP_RECIPIENTS') },
    ]);
    const beside = await lastro(`backup make ${inRoot('beside')} --secret ${inRoot('beside/secret')} --json`);
    expect([beside.exit, JSON.parse(beside.out).code]).toEqual([1, 'bad_secret_file']);
    const open = await lastro(`backup make ${inRoot('open')} --secret ${inRoot('secret')} --json`, {
      BACKUP_RECIPIENTS: '',
    });
    expect([open.exit, JSON.parse(open.out).code]).toEqual([1, 'not_sealed']);
  },
  patience,
);

test('[O5] a backup made with other tools is recorded as the last one', async () => {
  const noted = await lastro('backup note pgbackrest');
  expect([noted.exit, noted.out]).toEqual([0, 'Recorded: the last backup finished now.\n']);
  expect(await db.query(`SELECT details FROM actions ORDER BY number DESC LIMIT 1`)).toEqual([
    { details: { note: 'pgbackrest' } },
  ]);
  expect((await lastro(`backup note ${'x'.repeat(201)}`)).exit).toBe(2);
});
