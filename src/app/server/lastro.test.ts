import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtProgram } from '#testing/server/built-program.ts';
import { openWorld, type World } from '#testing/server/world.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

/** Runs a real process, as `npm run lastro` does. */
async function lastro(typed: string[], input = ''): Promise<{ exit: number; out: string; err: string }> {
  const child = spawn(process.execPath, [builtProgram('lastro'), ...typed], {
    env: { ...process.env, DATABASE_URL: world.db.url, MODE: 'sandbox', LASTRO_OPERATOR: 'carla' },
  });
  child.stdin.end(input);
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { exit, out, err };
}

test('[R1] the program funds the treasury and exits', async () => {
  const { exit, out, err } = await lastro(['treasury', 'fund', '250', '--json']);
  expect([exit, JSON.parse(out), err]).toEqual([
    0,
    { outcome: 'funded', usd: '250.00', journal: expect.stringMatching(/^treasury:.*:funded$/), left: '1000250.00' },
    '',
  ]);
});

test('[R1] a password is read from standard input, out of sight of process listings', async () => {
  const who = [
    '--email',
    'gal@example.com',
    '--name',
    'Gal Costa',
    '--phone',
    '+5571987654321',
    '--birth',
    '1945-09-26',
  ];
  const { exit } = await lastro(['customer', 'create', ...who, '--password', '-'], 'baby eu sei que é assim\n');
  expect(exit).toBe(0);
  const body = { email: 'gal@example.com', password: 'baby eu sei que é assim' };
  expect((await world.ask({ method: 'POST', url: '/auth', body })).statusCode).toBe(200);
});

test('[R1] exits with 1 on a refusal, 2 on a usage error', async () => {
  expect((await lastro(['customer', 'show', 'nobody@example.com'])).exit).toBe(1);
  expect((await lastro(['treasury', 'drain'])).exit).toBe(2);
});
