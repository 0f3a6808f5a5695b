import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { staffRole } from '#staff/server/commands/change-role.ts';
import { staffDisable } from '#staff/server/commands/disable-staff.ts';
import { runDeclared } from '#operator/server/run-declared.ts';
import { atTheMachine } from '#commands/server/operator.ts';
import { openClient } from '#database/server/clients.ts';
import { sendLate } from '#testing/server/late-body.ts';
import { type Answer, type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';

/** Members of staff who are dismissed, get another role or log out while what they do is on its way. */
let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const why = 'the month begins';
const codeOf = (answer: Answer): string => answer.json<{ code: string }>().code;
const pair = async (): Promise<[maker: TestMember, checker: TestMember]> => [
  await world.member('treasury'),
  await world.member('treasury'),
];

async function ask(by: TestMember): Promise<string> {
  const { Request } = (await by.act('treasury fund', ['10'], {}, why)).json<{ Request: { Id: string } }>();
  return Request.Id;
}

const approve = (by: TestMember, id: string) => by.post(`/console/requests/${id}/approve`, { reason: 'agreed' });
const stateOf = async (id: string): Promise<string | undefined> =>
  (await world.db.query<{ state: string }>('SELECT state FROM staff_requests WHERE id = $1', [id]))[0]?.state;
const atMachine = () => ({ ...world.parts, operator: atTheMachine('tests') });
const dismiss = ({ email }: TestMember) =>
  runDeclared(staffDisable, atMachine(), { staff: email, reason: 'left the house' });
const giveAnotherRole = ({ email }: TestMember) =>
  runDeclared(staffRole, atMachine(), { staff: email, role: 'support' });

const ends: [string, (who: TestMember) => Promise<unknown>][] = [
  ['has been dismissed', dismiss],
  ['has another role', giveAnotherRole],
  ['has logged out', (who) => who.post('/console/logout')],
];

describe('[R4] [R1] an approval whose body arrives after its sender', () => {
  test.each(ends)('%s counts for nothing', async (_what, end) => {
    const [maker, checker] = await pair();
    const id = await ask(maker);
    const call = {
      url: `/console/requests/${id}/approve`,
      headers: { cookie: checker.cookie, console: '1' },
      body: { reason: 'agreed' },
    };
    const answer = await sendLate(world.console, call, () => end(checker));
    expect([answer.statusCode, answer.code]).toEqual([401, 'unauthenticated']);
    expect(await stateOf(id)).toBe('waiting');
  });
});

/** Runs `act` up to where it waits for this table, does `meanwhile`, and lets it go on. */
async function whileItWaits(
  act: () => Promise<Answer>,
  table: string,
  meanwhile: () => Promise<unknown>,
): Promise<Answer> {
  const other = await openClient({ connectionString: world.db.adminUrl });
  try {
    await other.query('BEGIN');
    await other.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const answering = act();
    await vi.waitFor(
      async () => {
        const { rows } = await other.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND backend_type = 'client backend'`,
        );
        if (rows.length === 0) throw new Error('it does not wait yet');
      },
      { timeout: 8_000, interval: 20 },
    );
    await meanwhile();
    await other.query('COMMIT');
    return await answering;
  } finally {
    await other.end();
  }
}

describe('[R4] [R1] what is under way when its member', () => {
  const endInDatabase: [string, string][] = [
    ['is dismissed', 'UPDATE staff SET disabled_at = now() WHERE id = $1'],
    ['loses their session', 'DELETE FROM staff_sessions WHERE staff_id = $1'],
  ];
  test.each(endInDatabase)('%s is not approved', async (_what, sql) => {
    const [maker, checker] = await pair();
    const id = await ask(maker);
    // The decision reads the request's customer, if it is about one, after its sender was let in.
    const answer = await whileItWaits(
      () => approve(checker, id),
      'kept_words',
      () => world.db.query(sql, [checker.id]),
    );
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'unauthenticated']);
    expect(await stateOf(id)).toBe('waiting');
  });

  test('is dismissed is not done by one alone', async () => {
    const desk = await world.member('desk');
    const answer = await whileItWaits(
      () => desk.act('copytrade close', [], { reason: 'a test' }),
      'settings',
      () => world.db.query('DELETE FROM staff_sessions WHERE staff_id = $1', [desk.id]),
    );
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'unauthenticated']);
    expect(await world.db.query(`SELECT FROM actions WHERE staff_id = $1`, [desk.id])).toEqual([]);
  });
});

describe('[R4] a request whose maker', () => {
  test('is dismissed is withdrawn, and nobody can approve it any more', async () => {
    const [maker, checker] = await pair();
    const id = await ask(maker);
    await dismiss(maker);
    expect(await stateOf(id)).toBe('withdrawn');
    expect(codeOf(await approve(checker, id))).toBe('request_over');
  });

  test('gets another role is withdrawn', async () => {
    const [maker, checker] = await pair();
    const id = await ask(maker);
    await giveAnotherRole(maker);
    expect([await stateOf(id), codeOf(await approve(checker, id))]).toEqual(['withdrawn', 'request_over']);
  });

  test('is dismissed without it being withdrawn cannot be approved, but can be refused', async () => {
    const [maker, checker] = await pair();
    const id = await ask(maker);
    await world.db.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [maker.id]);
    expect([codeOf(await approve(checker, id)), await stateOf(id)]).toEqual(['request_over', 'waiting']);
    const refused = await checker.post(`/console/requests/${id}/refuse`, { reason: 'they have left' });
    expect(refused.json()).toMatchObject({ State: 'refused' });
  });

  test('is being dismissed is either approved before it or withdrawn', async () => {
    const [maker, checker] = await pair();
    const id = await ask(maker);
    const answers = await Promise.all([approve(checker, id), dismiss(maker)]);
    const isDone = (await stateOf(id)) === 'done';
    expect([answers[0].statusCode, await stateOf(id)]).toEqual(isDone ? [200, 'done'] : [409, 'withdrawn']);
  });

  test('had it approved before they were dismissed is carried out', async () => {
    const [maker, checker] = await pair();
    const id = await ask(maker);
    expect((await approve(checker, id)).json()).toMatchObject({ State: 'done' });
    await dismiss(maker);
    expect(await stateOf(id)).toBe('done');
  });
});
