import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '#platform/server/project-folder.ts';
import { nodeArguments } from './node-arguments.ts';
import { runInstallation } from './run-installation.ts';

const bundles = join(projectFolder, 'dist', 'server');
const guarded = [...nodeArguments, '--import', pathToFileURL(join(bundles, 'launch-child.js')).href];

/** `npm start`: runs everything that an installation needs, for as long as this process lives. */
await runInstallation({
  server: { file: join(bundles, 'main.js'), nodeArguments: guarded },
  sandbox: { file: join(bundles, 'sandbox.js'), nodeArguments: guarded },
});
