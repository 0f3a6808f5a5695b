import { afterAll, beforeAll, expect, test } from 'vitest';
import { atTheMachine } from '#commands/server/operator.ts';
import { transaction } from '#database/server/transaction.ts';
import { declaredCommands } from '#operator/server/all-commands.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { roles, whoReviewsAccess } from '#staff/roles.ts';
import type { AccessOfPerson, AccessToCommand } from '#console/access-contract.ts';
import { decidersOf, peopleSaid } from '../policy.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let compliance: TestMember;
beforeAll(async () => {
  world = await openConsoleWorld();
  compliance = await world.member('compliance', { name: 'Caio' });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const people = async (query = '') => (await compliance.get(`/console/access/people${query}`)).json<AccessOfPerson[]>();
const commands = async (query = '') =>
  (await compliance.get(`/console/access/commands${query}`)).json<AccessToCommand[]>();

test('[R3] [R5] the access review says what each role may do, as declared, and how many people have it', async () => {
  await world.member('desk');
  await world.member('desk');
  const listed = await commands();
  expect(listed.map(({ Command }) => Command)).toEqual(declaredCommands.map(({ name }) => name));
  for (const { Command, Roles, Deciders, People, Members } of listed) {
    const declared = declaredCommands.find(({ name }) => name === Command);
    expect([Command, Roles]).toEqual([Command, declared?.roles]);
    expect([Command, People]).toEqual([Command, declared && peopleSaid(declared)]);
    expect([Command, Deciders]).toEqual([Command, People === 'one' ? [] : decidersOf(Command)]);
    const held = (await people()).filter(({ Role }) => Roles.includes(Role));
    expect([Command, Members]).toEqual([Command, held.length]);
  }
  const ofDesk = await commands('?role=desk');
  expect(ofDesk.length).toBeLessThan(listed.length);
  expect(
    ofDesk.every(({ Roles, Deciders, Command }) => [...Roles, ...Deciders, ...decidersOf(Command)].includes('desk')),
  ).toBe(true);
});

test('[R3] [R5] it says when each last signed in and with what, and what they last did, also as one of two', async () => {
  const payments = await world.member('payments', { name: 'Marta' });
  const ana = await world.investor();
  const { id } = payments;
  const operator = { ...atTheMachine('Marta'), staffId: id };
  const entered = { operator, action: 'sign-in', details: { how: 'passkey', device: 'new' } };
  await transaction(world.db, (tx) => recordAction(tx, entered));
  const of = async () => (await people('?role=payments')).find(({ Id }) => Id === id);
  expect(await of()).toMatchObject({
    Name: 'Marta',
    Role: 'payments',
    SignedIn: { How: 'passkey' },
    Used: null,
  });
  await payments.act('customer freeze', [ana.email], { reason: 'a call' }, 'a call');
  expect((await of())?.Used).toMatchObject({ Command: 'customer freeze', Roles: expect.arrayContaining(['payments']) });
  // A look is no use of the role.
  await payments.act('rates show');
  expect((await of())?.Used).toMatchObject({ Command: 'customer freeze' });
  const left = await world.member('desk', { name: 'Gone' });
  await world.db.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [left.id]);
  expect((await people()).map(({ Name }) => Name)).not.toContain('Gone');
});

test('[R5] it is saved as a file, which is an entry; only those who review read it', async () => {
  const file = await compliance.post('/console/access/export', { which: 'people' });
  const { Name, Csv } = file.json<{ Name: string; Csv: string }>();
  expect([Name, Csv.split('\r\n')[0]]).toEqual([
    expect.stringMatching(/^access-people-\d{4}-\d\d-\d\d\.csv$/),
    expect.stringContaining('name,email,role'),
  ]);
  expect(Csv).toContain(`Caio,${compliance.email},compliance`);
  const { Csv: matrix } = (await compliance.post('/console/access/export', { which: 'commands' })).json<{
    Csv: string;
  }>();
  expect(matrix.split('\r\n').filter(Boolean)).toHaveLength(declaredCommands.length + 1);
  expect((await compliance.post('/console/access/export', { which: 'all' })).statusCode).toBe(422);
  const entries = await world.db.query(`SELECT FROM actions WHERE action = 'access export' AND staff_id = $1`, [
    compliance.id,
  ]);
  expect(entries).toHaveLength(2);
  for (const role of roles.filter((each) => !whoReviewsAccess.includes(each))) {
    const member = await world.member(role);
    for (const path of ['people', 'commands'])
      expect([role, (await member.get(`/console/access/${path}`)).statusCode]).toEqual([role, 403]);
    expect([role, (await member.post('/console/access/export', { which: 'people' })).statusCode]).toEqual([role, 403]);
  }
  expect((await world.askConsole({ method: 'GET', url: '/console/access/people' })).statusCode).toBe(401);
  expect((await compliance.get('/console/access/people?role=king')).statusCode).toBe(422);
});
