import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Config, readConfig } from '#settings/server/config.ts';
import { productionEnv } from '#testing/server/production-env.ts';
import { typeCommand } from '../testing/type-command.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { requireSealSecret } from '#secondfactor/server/require-seal-secret.ts';
import { checkAnswers, checkWorker } from './check-answers.ts';
import { checkBackups } from './check-backups.ts';
import { checkBrokerage } from './check-brokerage.ts';
import { checkCertificates } from './check-certificate.ts';
import { checkDatabase } from './check-database.ts';
import { checkOpenFiles } from './check-machine.ts';
import { checkCollation, checkZones } from './check-locale.ts';
import { checkMail } from './check-mail.ts';
import { checkRates } from './check-rates.ts';
import { checkSealSecret } from './check-seal-secret.ts';
import { checkSecretFiles } from './check-secret-files.ts';
import { checkSettings } from './check-settings.ts';
import type { Finding, Patient } from './finding.ts';
import { sayFinding, type SaidFinding } from './say-finding.ts';
import { makeCertificate, type MadeCertificate } from './testing/make-certificate.ts';

let world: World;
let folder: string;
const servers: { close(): unknown }[] = [];
/** A port where nothing listens, and that `fetch` does not block. */
const nobodyThere = 'http://127.0.0.1:4699';
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'lastro-doctor-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

/** A healthy production installation, except for the overrides. */
function patient(env: Record<string, string> = {}, different: Partial<Patient> = {}): Patient {
  const given = {
    ...productionEnv,
    DATABASE_URL: world.db.url,
    TRUSTED_PROXIES: '10.0.0.2',
    CONSOLE_PORT: 'off',
    ...env,
  };
  const now = (): Date => new Date();
  return {
    given,
    config: readConfig(given),
    problems: [],
    dataDir: folder,
    backups: null,
    worker: null,
    now,
    ...different,
  };
}

