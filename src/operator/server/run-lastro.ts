import { readFile } from 'node:fs/promises';
import { Refusal } from '#platform/refusal.ts';
import type { Sql } from '#database/server/database.ts';
import { type Mode, readStamp } from '#database/server/installation-mode.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { readSecretFiles } from '#platform/server/secret-files.ts';
import { commandNames } from './all-commands.ts';
import type { Lastro, Outcome, Subscribed } from './command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { findInstallation, findPlace, type Installation } from './find-installation.ts';
import { openBooks } from './open-books.ts';
import { readCommand, type Typed, usage } from './read-command.ts';
import { runDeclared } from './run-declared.ts';
import { formatRefusal } from './format-refusal.ts';

/** A command's environment, and where its output goes. */
export interface Terminal {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
}

/** Runs one command and returns its exit code: 0 done, 1 refused, 2 mistyped. */
export async function runLastro(
  typed: readonly string[],
  subscribed: Subscribed,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  if (typed[0] === 'help' || typed.includes('--help')) {
    terminal.out(usage());
    return 0;
  }
  let isJson = typed.includes('--json');
  try {
    const command = readCommand(typed);
    isJson = command.isJson;
    const outcome = await run(command, terminal.env, subscribed);
    terminal.out(isJson ? JSON.stringify(outcome.json) : outcome.lines.join('\n'));
    return outcome.isRefused ? 1 : 0;
  } catch (error) {
    const { code, sentence, exit } = explain(error);
    if (isJson) terminal.out(JSON.stringify({ code, message: sentence }));
    else terminal.err(exit === 2 && typed.length < 2 ? `${sentence}\n\n${usage()}` : sentence);
    return exit;
  }
}

async function run({ command, values }: Typed, given: Terminal['env'], subscribed: Subscribed): Promise<Outcome> {
  const env = 'readsNoSecrets' in command ? given : readSecretFiles(given);
  if ('runAt' in command) return command.runAt(findPlace(env, given), values);
  const installation: Installation & Subscribed = { ...(await findInstallation(env)), ...subscribed };
  const db = await openBooks(installation);
  try {
    const mode = await requireMode(db, installation.saidMode);
    if ('sandboxOnly' in command && mode === 'production') {
      const sentence = `"${command.name}" works only in the sandbox, and this Lastro is in production.`;
      throw new CommandRefused('sandbox_only', sentence);
    }
    const lastro: Lastro = { ...installation, db, mode, commandNames, readFile: (name) => readFile(name) };
    return await ('words' in command ? runDeclared(command, lastro, values) : command.run(lastro, values));
  } finally {
    await db.close();
  }
}

/**
 * Returns the mode stamped in the database, whatever was typed: a variable before a command must not move the clock of real money. If MODE
 * names another mode, another database was meant: refused.
 */
async function requireMode(sql: Sql, said: Mode | null): Promise<Mode> {
  const mode = await readStamp(sql);
  if (!mode) {
    const sentence = 'This database has no mode yet: start Lastro on it, or run "lastro migrate".';
    throw new CommandRefused('mode_unknown', sentence);
  }
  if (said === null || said === mode) return mode;
  const what = mode === 'production' ? 'a Lastro in production' : 'a sandbox';
  throw new CommandRefused(
    'other_mode',
    `MODE is ${said}, but this is ${what}: unset MODE, or name the other installation.`,
  );
}

function explain(error: unknown): { code: string; sentence: string; exit: 1 | 2 } {
  if (error instanceof Mistyped) return { code: 'usage', sentence: error.message, exit: 2 };
  if (error instanceof PlainFailure) return { code: 'refused', sentence: error.message, exit: 1 };
  if (error instanceof CommandRefused) return { code: error.code, sentence: error.message, exit: 1 };
  if (error instanceof Refusal) return { code: error.code, sentence: formatRefusal(error), exit: 1 };
  const reason = error instanceof Error ? error.message : String(error);
  return { code: 'fault', sentence: `Something went wrong: ${reason}`, exit: 1 };
}
