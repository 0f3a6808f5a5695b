import { Refusal } from '#platform/refusal.ts';
import { type Command, CommandRefused, type Given, type Lastro, Mistyped, type Outcome } from './command.ts';
import { findInstallation, findPlace, type Installation } from './find-installation.ts';
import { openBooks } from './open-books.ts';
import { readCommand, type Typed, usage } from './read-command.ts';
import { sayRefusal } from './say-refusal.ts';

/** Where the command runs: its environment, and where its words go. */
export interface Terminal {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
}

/** Runs one command and answers its exit code: 0 done, 1 refused, 2 not typed as it has to be. */
export async function runLastro(typed: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  if (typed[0] === 'help' || typed.includes('--help')) {
    terminal.out(usage());
    return 0;
  }
  let isJson = typed.includes('--json');
  try {
    const command = readCommand(typed);
    isJson = command.isJson;
    const outcome = await run(command, terminal.env);
    terminal.out(isJson ? JSON.stringify(outcome.json) : outcome.lines.join('\n'));
    return outcome.isRefused ? 1 : 0;
  } catch (error) {
    const { code, sentence, exit } = explain(error);
    if (isJson) terminal.out(JSON.stringify({ code, message: sentence }));
    else terminal.err(exit === 2 && typed.length < 2 ? `${sentence}\n\n${usage()}` : sentence);
    return exit;
  }
}

async function run({ command, given }: Typed, env: Terminal['env']): Promise<Outcome> {
  return 'runAt' in command ? command.runAt(findPlace(env), given) : runOn(await findInstallation(env), command, given);
}

async function runOn(installation: Installation, command: Command, given: Given): Promise<Outcome> {
  if (command.sandboxOnly) requireSandbox(installation, command.name);
  const db = await openBooks(installation);
  try {
    const lastro: Lastro = { ...installation, db };
    return await command.run(lastro, given);
  } finally {
    await db.close();
  }
}

/** Nobody moves the clock of real money, nor of a database that might be real for want of a word. */
function requireSandbox({ mode, isModeKnown }: Installation, name: string): void {
  if (mode === 'production') {
    throw new CommandRefused('sandbox_only', `"${name}" is for the sandbox, and this Lastro is in production.`);
  }
  if (!isModeKnown) {
    throw new CommandRefused(
      'sandbox_only',
      `"${name}" is for the sandbox. Say MODE=sandbox if the database in DATABASE_URL is one.`,
    );
  }
}

function explain(error: unknown): { code: string; sentence: string; exit: 1 | 2 } {
  if (error instanceof Mistyped) return { code: 'usage', sentence: error.message, exit: 2 };
  if (error instanceof CommandRefused) return { code: error.code, sentence: error.message, exit: 1 };
  if (error instanceof Refusal) return { code: error.code, sentence: sayRefusal(error), exit: 1 };
  const reason = error instanceof Error ? error.message : String(error);
  return { code: 'fault', sentence: `That went wrong: ${reason}`, exit: 1 };
}