/** Returns whatever is not in order, as `state check: said`. */
function amiss(findings: readonly Finding[]): string[] {
  return findings
    .map((finding) => sayFinding(finding, 'en'))
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, said }) => `${state} ${check}: ${said}`);
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function answering(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createHttpServer(listener))}`;
}

test('[O5] settings: reports each missing one, and an undeclared proxy', async () => {
  expect(amiss(await checkSettings(patient()))).toEqual([]);
  expect(amiss(await checkSettings(patient({ TRUSTED_PROXIES: '' })))).toEqual([
    expect.stringMatching(/^warning Settings: TRUSTED_PROXIES/),
  ]);
  const broken = patient({}, { config: null, problems: ['SMTP_URL is not set: set it.', 'PORT is not a port: x'] });
  expect(amiss(await checkSettings(broken))).toHaveLength(2);
});

test('[O5] secrets: a file others can read, a missing one, and a secret in the environment', async () => {
  const file = join(folder, 'smtp-url');
  await writeFile(file, 'smtp://127.0.0.1:9', { mode: 0o600 });
  const with_ = (given: Record<string, string>) => checkSecretFiles(patient({}, { given }));
  expect(amiss(await with_({ SMTP_URL_FILE: file }))).toEqual([]);
  await chmod(file, 0o440);
  expect(amiss(await with_({ SMTP_URL_FILE: file }))).toEqual([]);
  for (const mode of [0o644, 0o604, 0o620]) {
    await chmod(file, mode);
    expect(amiss(await with_({ SMTP_URL_FILE: file }))).toEqual([
      expect.stringMatching(/^wrong Secret files: .*smtp-url has mode 6/),
    ]);
  }
  expect(amiss(await with_({ SMTP_URL_FILE: join(folder, 'none') }))).toEqual([
    expect.stringContaining('does not exist'),
  ]);
  const said = await with_({ BROKERAGE_TOKEN: 'a-very-secret-token' });
  expect(amiss(said)).toEqual([expect.stringContaining('BROKERAGE_TOKEN is in the environment')]);
  expect(JSON.stringify(said)).not.toContain('a-very-secret-token');
});

test('[O5] the database: unreachable, the wrong mode, missing migrations, a login that owns tables, a wrong clock', async () => {
  const nobody = await checkDatabase(patient({ DATABASE_URL: 'postgresql://u:geheim@127.0.0.1:9/none' }));
  expect(amiss(nobody)).toEqual([
    expect.stringMatching(/^wrong Database: It does not accept a connection: ECONNREFUSED/),
  ]);
  expect(JSON.stringify(nobody)).not.toContain('geheim');
  // Test databases run without fsync.
  const found = amiss(await checkDatabase(patient()));
  expect(found).toContainEqual(expect.stringMatching(/^wrong Database: fsync is off/));
  expect(found).toContainEqual(
    expect.stringMatching(/^wrong Mode: The database is in mode sandbox, but MODE is production/),
  );
  expect(found).toContainEqual(expect.stringMatching(/^warning Replication: There is no standby/));
  expect(found).toContainEqual(expect.stringMatching(/^warning Log archive: archive_mode is off/));
  await askAsOwner(world.db.adminUrl, `DELETE FROM migrations WHERE name = '0009_care'`);
  expect(amiss(await checkDatabase(patient()))).toContainEqual('wrong Migrations: 1 is missing');
  await askAsOwner(world.db.adminUrl, `INSERT INTO migrations (name, run_on) VALUES ('0009_care', now())`);
  const owner = amiss(
    await checkDatabase(patient({ DATABASE_URL: world.db.adminUrl, DATABASE_MIGRATE_URL: 'postgresql://x' })),
  );
  expect(owner).toContainEqual(expect.stringMatching(/^wrong Login: .* has too many rights: it is a superuser/));
  expect(owner).toContainEqual(expect.stringMatching(/^warning Login: The owner’s login is in this environment/));
});

test('[O5] the database: text sorted by another version than its indexes were built with, and zones that it does not know', async () => {
  const look = () => checkCollation(world.db);
  expect(amiss(await look())).toEqual([]);
  const said = await askAsOwner<{ version: string | null }>(
    world.db.adminUrl,
    `UPDATE pg_database SET datcollversion = '1.0' WHERE datname = current_database()
     RETURNING pg_database_collation_actual_version(oid) AS version`,
  );
  // The C library of some systems has no versions; ICU always has.
  if (said[0]?.version) {
    expect(amiss(await look())).toEqual([
      expect.stringMatching(/^wrong Collation: The version has changed: .*, was 1\.0/),
    ]);
    await askAsOwner(
      world.db.adminUrl,
      `ALTER DATABASE "${new URL(world.db.url).pathname.slice(1)}" REFRESH COLLATION VERSION`,
    );
  }
  await askAsOwner(world.db.adminUrl, `CREATE COLLATION swiss (provider = icu, locale = 'de-CH', version = '1')`);
  expect(amiss(await look())).toEqual([]);
  await askAsOwner(world.db.adminUrl, 'CREATE INDEX in_swiss ON customers (name COLLATE swiss)');
  expect(amiss(await look())).toEqual([expect.stringMatching(/^wrong Collation: .*swiss of .*, was 1:/)]);
  await askAsOwner(world.db.adminUrl, 'DROP INDEX in_swiss');
  expect(amiss(await checkZones(world.db, ['UTC', 'America/Sao_Paulo']))).toEqual([]);
  expect(amiss(await checkZones(world.db, ['UTC', 'Atlantis/Poseidonis']))).toEqual([
    'warning Time zones: The database lacks 1 of this machine’s names, such as Atlantis/Poseidonis',
  ]);
});

test('[O5] [A6] the secret of second factors: another than the database was begun with, and none yet', async () => {
  const look = async (env: Record<string, string>) => checkSealSecret(world.db, patient(env).config as Config);
  expect(amiss(await look({}))).toEqual([]);
  await requireSealSecret(world.db, productionEnv.SECOND_KEY_SECRET);
  expect(amiss(await look({}))).toEqual([]);
  expect(amiss(await look({ SECOND_KEY_SECRET: 'y'.repeat(64) }))).toEqual([
    expect.stringMatching(/^wrong Second factor: SECOND_KEY_SECRET, or the file/),
  ]);
  expect(amiss(await look({ MODE: 'sandbox', SECOND_KEY_SECRET: '', DATA_DIR: folder }))).toEqual([]);
  await writeFile(join(folder, 'second-key-secret'), 'another-secret-that-is-long-enough!', { mode: 0o600 });
  const file = await look({ MODE: 'sandbox', SECOND_KEY_SECRET: '', DATA_DIR: folder });
  expect(amiss(file)).toEqual([expect.stringMatching(/^wrong Second factor/)]);
  await rm(join(folder, 'second-key-secret'));
});

test('[O5] the worker: unreachable, another program, not ready, and one whose metrics nobody reads', async () => {
  let says: [number, string] = [200, '{"status":"ok","warnings":[]}'];
  const worker = await answering((_request, answer) => answer.writeHead(says[0]).end(says[1]));
  const look = async (at: string | null = worker) => amiss(await checkWorker(patient({}, { worker: at })));
  expect(await look()).toEqual([]);
  says = [200, '{"status":"ok","warnings":["unwatched"]}'];
  expect(await look()).toEqual([expect.stringMatching(/^warning Worker: Nobody has read the metrics/)]);
  says = [503, '{"status":"unavailable"}'];
  expect(await look()).toEqual([expect.stringMatching(/^wrong Worker: It answers that it is not ready/)]);
  says = [200, '<html>'];
  expect(await look()).toEqual([expect.stringContaining('something other than Lastro')]);
  expect(await look(nobodyThere)).toEqual([expect.stringMatching(/^unknown Worker: None answers at/)]);
  const port = await listen(
    createHttpServer((_request, answer) => answer.end('{"status":"ok","warnings":["unwatched"]}')),
  );
  expect(amiss(await checkWorker(patient({ PORT: String(port - 3) })))).toEqual([
    expect.stringContaining('Nobody has read'),
  ]);
});

const day = 24 * 60 * 60_000;
const inDays = (days: number): Date => new Date(Date.now() + days * day);

async function withCertificate(made: MadeCertificate, listener?: RequestListener): Promise<string> {
  return `https://127.0.0.1:${await listen(createHttpsServer(made, listener))}`;
}

