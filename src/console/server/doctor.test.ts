import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '#staff/roles.ts';
import { type ConsoleWorld, openConsoleWorld } from './testing/console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

interface Report {
  At: string;
  Findings: { Check: string; About: string; State: string; Said: string; Remedy: string | null }[];
}

test('[O5] [R6] whoever runs it reads the doctor’s whole report in their language, and nobody else does', async () => {
  const admin = await world.member('admin');
  const read = (language: string) =>
    world.askConsole({
      method: 'GET',
      url: '/console/doctor',
      headers: { cookie: admin.cookie, 'accept-language': language },
    });
  // Together: both are answered from one examination.
  const [english, persian] = (await Promise.all([read('en'), read('fa')])).map((answer) => answer.json<Report>());
  expect(english?.At).toBe(persian?.At);
  const checks = english?.Findings.map(({ Check }) => Check) ?? [];
  for (const check of ['Settings', 'Database', 'Migrations', 'Serving', 'Worker', 'Mail', 'Brokerage', 'Backups'])
    expect(checks).toContain(check);
  expect(persian?.Findings.map(({ State }) => State)).toEqual(english?.Findings.map(({ State }) => State));
  for (const { About, Said, State, Remedy } of persian?.Findings ?? []) {
    expect([About, Said].every((text) => /\p{Script=Arabic}/u.test(text))).toBe(true);
    expect(State === 'ok' || (Remedy ?? '').length > 5).toBe(true);
  }
  expect(JSON.stringify(english)).not.toContain(new URL(world.db.url).password);
  for (const role of roles) {
    const mayRead = role === 'admin' || role === 'auditor';
    if (mayRead) continue;
    expect([role, (await (await world.member(role)).get('/console/doctor')).statusCode]).toEqual([role, 403]);
  }
  expect((await world.askConsole({ method: 'GET', url: '/console/doctor' })).statusCode).toBe(401);
  const looks = await world.db.query(`SELECT FROM actions WHERE staff_id = $1 AND action = 'doctor look'`, [admin.id]);
  expect(looks).toHaveLength(1);
}, 30_000);
