import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productionEnv } from '#testing/server/production-env.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { cloneDatabase } from '#testing/server/clone-database.ts';
import type { Params } from '#commands/server/params.ts';
import { allCommands } from './all-commands.ts';
import { lastroOf, typeCommand } from './testing/type-command.ts';

let production: World;
let sandbox: World;
let folder: string;

beforeAll(async () => {
  [production, sandbox] = await Promise.all([openWorld({ env: productionEnv }), openWorld()]);
  folder = await mkdtemp(join(tmpdir(), 'lastro-modes-'));
});
afterAll(async () => {
  await production.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
});

const stateOf = async (world: World) =>
  world.db.query('SELECT ahead_ms, (SELECT count(*) FROM actions) AS actions FROM sandbox_clock');

const ofTheSandbox = allCommands.filter((command) => 'sandboxOnly' in command);
const typedAs = ({ kind, options }: Params[string]): string =>
  options[0] ?? (kind === 'staff' ? 'nobody@staff.example' : '30d');
const lines = ofTheSandbox.map(({ name, params }) =>
  [name, ...Object.values<Params[string]>(params).flatMap((param) => (param.isWord ? [typedAs(param)] : []))].join(' '),
);

test.each(lines)('[L1] production refuses "%s", whatever MODE says before it', async (line) => {
  const before = await stateOf(production);
  for (const MODE of ['production', undefined, 'sandbox', 'Sandbox']) {
    const { exit, out, err } = await lastroOf(production, { MODE })(line);
    expect([exit, out, err]).toEqual([1, '', expect.stringMatching(/^.+\.\n$/)]);
  }
  expect(await stateOf(production)).toEqual(before);
});

test('[L1] gives the reason', async () => {
  expect((await lastroOf(production, { MODE: undefined })('clock show')).err).toBe(
    '"clock show" works only in the sandbox, and this Lastro is in production.\n',
  );
  expect((await lastroOf(production)('treasury show')).err).toBe(
    'MODE is sandbox, but this is a Lastro in production: unset MODE, or name the other installation.\n',
  );
  expect((await lastroOf(sandbox, { MODE: 'production' })('treasury show')).err).toBe(
    'MODE is production, but this is a sandbox: unset MODE, or name the other installation.\n',
  );
  expect((await lastroOf(sandbox, { MODE: 'test' })('treasury show')).err).toBe(
    'MODE must be sandbox or production.\n',
  );
});

test('[L1] a sandbox is recognised without setting MODE', async () => {
  expect((await lastroOf(sandbox, { MODE: undefined })('clock show')).exit).toBe(0);
});

test('[L1] the database determines the mode of what runs on DATA_DIR, whatever lies next to it', async () => {
  await writeFile(join(folder, 'running.json'), JSON.stringify({ mode: 'sandbox' }));
  await writeFile(join(folder, 'running-keys.json'), JSON.stringify({ databaseUrl: production.db.url }));
  const before = await stateOf(production);
  for (const env of [{}, { MODE: 'sandbox' }, { MODE: 'sandbox', DATABASE_URL: production.db.url }]) {
    const { exit } = await typeCommand(['clock', 'forward', '1d'], { DATA_DIR: folder, ...env });
    expect(exit).toBe(1);
  }
  expect(await stateOf(production)).toEqual(before);
});

test('[L1] does nothing on a database that has no mode yet', async () => {
  const unsaid = await cloneDatabase();
  for (const MODE of ['sandbox', 'production']) {
    const { exit, err } = await typeCommand(['treasury', 'fund', '1'], { DATABASE_URL: unsaid.url, MODE });
    expect([exit, err]).toEqual([1, expect.stringContaining('has no mode yet')]);
  }
  await unsaid.close();
});
