import { subscribers } from '#app/server/subscribers.ts';
import type { World } from '#testing/server/world.ts';
import { runLastro } from '../run-lastro.ts';

/** A command's result: its exit code and its output. */
export interface Typed {
  exit: 0 | 1 | 2;
  out: string;
  err: string;
}

type Environment = Record<string, string | undefined>;

/** Runs a command as `operator-of-tests`, in an environment of its own. */
export async function typeCommand(typed: readonly string[], env: Environment): Promise<Typed> {
  const said = { out: '', err: '' };
  const exit = await runLastro(
    typed,
    { events: subscribers },
    {
      env: { LASTRO_OPERATOR: 'operator-of-tests', ...env },
      out: (text) => void (said.out += `${text}\n`),
      err: (text) => void (said.err += `${text}\n`),
    },
  );
  return { exit, ...said };
}

/** Runs commands in one world: `lastro('treasury fund 100')`. */
export function lastroOf(world: World, env: Environment = {}): (line: string, ...more: string[]) => Promise<Typed> {
  return (line, ...more) =>
    typeCommand([...line.split(' ').filter(Boolean), ...more], {
      DATABASE_URL: world.db.url,
      DATA_DIR: '/nonexistent',
      MODE: 'sandbox',
      ...env,
    });
}

/** Returns the last recorded action. */
export async function lastAction(world: World): Promise<object | undefined> {
  const rows = await world.db.query(
    'SELECT operator, action, said_of(details) AS details FROM actions ORDER BY number DESC LIMIT 1',
  );
  return rows[0];
}
