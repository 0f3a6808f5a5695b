import type { Declared } from '#commands/server/declaration.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands, declaredCalled, declaredCommands } from '#operator/server/all-commands.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { switchedProducts } from '#positions/registry.ts';
import { roles } from '#staff/roles.ts';
import { twoPeople } from '#staff/server/staff-settings.ts';
import { decidersOf, peopleSaid, rolesOf } from './policy.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';

let world: ConsoleWorld;
const members = {} as Record<(typeof roles)[number], TestMember>;

beforeAll(async () => {
  world = await openConsoleWorld();
  for (const role of roles) members[role] = await world.member(role);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** The id of nothing that exists. */
const nothing = '01a224d5-64bb-78d6-aa5e-ef648973d0e3';

/** Well-formed input for each command, so that the role check is reached; none of it refers to anything that exists. */
const nobody = '00000000-0000-4000-8000-000000000000';
const inputs: Record<string, { words?: string[]; options?: Record<string, string> }> = {
  'customer show': { words: ['nobody@example.com'] },
  'customer invite': {
    words: ['invited@example.com'],
    options: { name: 'Rita Alves', phone: '+5511987654321', birth: '1990-02-28' },
  },
  'backup note': { words: ['a test'] },
  'customer second-key': { words: ['nobody@example.com'] },
  'customer freeze': { words: ['nobody@example.com'], options: { reason: 'a test' } },
  'customer unfreeze': { words: ['nobody@example.com'], options: { reason: 'a test' } },
  'customer end-sessions': { words: ['nobody@example.com'], options: { reason: 'a test' } },
  'customer end-session': { words: ['nobody@example.com', nothing], options: { reason: 'a test' } },
  'customer remove-second-key': { words: ['nobody@example.com'], options: { reason: 'a test' } },
  'customer address': { words: ['nobody@example.com', 'other@example.com'], options: { reason: 'a test' } },
  'customer keep-address': { words: ['nobody@example.com'], options: { reason: 'a test' } },
  'customer correct': { words: ['nobody@example.com', 'name', 'x'], options: { evidence: 'a test', reason: 'a test' } },
  'customer keep-details': { words: ['nobody@example.com', 'name'], options: { reason: 'a test' } },
  'customer export': { words: ['nobody@example.com'], options: { reason: 'a test' } },
  'customer erase': { words: ['nobody@example.com'], options: { ground: 'asked' } },
  'privacy open': { words: ['nobody@example.com', 'export'] },
  'privacy take': { words: [nothing] },
  'privacy answer': { words: [nothing, 'done'], options: { reason: 'a test' } },
  'customer note': { words: ['nobody@example.com'], options: { text: 'a test' } },
  'customer view': { words: ['nobody@example.com'], options: { reason: 'a test' } },
  'announcement create': {
    options: { segment: 'country', mails: 'none' },
  },
  'announcement test': { options: { 'subject-en': 'x' } },
  'announcement withdraw': { words: [nothing], options: { reason: 'a test' } },
  'case open': { words: ['nobody@example.com'], options: { reason: 'a test' } },
  'case take': { words: [nothing] },
  'case dismiss': { words: [nothing], options: { reason: 'a test' } },
  'case assign': { words: [nothing, 'nobody@staff.example'] },
  'case note': { words: [nothing], options: { text: 'a test' } },
  'case decide': { words: [nothing, 'watch'], options: { reason: 'a test' } },
  'case close': { words: [nothing], options: { reason: 'a test' } },
  'treasury fund': { words: ['1'] },
  'treasury draw': { words: ['1'], options: { reason: 'a test' } },
  'taxes pay': { words: ['1'], options: { reason: 'a test' } },
  'taxes return': { words: ['1'], options: { reason: 'a test' } },
  'transfer ask': { words: [nobody] },
  'transfer settle': { words: [nobody], options: { amount: '1', evidence: 'a test' } },
  'transfer return': { words: [nobody], options: { amount: '1', evidence: 'a test' } },
  'reconciliation note': { words: ['nothing', 'x', 'x'], options: { text: 'a test' } },
  'ledger reverse': { words: ['nothing'], options: { reason: 'a test' } },
  'withdrawals approve': { words: ['nothing'] },
  'withdrawals refuse': { words: ['nothing'], options: { reason: 'a test' } },
  'rates accept': { options: { reason: 'a test' } },
  'settings set': { words: ['auth.registrations_per_hour', '1'] },
  'settings schedule': {
    words: ['auth.registrations_per_hour', '1'],
    options: { from: new Date(Date.now() + 30 * 86_400_000).toISOString() },
  },
  'settings withdraw': { words: ['1'] },
  'operations import': { words: ['/etc/passwd'], options: { product: 'copytrade' } },
  'operations withdraw': { words: ['999'], options: { reason: 'a test' } },
  'promocode create': {
    words: ['XX'],
    options: { points: '5', uses: '1', each: '1', min: '0', from: '2030-01-01', until: '2030-01-31' },
  },
  'promocode end': { words: ['NOTHING'], options: { reason: 'a test' } },
  'staff invite': { words: ['nobody'], options: { role: 'nothing' } },
  'staff role': { words: ['nobody@staff.example', 'support'] },
  'staff disable': { words: ['nobody@staff.example'], options: { reason: 'a test' } },
  'reports daily': { words: ['nothing'] },
  'reports liabilities': { words: ['nothing', 'nothing'] },
  'reports export': { words: ['nothing', 'nothing', 'nothing'] },
  'staff password': { words: ['nobody@staff.example'], options: { reason: 'a test' } },
  'staff reset': { words: ['nobody@staff.example'], options: { reason: 'a test' } },
};

const names = declaredCommands.map(({ name }) => name);
const machineOnly = allCommands.map(({ name }) => name).filter((name) => !declaredCalled(name));

test('[R3] every declared command belongs to some roles; what only the machine does is neither a look nor a decision on a customer', () => {
  for (const { name, roles: whose } of declaredCommands) expect([name, whose.length]).not.toEqual([name, 0]);
  expect(machineOnly.toSorted()).toEqual([
    'brokerage fault',
    'clock forward',
    'clock show',
    'customer create',
    'doctor',
    'migrate',
    'reports save',
    'staff code',
  ]);
});

test('[R3] no role has every action, the auditor changes nothing, and the admin moves no money', () => {
  const named = (role: string): string[] => names.filter((name) => rolesOf(name).includes(role as never));
  for (const role of roles) expect(named(role).length).toBeLessThan(names.length * 0.6);
  const reading = /^(actions|staff|settings|promocode|withdrawals|privacy) list$| show$|^books |^reports /;
  expect(named('auditor').filter((name) => !reading.test(name))).toEqual([]);
  expect(
    named('admin').filter((name) => /^(treasury|taxes|withdrawals|rates|customer|promocode|copytrade)/.test(name)),
  ).toEqual([]);
});

test('[R7] the console is told what takes something away', async () => {
  const told = await Promise.all(
    roles.map(async (role) =>
      (await members[role].get('/console/commands')).json<{ Command: string; IsDestructive: boolean }[]>(),
    ),
  );
  const away = new Set(told.flat().flatMap((each) => (each.IsDestructive ? [each.Command] : [])));
  for (const name of ['customer freeze', 'customer erase', 'staff disable', 'withdrawals refuse', 'treasury draw'])
    expect([name, away.has(name)]).toEqual([name, true]);
  for (const name of ['customer unfreeze', 'withdrawals approve', 'treasury fund', 'taxes return', 'settings set'])
    expect([name, away.has(name)]).toEqual([name, false]);
});

describe.each(roles)('[R3] as %s', (role) => {
  test.each(names)('%s is accepted, or refused for the role', async (command) => {
    const { words = [], options = {} } = inputs[command] ?? {};
    const answer = await members[role].act(command, words, options);
    const { code } = answer.json<{ code?: string }>();
    const isOurs = rolesOf(command).includes(role);
    expect([command, code === 'role_may_not']).toEqual([command, !isOurs]);
    expect(answer.statusCode).toBeLessThan(500);
    if (!isOurs) expect(answer.statusCode).toBe(403);
  });

  test.each(machineOnly)('%s is not found', async (command) => {
    expect((await members[role].act(command)).statusCode).toBe(404);
  });

  test('the list of commands is what the role may run', async () => {
    const listed = (await members[role].get('/console/commands')).json<{ Command: string }[]>();
    const ours = names.filter((name) => rolesOf(name).includes(role));
    expect(listed.map(({ Command }) => Command).toSorted()).toEqual(ours.toSorted());
  });
});

describe('[R4] commands that take two people', () => {
  const always = names.filter((name) => peopleSaid(declaredCalled(name) as Declared) === 'two');
  test('always include the treasury, settings, others’ second factors and releasing frozen money', () => {
    expect(always).toEqual(
      expect.arrayContaining([
        'treasury fund',
        'treasury draw',
        'taxes pay',
        'taxes return',
        'settings set',
        'settings schedule',
        'settings withdraw',
        'staff reset',
        'customer unfreeze',
        'transfer settle',
        'transfer return',
        'ledger reverse',
        'customer correct',
        'customer erase',
        'operations import',
        'operations withdraw',
        ...switchedProducts.map((product) => `${product} open`),
        'promocode create',
        'rates accept',
        'staff role',
        'staff disable',
      ]),
    );
  });

  test.each(always)('%s becomes a request or is bound to fail, and is refused without a reason', async (command) => {
    const role = rolesOf(command)[0] ?? 'admin';
    const { words = [], options = {} } = inputs[command] ?? {};
    const without = await members[role].act(command, words, options);
    expect([without.statusCode, without.json<{ code: string }>().code]).toEqual([422, 'reason_required']);
    const answer = await members[role].act(command, words, options, 'a test');
    // Most inputs refer to nothing that exists: then nobody is asked.
    const { Done = null, Request, code } = answer.json<Record<string, unknown>>();
    expect(Done).toBeNull();
    expect(Request ?? code).toEqual(
      expect.toBeOneOf([{ Id: expect.any(String) }, 'refused', 'mistyped', 'already_asked']),
    );
  });

  test('[C3] by default include importing operations and opening any product', async () => {
    const { desk } = members;
    const opened = switchedProducts.map((product): [string, string[], Record<string, string>] => [
      `${product} open`,
      [],
      {},
    ]);
    for (const [command, words, options] of [
      ...opened,
      ['operations import', ['a file'], { product: 'copytrade' }] as const,
    ]) {
      const { Done = null, code } = (await desk.act(command, [...words], options)).json<Record<string, unknown>>();
      expect([command, Done, code]).toEqual([command, null, 'reason_required']);
    }
  });

  test('include those added by the setting; without it the others take one', async () => {
    const { desk } = members;
    const close = () => desk.act('copytrade close', [], { reason: 'a test' }, 'a test');
    expect((await close()).json()).toMatchObject({ Request: null });
    const more = ['copytrade close'];
    await transaction(world.db, (tx) => writeSetting(tx, twoPeople, more));
    expect((await close()).json()).toMatchObject({ Done: null });
    await transaction(world.db, (tx) => writeSetting(tx, twoPeople, []));
    // What has an effect takes two whatever the setting leaves out.
    expect((await desk.act('copytrade open')).json()).toMatchObject({ code: 'reason_required' });
  });

  test('can be decided on by the admin too, but for a suspicion; what changes the staff, by compliance as well', () => {
    for (const command of names) {
      const may = decidersOf(command);
      expect([command, may.includes('admin')]).toEqual([command, command !== 'case decide']);
      expect(may.length).toBeGreaterThan(
        command === 'case decide' ? 0 : 1 - Number(rolesOf(command).includes('admin')),
      );
    }
    expect(decidersOf('staff disable')).toEqual(['admin', 'compliance']);
    expect(decidersOf('withdrawals approve')).toEqual(['payments', 'admin']);
  });
});

test.each([
  ['no such command', { command: 'customer vanish' }, 404],
  ['a parameter too many', { command: 'copytrade close', params: { when: 'now' } }, 422],
  ['an option that is none', { command: 'copytrade close', params: { force: 'yes' } }, 422],
  ['an option of the language itself', { command: 'copytrade close', params: { constructor: 'x' } }, 422],
  ['a control character', { command: 'copytrade close', params: { 'a\u0000b': 1 } }, 422],
  ['a field that is none', { command: 'copytrade close', as: 'admin' }, 422],
  ['no command', {}, 422],
  ['parameters that are none', { command: 'copytrade close', params: 'x' }, 422],
])('[R3] %s is refused', async (_, body, status) => {
  const answer = await members.desk.post('/console/commands', body);
  expect(answer.statusCode).toBe(status);
});
