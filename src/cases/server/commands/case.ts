import type { Looking } from '#commands/server/declaration.ts';
import { id, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import type { Tx } from '#database/server/database.ts';
import { type CaseRecord, holdCase, readCase } from '../case-store.ts';

/** What a command on a case takes, and whom it names. */
export const theCase = { case: word(id) } as const;
export const aboutWhom = { customer: 'customer' } as const;

/** For the person who decides: whom the case is about. */
export async function readWhom(
  { sql }: Pick<Looking, 'sql'>,
  { case: typed }: { case: string },
): Promise<{ customer: string } | null> {
  const found = await readCase(sql, typed);
  return found && { customer: found.customerId };
}

/** Finds a case and locks it until the transaction ends. */
export async function holdOpenCase(tx: Tx, typed: string): Promise<CaseRecord> {
  const found = await holdCase(tx, typed);
  if (!found) throw new CommandRefused('unknown_case', `There is no case ${typed}.`);
  if (found.closedAt) throw new CommandRefused('case_closed', 'The case is closed.');
  return found;
}
