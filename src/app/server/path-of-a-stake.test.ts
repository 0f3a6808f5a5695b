import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectFolder } from '#platform/server/project-folder.ts';
import { openWorld } from '#testing/server/world.ts';

const world = await openWorld();
afterAll(() => world.close());

const section = readFileSync(join(projectFolder, 'ARCHITECTURE.md'), 'utf8').match(
  /^## The path of `POST \/api\/stake`$.*?(?=^## )/ms,
)?.[0];
const path = Array.from(section?.matchAll(/^\| `(\S+)` /gm) ?? [], ([, file = '']) => file);
/** Named without their folder, or by their folder alone. */
const beneath = Array.from(section?.matchAll(/`([\w-]+\/?)`/g) ?? [], ([, name = '']) => name);

/** The files of src with a function that ran while `work` did. */
async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName && (ranges[0]?.count ?? 0) > 0),
  );
  return ran
    .flatMap(({ url }) => /\/src\/(.+)$/.exec(url)?.[1] ?? [])
    .filter((file) => !/^testing|\.test\./.test(file));
}

test('the path of a stake is written down file by file, and is 25 of them at most', async () => {
  const investor = await world.investor();
  await world.bring(investor, '1000');
  const headers = { authorization: investor.token };
  const open = () =>
    world.ask({ method: 'POST', url: '/api/stake', headers, payload: { amount: 100, time_stake: 30 } });
  // What is done once in a process is no part of a call.
  await open();
  const ran = await filesOf(async () => expect((await open()).statusCode).toBe(201));
  expect(path.length).toBeLessThanOrEqual(25);
  const isNamed = (file: string): boolean =>
    path.includes(file) ||
    beneath.some((name) => (name.endsWith('/') ? file.startsWith(name) : file.endsWith(`/${name}.ts`)));
  expect(ran.filter((file) => !isNamed(file) && file !== 'app/server/compose.ts')).toEqual([]);
  // What is SQL, and the use cases as they are registered, whose functions have no name, are not seen.
  const seen = path.filter((file) => !file.startsWith('db/') && file !== 'stakes/server/routes.ts');
  expect(seen.filter((file) => !ran.includes(file))).toEqual([]);
});
