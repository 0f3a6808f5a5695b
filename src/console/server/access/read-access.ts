import type { Declared } from '#commands/server/declaration.ts';
import type { Sql } from '#database/server/database.ts';
import { declaredCalled } from '#operator/server/all-commands.ts';
import type { Language } from '#platform/languages.ts';
import { readSetting } from '#settings/server/settings.ts';
import type { Role } from '#staff/roles.ts';
import { twoPeople } from '#staff/server/staff-settings.ts';
import type { AccessOfPerson, AccessToCommand } from '#console/access-contract.ts';
import { decidersOf, peopleSaid } from '../policy.ts';
import type { ConsoleParts } from '../take-action.ts';

type Asked = { role?: Role | undefined };

/** Everybody who could sign in. What they did is looked up by index, command by command: the account is kept for good. */
export async function readAccessOfPeople(
  sql: Sql,
  commands: readonly Declared[],
  { role }: Asked,
  language: Language,
): Promise<AccessOfPerson[]> {
  const people = await sql.query<{
    id: string;
    name: string;
    email: string;
    role: Role;
    app: boolean;
    passkeys: number;
    signed_in: Date | null;
    how: 'app' | 'passkey' | 'provider' | null;
    command: string | null;
    used: Date | null;
  }>(peopleSql, [commands.filter((each) => !('show' in each)).map(({ name }) => name), role ?? null]);
  return people.map((row) => {
    const declared = row.command === null ? undefined : declaredCalled(row.command);
    return {
      Id: row.id,
      Name: row.name,
      Email: row.email,
      Role: row.role,
      App: row.app,
      Passkeys: row.passkeys,
      SignedIn: row.signed_in && { At: row.signed_in.toISOString(), How: row.how },
      Used:
        row.used && declared
          ? {
              Command: declared.name,
              Title: declared.words(language).title,
              At: row.used.toISOString(),
              Roles: [...declared.roles],
            }
          : null,
    };
  });
}

/** Every command of this installation, as it is declared. */
export async function readAccessToCommands(
  sql: Sql,
  commands: readonly Declared[],
  mode: ConsoleParts['mode'],
  { role }: Asked,
  language: Language,
): Promise<AccessToCommand[]> {
  const alsoTwo = await readSetting(sql, twoPeople, mode);
  const members = await sql.query<{ role: Role; n: number }>(
    `SELECT role, count(*)::integer AS n FROM staff WHERE joined_at IS NOT NULL AND disabled_at IS NULL GROUP BY role`,
  );
  const found = commands.filter(
    ({ name, roles }) => role === undefined || roles.includes(role) || decidersOf(name).includes(role),
  );
  const used = await sql.query<{ command: string; at: Date }>(
    `SELECT c.command, a.happened_at AS at FROM unnest($1::text[]) AS c(command)
       CROSS JOIN LATERAL (SELECT happened_at FROM actions WHERE action = c.command ORDER BY number DESC LIMIT 1) a`,
    [found.map(({ name }) => name)],
  );
  const lastUsed = new Map(used.map(({ command, at }) => [command, at]));
  return found.map((declared) => {
    const people = alsoTwo.includes(declared.name) ? 'two' : peopleSaid(declared);
    return {
      Command: declared.name,
      Title: declared.words(language).title,
      IsLook: 'show' in declared,
      Roles: [...declared.roles],
      Deciders: people === 'one' ? [] : [...decidersOf(declared.name)],
      People: people,
      Members: members.reduce((sum, each) => sum + (declared.roles.includes(each.role) ? each.n : 0), 0),
      LastUsed: lastUsed.get(declared.name)?.toISOString() ?? null,
    };
  });
}

const peopleSql = `
  SELECT s.id, s.name, s.email, s.role, e.happened_at AS signed_in, e.how, u.command, u.at AS used,
    EXISTS (SELECT FROM staff_apps a WHERE a.staff_id = s.id AND a.last_step >= 0) AS app,
    (SELECT count(*)::integer FROM staff_passkeys k WHERE k.staff_id = s.id) AS passkeys
  FROM staff s
  LEFT JOIN LATERAL (
    SELECT happened_at, said_of(details) ->> 'how' AS how FROM actions
    WHERE staff_id = s.id AND action = 'sign-in' ORDER BY number DESC LIMIT 1
  ) e ON true
  LEFT JOIN LATERAL (
    SELECT did.command, did.at FROM (
      SELECT c.command, (
        SELECT happened_at FROM actions WHERE staff_id = s.id AND action = c.command ORDER BY number DESC LIMIT 1
      ) AS at FROM unnest($1::text[]) AS c(command)
      UNION ALL
      SELECT command, max(made_at) FROM staff_requests WHERE maker_id = s.id AND command = ANY ($1::text[]) GROUP BY command
    ) did WHERE did.at IS NOT NULL ORDER BY did.at DESC, did.command LIMIT 1
  ) u ON true
  WHERE s.joined_at IS NOT NULL AND s.disabled_at IS NULL AND ($2::text IS NULL OR s.role = $2)
  ORDER BY s.role, s.name, s.id`;
