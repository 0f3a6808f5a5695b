import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRequest } from '#console/server/request-store.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from '#console/server/testing/console-world.ts';
import type { NoticeKind } from '#notices/contract.ts';
import type { MailContent, MailTemplates, OwedMail } from '#mail/server/mail-template.ts';
import { sendNotices } from '#notices/server/notice-store.ts';
import { mailOf, noticeMails } from '#notices/server/owed-mails.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { insertStaff } from '#staff/server/staff-store.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { composeMails } from './compose-mails.ts';
import { composeSecondFactor } from './compose-second-factor.ts';

let world: ConsoleWorld;
let templates: MailTemplates;
let ana: TestInvestor;
let staff: string;
let enrolled: TestMember;
let request: string;

beforeAll(async () => {
  const env = { SECOND_KEY_SECRET: 'a-secret-for-tests-that-is-long-enough', CONSOLE_URL: 'https://console.example' };
  world = await openConsoleWorld({ env });
  templates = composeMails(world.db, world.config, composeSecondFactor(world.config));
  ana = await world.investor({ balance: '500', isEmailConfirmed: true });
  staff = uuidv7();
  const invited = {
    id: staff,
    email: 'nara@staff.example',
    name: 'Nara',
    role: 'desk',
    invitedBy: null,
    vouched: true,
  };
  await transaction(world.db, (tx) => insertStaff(tx, invited as Parameters<typeof insertStaff>[1]));
  enrolled = await world.member('treasury');
  await askAsOwner(world.db.adminUrl, `UPDATE staff SET password_hash = 'one' WHERE id = $1`, [enrolled.id]);
  await askAsOwner(
    world.db.adminUrl,
    `INSERT INTO staff_apps (staff_id, sealed_secret, last_step) VALUES ($1, '', 0)`,
    [enrolled.id],
  );
  request = uuidv7();
  const { id: makerId } = await world.member('treasury');
  const made = { id: request, command: 'treasury fund', input: { usd: '10' }, reason: 'for the week', makerId };
  await transaction(world.db, (tx) => insertRequest(tx, { ...made, customerId: null, subject: 'treasury' }));
  await askAsOwner(world.db.adminUrl, 'INSERT INTO second_factors (customer_id, since) VALUES ($1, now())', [ana.id]);
});
afterAll(() => world.close());

/** Every row of every table, by table. */
async function everything(): Promise<Record<string, string>> {
  const tables = await askAsOwner<{ name: string }>(
    world.db.adminUrl,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const each = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS rows FROM ${name} t`,
  );
  const rows = await askAsOwner<{ name: string; rows: string }>(world.db.adminUrl, each.join(' UNION ALL '));
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

/** Writes a notice of the first kind that owes this mail; returns what the mail is about. */
async function noticeFor(mail: string): Promise<Record<string, string>> {
  const kind = (Object.keys(mailOf) as NoticeKind[]).find((each) => mailOf[each] === mail) ?? 'announcement';
  await transaction(world.db, async (tx) => sendNotices(tx, [{ customerId: ana.id, kind, cause: `test:${mail}` }]));
  const [row] = await askAsOwner<{ id: string }>(
    world.db.adminUrl,
    'SELECT id FROM customer_notices WHERE customer_id = $1 AND cause = $2',
    [ana.id, `test:${mail}`],
  );
  return { notices: row?.id ?? '' };
}

/** What other mails are about, where that is not simply Ana or who was invited. */
const aboutOf = (kind: string): Record<string, string> => {
  if (kind === 'staff.password') return { email: enrolled.email };
  if (kind === 'staff.request') return { staff: enrolled.id, request };
  return { email: ana.email, staff, what: 'password', language: 'en' };
};

async function written(kind: string): Promise<MailContent> {
  const isNotice = (Object.values(noticeMails) as string[]).includes(kind);
  // The mail that confirms goes to those only who have not.
  const isConfirmed = kind !== 'auth.confirm';
  await askAsOwner(
    world.db.adminUrl,
    `UPDATE customers SET email_confirmed_at = CASE WHEN $2 THEN now() END WHERE id = $1`,
    [ana.id, isConfirmed],
  );
  const about = isNotice ? await noticeFor(kind) : aboutOf(kind);
  const owed: OwedMail = { customerId: ana.id, about, queuedAt: new Date(Date.now() + 60_000) };
  const mail = await templates[kind]?.(owed);
  if (!mail) throw new Error(`${kind} is not written: say here what it is about`);
  return mail;
}

test('[A9] no link of any mail acts by being loaded, as scanners of mails load them', async () => {
  const kinds = Object.keys(templates);
  expect(kinds.length).toBeGreaterThan(11);
  const links: string[] = [];
  for (const kind of kinds) {
    const { action, unsubscribe } = await written(kind);
    links.push(...[action?.url, unsubscribe].filter((each) => each !== undefined));
  }
  expect(links.filter((link) => /token=|#|\/unsubscribe\//.test(link)).length).toBeGreaterThan(4);
  const before = await everything();
  for (const link of links) {
    const { origin, pathname, search } = new URL(link);
    const ask = origin === 'https://console.example' ? world.askConsole : world.ask;
    // Once ahead, and twice: by the scanner of the mail's server, and by that of the reader's own program.
    for (const method of ['HEAD', 'GET', 'GET'] as const) {
      for (const authorization of [undefined, ana.token]) {
        const headers = { accept: 'text/html', ...(authorization && { authorization }) };
        const { statusCode } = await ask({ method, url: pathname + search, headers });
        // 404: a page, in a checkout where none is built.
        expect([link, /\/unsubscribe\//.test(link) ? [200] : [200, 404]]).toEqual([
          link,
          expect.arrayContaining([statusCode]),
        ]);
      }
    }
  }
  expect(await everything()).toEqual(before);
  // What the same links do once somebody acts is noticed here.
  const turnedOff = links.find((link) => /\/unsubscribe\//.test(link)) ?? '';
  await world.ask({ method: 'POST', url: new URL(turnedOff).pathname + new URL(turnedOff).search });
  expect(await everything()).not.toEqual(before);
});
