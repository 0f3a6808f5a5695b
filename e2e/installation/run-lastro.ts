import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '#platform/server/project-folder.ts';
import { thisInstallation } from './this-installation.ts';

/** Runs the operator's command line on the installation of the current test. */
export async function runLastro(...command: string[]): Promise<string> {
  const program = join(projectFolder, 'dist', 'server', 'lastro.js');
  const env = { ...process.env, DATA_DIR: thisInstallation().folder, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...command], { env });
  return stdout;
}
