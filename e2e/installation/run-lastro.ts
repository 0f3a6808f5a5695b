import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '#platform/server/project-folder.ts';

/** The operator's command line, on the installation of the journeys. */
export async function runLastro(...command: string[]): Promise<string> {
  const program = join(projectFolder, 'dist', 'server', 'lastro.js');
  const env = { ...process.env, DATA_DIR: process.env.JOURNEYS_FOLDER, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...command], { env });
  return stdout;
}
