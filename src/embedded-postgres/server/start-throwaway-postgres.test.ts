import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startThrowawayPostgres } from './start-throwaway-postgres.ts';

it('a throw-away PostgreSQL leaves nothing behind when it is stopped', async () => {
  const postgres = await startThrowawayPostgres();
  const folder = folderOf(postgres.databaseUrl('postgres'));
  expect(existsSync(folder)).toBe(true);
  await postgres.stop();
  expect(existsSync(folder)).toBe(false);
});

it('a throw-away PostgreSQL leaves nothing behind when the tests are killed', async () => {
  const program = `
    import { startThrowawayPostgres } from ${JSON.stringify(join(import.meta.dirname, 'start-throwaway-postgres.ts'))};
    console.log((await startThrowawayPostgres()).databaseUrl('postgres'));
    setInterval(() => {}, 1000);`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const tests = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(tests.stdout, 'data')) as [Buffer];
  const folder = folderOf(url.toString().trim());
  tests.kill('SIGKILL');
  for (let i = 0; i < 1_200 && existsSync(folder); i++) await sleep(25);
  expect(existsSync(folder)).toBe(false);
});

function folderOf(url: string): string {
  return dirname(new URL(url).searchParams.get('host') ?? '');
}