test('[O5] the certificate: its days left, expired, untrusted, and no server', async () => {
  const made = makeCertificate({ from: inDays(-1), until: inDays(60.5) });
  const env = { PUBLIC_URL: await withCertificate(made) };
  const look = async (different: Partial<Patient>) =>
    checkCertificates(patient(env, { trusted: made.cert, ...different }));
  expect((await look({})).map((each) => sayFinding(each, 'en'))).toMatchObject([
    { check: 'Certificate', state: 'ok', said: '127.0.0.1: 60 days left', remedy: null },
  ]);
  expect(amiss(await look({ now: () => inDays(50) }))).toEqual(['warning Certificate: 127.0.0.1: 10 days left']);
  expect(amiss(await look({ now: () => inDays(59) }))).toEqual(['wrong Certificate: 127.0.0.1: 1 day left']);
  expect(amiss(await look({ now: () => inDays(61) }))).toEqual([expect.stringContaining('expired')]);
  expect(amiss(await checkCertificates(patient(env)))).toEqual([expect.stringContaining('not trusted (')]);
  const other = { PUBLIC_URL: 'https://127.0.0.1:9' };
  expect(amiss(await checkCertificates(patient(other)))).toEqual([
    expect.stringContaining('does not answer with TLS: ECONNREFUSED'),
  ]);
  const plain = { PUBLIC_URL: (await answering((_request, answer) => answer.end())).replace('http:', 'https:') };
  expect(amiss(await checkCertificates(patient(plain)))).toEqual([expect.stringContaining('does not answer with TLS')]);
});

