import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathOf, wholeBrowser, windowless } from './chromium.ts';
import { runShown } from './run-command.ts';

const become = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

/** Installs the tests' browser from the distribution's own packages. Returns a sentence describing the problem, or null. */
export async function installChromium(): Promise<string | null> {
  const missing = [wholeBrowser, windowless].filter((browser) => !existsSync(pathOf(browser)));
  if (missing.length > 0 && canInstall()) {
    await apt('update');
    // On a distribution without the headless one the tests run in the full browser, only slower.
    if (!(await apt('install', ...missing)) && missing.includes(wholeBrowser)) await apt('install', wholeBrowser);
  }
  if (existsSync(pathOf(wholeBrowser))) return null;
  return `the tests need Chromium, which could not be installed automatically: on Debian, run "sudo apt-get install ${wholeBrowser} ${windowless}".`;
}

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
