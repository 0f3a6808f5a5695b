import type { Sql } from '#database/server/database.ts';
import type { Declared } from '#commands/server/declaration.ts';
import { type Role, roles } from '#staff/roles.ts';
import { declaredCommands } from './all-commands.ts';

/** Who may decide on a request for a command: those that it names, or its own roles and the admin. */
export const decidersFor = ({ deciders, roles: own }: Declared): readonly Role[] =>
  deciders ?? [...new Set<Role>([...own, 'admin'])];

/** Whether a request for it can come to somebody else. */
const mayWait = ({ effect, effectOf, letsOut }: Declared): boolean =>
  effect !== null || effectOf !== undefined || letsOut !== undefined;

interface Person extends Record<string, unknown> {
  id: string;
  role: Role;
  /** Accounts of one root count as one person: somebody invited them, and nobody else agreed. */
  root: string;
}

/** Roles that nobody holds, and roles of which somebody asks for something that nobody else could decide on. */
export async function readLackingRoles(sql: Sql): Promise<{ unheld: Role[]; undecided: Role[] }> {
  const people = await sql.query<Person>(
    `WITH RECURSIVE line (id, root) AS (
       SELECT id, id FROM staff WHERE invited_by IS NULL OR vouched
       UNION ALL SELECT s.id, l.root FROM line l JOIN staff s ON s.invited_by = l.id WHERE NOT s.vouched
     )
     SELECT s.id, s.role, l.root FROM staff s JOIN line l ON l.id = s.id WHERE s.disabled_at IS NULL AND s.joined_at IS NOT NULL`,
  );
  const held = new Set(people.map(({ role }) => role));
  const undecided = new Set<Role>();
  for (const command of declaredCommands.filter(mayWait)) {
    const deciders = people.filter(({ role }) => decidersFor(command).includes(role));
    for (const { role, root } of people)
      if (command.roles.includes(role) && deciders.every((each) => each.root === root)) undecided.add(role);
  }
  return { unheld: roles.filter((role) => !held.has(role)), undecided: roles.filter((role) => undecided.has(role)) };
}