test('[O5] serving: an address that is unreachable, another program, not ready, or behind an undeclared proxy', async () => {
  let says: [number, string] = [200, '{"status":"ok","warnings":[]}'];
  const address = await answering((_request, answer) => answer.writeHead(says[0]).end(says[1]));
  const look = async (publicUrl = address) =>
    amiss(await checkAnswers({ ...patient(), config: { ...readConfig(patient().given), publicUrl } }));
  expect(await look()).toEqual([]);
  says = [200, '{"status":"ok","warnings":["unnamed_proxy"]}'];
  expect(await look()).toEqual([expect.stringMatching(/^warning Serving: It answers, but its proxy/)]);
  says = [503, '{"status":"unavailable","database":"unavailable"}'];
  expect(await look()).toEqual([expect.stringMatching(/^wrong Serving: It answers that it is not ready/)]);
  says = [200, '<html>Welcome to nginx</html>'];
  expect(await look()).toEqual([expect.stringContaining('something other than Lastro')]);
  expect(await look(nobodyThere)).toEqual([expect.stringContaining('does not answer: ECONNREFUSED')]);
});

async function mailServer(options: ConstructorParameters<typeof SMTPServer>[0]): Promise<string> {
  const server = new SMTPServer({
    logger: false,
    ...options,
    onAuth: ({ password }, _session, done) => done(password === 'right' ? null : new Error('no'), { user: 'u' }),
  });
  server.on('error', () => {});
  servers.push({ close: () => server.close(() => {}) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

test('[O5] mail: unreachable, a wrong password, an untrusted certificate, no STARTTLS', async () => {
  const made = makeCertificate({ from: inDays(-1), until: inDays(60) });
  const secure = await mailServer({ ...made });
  const look = async (SMTP_URL: string, trusted = made.cert) =>
    amiss(await checkMail(patient({ SMTP_URL }, { trusted })));
  expect(await look(`smtp://u:right@${secure}`)).toEqual([]);
  expect(await look(`smtp://u:wrong@${secure}`)).toEqual([expect.stringMatching(/^wrong Mail: .*answer 535/)]);
  const other = makeCertificate({ from: inDays(-1), until: inDays(60) });
  expect(await look(`smtp://u:right@${secure}`, other.cert)).toEqual([expect.stringMatching(/^wrong Mail: /)]);
  expect(await look('smtp://127.0.0.1:9')).toEqual([
    expect.stringMatching(/^wrong Mail: The mail server does not accept us/),
  ]);
  const plain = await mailServer({ disabledCommands: ['STARTTLS'], authOptional: true });
  expect(await look(`smtp://${plain}`)).toEqual([]);
  // Not on this machine: an address that is not recognised as local.
  const far = patient({ SMTP_URL: `smtp://${plain.replace('127.0.0.1', '[::ffff:127.0.0.1]')}` });
  expect(amiss(await checkMail(far))).toEqual([
    expect.stringMatching(/^wrong Mail: The mail server offers no STARTTLS/),
  ]);
});

test('[O5] the brokerage: unreachable, a wrong token, another interface, and a wrong clock', async () => {
  let status = 404;
  let date = new Date().toUTCString();
  const BROKERAGE_URL = await answering((request, answer) => {
    answer.setHeader('Date', date);
    answer.writeHead(request.headers.authorization === 'Bearer x' ? status : 401).end('{}');
  });
  const look = async (env = {}) => amiss(await checkBrokerage(patient({ BROKERAGE_URL, ...env })));
  expect(await look()).toEqual([]);
  expect(await look({ BROKERAGE_TOKEN: 'y' })).toEqual(['wrong Brokerage: It rejects our token: 401']);
  status = 200;
  expect(await look()).toEqual([expect.stringContaining('answers 200, not 404')]);
  status = 404;
  date = new Date(Date.now() + 20_000).toUTCString();
  expect(await look()).toEqual([expect.stringMatching(/^warning Clock: The brokerage’s is (19|20) s/)]);
  date = new Date(Date.now() - 3_600_000).toUTCString();
  expect(await look()).toEqual([expect.stringMatching(/^wrong Clock: The brokerage’s is -3,(599|600|601) s/)]);
  expect(await look({ BROKERAGE_URL: nobodyThere })).toEqual([
    expect.stringContaining('It does not answer: ECONNREFUSED'),
  ]);
});

test('[O5] the rate: a source that is unreachable, one without a rate, and no valid rate', async () => {
  let body = JSON.stringify({
    USDBRL: { code: 'USD', codein: 'BRL', high: '5.4', low: '5.3', timestamp: '1790000000' },
  });
  const RATES_URL = await answering((_request, answer) =>
    answer.writeHead(200, { 'content-type': 'application/json' }).end(body),
  );
  const sources = async (env = {}) =>
    amiss(await checkRates(patient({ RATES_URL, ...env }))).filter((line) => !line.includes('BRL is closed'));
  expect(await sources()).toEqual([]);
  expect(amiss(await checkRates(patient({ RATES_URL })))).toEqual([
    'warning Rates: BRL is closed: none has been accepted yet',
  ]);
  expect(await sources({ RATES_URL_2: nobodyThere })).toEqual([
    expect.stringContaining('RATES_URL_2 provides no rate: ECONNREFUSED'),
  ]);
  body = '{}';
  expect(await sources()).toEqual([expect.stringContaining('RATES_URL provides no rate')]);
});

test('[O5] open files: a limit below the configured number of connections', async () => {
  let most = 1_024;
  const port = await listen(createHttpServer((_request, answer) => answer.end(`process_max_fds ${most}\n`)));
  const look = async () => amiss(await checkOpenFiles(patient({ PORT: String(port) })));
  expect(await look()).toEqual([
    expect.stringContaining('The server may open 1,024, but MAX_CONNECTIONS and the rest need 10,256'),
  ]);
  most = 65_536;
  expect(await look()).toEqual([]);
});

test('[O5] backups: no location, none finished, and one that is too old', async () => {
  const backups = join(folder, 'backups');
  const look = async (at: string | null) => amiss(await checkBackups(patient({}, { backups: at })));
  expect(await look(null)).toEqual(['warning Backups: Their folder was not named, and none was recorded']);
  const noted = await typeCommand(['backup', 'note', 'pgbackrest'], { DATABASE_URL: world.db.url, MODE: 'sandbox' });
  expect([noted.exit, await look(null)]).toEqual([0, []]);
  expect(await look(backups)).toEqual([expect.stringContaining('cannot be read')]);
  await mkdir(join(backups, 'half'), { recursive: true });
  await writeFile(join(backups, 'half', 'base.tar'), 'x');
  expect(await look(backups)).toEqual([expect.stringContaining('holds no finished backup')]);
  await mkdir(join(backups, 'whole'));
  await writeFile(join(backups, 'whole', 'backup_manifest'), 'x');
  expect(await look(backups)).toEqual([]);
  for (const [hours, state] of [
    [30, 'warning'],
    [60, 'wrong'],
  ] as const) {
    const at = new Date(Date.now() - hours * 3_600_000);
    await utimes(join(backups, 'whole', 'backup_manifest'), at, at);
    expect(await look(backups)).toEqual([`${state} Backups: The latest was finished ${hours} hours ago`]);
  }
});

test('[O5] a silent peer times out and blocks no other check; the command reveals no secret', async () => {
  const silent = `127.0.0.1:${await listen(createTcpServer(() => {}))}`;
  const env = {
    ...productionEnv,
    DATABASE_URL: world.db.url,
    PUBLIC_URL: `https://${silent}`,
    SMTP_URL: `smtp://u:streng-geheim@${silent}`,
  };
  const startedAt = performance.now();
  const typed = await typeCommand(['doctor', '--json'], { ...env, RATES_URL: `http://${silent}`, DATA_DIR: folder });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  const said = JSON.parse(typed.out) as { wrong: number; findings: SaidFinding[] };
  expect([typed.exit, said.wrong > 3]).toEqual([1, true]);
  expect(new Set(said.findings.map(({ check }) => check))).toContain('Backups');
  for (const { state, remedy } of said.findings) expect(state === 'ok' || (remedy ?? '').length > 10).toBe(true);
  for (const secret of ['streng-geheim', productionEnv.SECOND_KEY_SECRET, new URL(world.db.url).password])
    expect(typed.out).not.toContain(secret);
  const unset = await typeCommand(['doctor'], {
    MODE: 'production',
    SMTP_URL_FILE: join(folder, 'gone'),
    DATA_DIR: folder,
  });
  expect([unset.exit, unset.out]).toEqual([
    1,
    expect.stringContaining('WRONG    Settings      BROKERAGE_URL is not set'),
  ]);
}, 30_000);
