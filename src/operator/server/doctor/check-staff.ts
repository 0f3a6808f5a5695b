import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { readLackingRoles } from '../lacking-deciders.ts';
import { type Finding, fine, warn } from './finding.ts';

const check = 'staff';

/** Whether the console has somebody for every role, and two people for what takes two; in the sandbox nobody has to be there. */
export async function checkStaff(sql: Sql, { mode, consolePort }: Config): Promise<Finding[]> {
  if (mode !== 'production' || consolePort === null) return [];
  const { unheld, undecided } = await readLackingRoles(sql);
  const found: Finding[] = [];
  if (unheld.length > 0)
    found.push(warn(check, `nobody is ${unheld.join(', ')}`, 'Invite them: “lastro staff invite EMAIL --role ROLE”.'));
  if (undecided.length > 0)
    found.push(
      warn(
        check,
        `what these ask for nobody else could decide on: ${undecided.join(', ')}`,
        'Invite a second person of the role, or an admin; whom one person alone invited counts as the same person.',
      ),
    );
  return found.length > 0 ? found : [fine(check, 'every role is held, and two people can be found for what takes two')];
}
