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
  if (unheld.length > 0) found.push(warn(check, 'unheld', { roles: unheld }));
  if (undecided.length > 0) found.push(warn(check, 'undecided', { roles: undecided }));
  return found.length > 0 ? found : [fine(check, 'fine')];
}
