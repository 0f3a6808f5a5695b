import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runShown } from './run-command.ts';

const chromium = '/usr/bin/chromium';

/** The browser of the tests, from the distribution's own packages. Answers what is wrong, in a sentence, or null. */
export async function installChromium(): Promise<string | null> {
  if (existsSync(chromium)) return null;
  const become = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!canRun('apt-get', '--version') || !canRun(...become, 'true')) {
    return `the tests need Chromium at ${chromium}, and it cannot be installed from here: on Debian, "sudo apt-get install chromium".`;
  }
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await runShown([...become, 'apt-get', 'update', '-qq'], environment);
  await runShown([...become, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], environment);
  return existsSync(chromium) ? null : `apt-get did not bring ${chromium}: see above.`;
}

function canRun(...[program = '', ...args]: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
