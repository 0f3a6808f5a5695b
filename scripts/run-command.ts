import { spawn } from 'node:child_process';
import { projectFolder } from '#platform/server/project-folder.ts';

/** Shows the output while the command runs, for long runs that people follow. Returns whether it succeeded. */
export async function runShown(command: string[], environment: Record<string, string> = {}): Promise<boolean> {
  return (await run(command, environment, 'inherit')).isGood;
}

/** Captures the output, to be shown only on failure. */
export function runKept(command: string[]): Promise<{ isGood: boolean; said: string }> {
  return run(command, {}, 'pipe');
}

function run(
  [program = '', ...args]: string[],
  environment: Record<string, string>,
  output: 'inherit' | 'pipe',
): Promise<{ isGood: boolean; said: string }> {
  const child = spawn(program, args, {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', output, output],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isGood: false, said: error.message }));
    child.once('close', (code) => resolve({ isGood: code === 0, said }));
  });
}

/** The command for a program of an installed package, or one of our scripts, run by this Node: no shell, no npx, no network. */
export function nodeCommand(program: string, ...args: string[]): string[] {
  const loader = program.endsWith('.ts') ? ['--import', 'tsx'] : [];
  return [process.execPath, ...loader, program, ...args];
}
