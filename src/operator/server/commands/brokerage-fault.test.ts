import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { type RunningSandbox, sandboxToken, startSandbox } from '#sandbox/server/testing/start-sandbox.ts';
import { transferOf } from '#sandbox/server/testing/transfer-of.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

let world: World;
let sandbox: RunningSandbox;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lastro-fault-'));
  [world, sandbox] = await Promise.all([openWorld(), startSandbox(folder, 18_410)]);
});
afterAll(async () => {
  await sandbox.stop();
  await world.close();
  await rm(folder, { recursive: true });
});

const here = () => ({ BROKERAGE_URL: sandbox.url, BROKERAGE_TOKEN: sandboxToken });

test('[R1] [R2] [F5] the sandbox brokerage fails the configured number of times', async () => {
  const { exit, out } = await lastroOf(world, here())('brokerage fault fail_before --times 2');
  expect([exit, out]).toEqual([0, 'The sandbox brokerage will fail its next 2 calls: fail_before.\n']);
  expect(await lastAction(world)).toMatchObject({
    action: 'brokerage fault',
    details: { mode: 'fail_before', times: 2 },
  });
  const transfer = transferOf();
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await sandbox.send(transfer)).status);
  expect(statuses).toEqual([503, 503, 201]);
});

test.each(['explode', 'fail_before --times 0', 'fail_before --times many'])(
  '[R1] rejects "brokerage fault %s" as a usage error',
  async (rest) => {
    const { exit, err } = await lastroOf(world, here())(`brokerage fault ${rest}`);
    expect([exit, err]).toEqual([
      2,
      expect.stringMatching(/^(mode: Choose one of fail_before, fail_after|times: A number above 0)/),
    ]);
  },
);

test('[R1] reports plainly when the sandbox brokerage is missing, unreachable or refuses the token', async () => {
  const unknown = await lastroOf(world)('brokerage fault refuse');
  expect([unknown.exit, unknown.err]).toEqual([1, expect.stringContaining('No sandbox brokerage is configured')]);
  const away = await lastroOf(world, { ...here(), BROKERAGE_URL: 'http://127.0.0.1:18498' })('brokerage fault refuse');
  expect([away.exit, away.err]).toEqual([1, 'The sandbox brokerage at http://127.0.0.1:18498 does not answer.\n']);
  const stranger = await lastroOf(world, { ...here(), BROKERAGE_TOKEN: 'wrong' })('brokerage fault refuse');
  expect([stranger.exit, stranger.err]).toEqual([1, `The sandbox brokerage at ${sandbox.url} answered 401.\n`]);
});
