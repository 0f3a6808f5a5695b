import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';

let world: ConsoleWorld;
let sole: TestMember;
beforeAll(async () => {
  world = await openConsoleWorld();
  sole = await world.member('admin');
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const invite = async (by: TestMember, email: string, role = 'admin') =>
  (await by.act('staff invite', [email], { role }, 'needed')).json<Record<string, unknown>>();
const leave = ['--reason', 'a test'];

test('[R4] [R8] an admin who is alone invites the second person alone, and whom they invited so decides nothing of theirs', async () => {
  expect(await invite(sole, 'second@staff.example')).toMatchObject({ Request: null });
  const puppet = await world.member('admin', { invitedBy: sole, vouched: false });
  expect(await invite(sole, 'third@staff.example')).toMatchObject({ Request: null });
  expect(await invite(puppet, 'fourth@staff.example')).toMatchObject({ Request: null });
  const independent = await world.member('compliance');
  const asked = await invite(sole, 'fifth@staff.example');
  expect(asked).toMatchObject({ Done: null, Request: { Id: expect.any(String) } });
  const { Id } = asked['Request'] as { Id: string };
  expect((await independent.post(`/console/requests/${Id}/approve`, { reason: 'agreed' })).json()).toMatchObject({
    State: 'done',
  });
  await lastroOf(world)('staff disable', puppet.email, ...leave);
});

test('[R4] [R8] the last admin stays, whoever asks and however many at once; no admin takes others away alone', async () => {
  const [one, two] = [await world.member('admin'), await world.member('admin')];
  expect((await sole.act('staff disable', [one.email], { reason: 'a test' })).json()).toMatchObject({
    code: 'reason_required',
  });
  const lastro = lastroOf(world);
  await Promise.all([sole, one, two].map(({ email }) => lastro('staff disable', email, ...leave)));
  const admins = await world.db.query<{ email: string }>(
    `SELECT email FROM staff WHERE role = 'admin' AND disabled_at IS NULL AND joined_at IS NOT NULL`,
  );
  expect(admins).toHaveLength(1);
  const [last] = admins;
  expect((await lastro('staff disable', last?.email ?? '', ...leave)).err).toContain('is the last admin');
  expect((await lastro(`staff role ${last?.email} support`)).err).toContain('is the last admin');
});
