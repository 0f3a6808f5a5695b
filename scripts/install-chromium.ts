import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { browsers, findChromium, pathOf } from './chromium.ts';
import { runShown } from './run-command.ts';

const become = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
const [best, other] = browsers;

/** The browser of the tests, from the distribution's own packages. Answers what is wrong, in a sentence, or null. */
export async function installChromium(): Promise<string | null> {
  if (!existsSync(pathOf(best)) && canInstall()) {
    await apt('update');
    await apt('install', best);
    if (!hasOne()) await apt('install', other);
  }
  if (hasOne()) return null;
  return `the tests need Chromium, and it could not be installed from here: on Debian, "sudo apt-get install ${best}".`;
}

const hasOne = (): boolean => existsSync(findChromium());

function apt(command: 'update' | 'install', ...packages: string[]): Promise<boolean> {
  const options = command === 'install' ? ['-y', '--no-install-recommends'] : [];
  return runShown([...become, 'apt-get', command, '-qq', ...options, ...packages], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
}

function canInstall(): boolean {
  return canRun('apt-get', '--version') && canRun(...become, 'true');
}

function canRun(...[program = '', ...args]: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
