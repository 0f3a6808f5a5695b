import pg from 'pg';
import type { Ground } from './open-ground.ts';

/** A plausible bug: text replaced in a statement or in one of the database's functions. */
export interface Seed {
  name: string;
  /** Text that the expected finding contains. */
  finding: string;
  functions?: readonly (Change & { of: string })[];
  statements?: readonly (Change & { having: string })[];
}

interface Change {
  from: string;
  to: string;
}

/** The bug no longer applies to the code, so whatever was found was not caused by it. */
export class SeedOutdated extends Error {}

export async function changeFunctions(ground: Ground, changes: NonNullable<Seed['functions']>): Promise<void> {
  for (const { of, from, to } of changes) {
    const text = `SELECT pg_get_functiondef($1::regproc) AS definition`;
    const [found] = await ground.asOwner<{ definition: string }>(text, [of]);
    if (!found?.definition.includes(from)) throw new SeedOutdated(`${of} no longer contains: ${from}`);
    await ground.asOwner(found.definition.replace(from, to));
  }
}

/** Changes statements on their way to the database, in this process, until the returned function is called. */
export function changeStatements(changes: NonNullable<Seed['statements']>): () => void {
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const met = new Set<Change>();
  const change = (text: string): string => {
    let changed = text;
    for (const each of changes) {
      if (!text.includes(each.having) || !changed.includes(each.from)) continue;
      changed = changed.replace(each.from, each.to);
      met.add(each);
    }
    return changed;
  };
  pg.Client.prototype.query = function query(this: pg.Client, first: unknown, ...rest: unknown[]) {
    const asked = first as { text?: string };
    if (typeof asked?.text === 'string') asked.text = change(asked.text);
    return original.call(this, first, ...rest);
  } as typeof pg.Client.prototype.query;
  return () => {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
    for (const each of changes) if (!met.has(each)) throw new SeedOutdated(`no statement sent contains: ${each.from}`);
  };
}
